using PlayHouse.Lab.Notebooks.Display;
using PlayHouse.Lab.Reporting.Allocations;
using PlayHouse.Lab.Reporting.Charts.Svg;
using PlayHouse.Lab.Reporting.Flames;

namespace PlayHouse.Lab.Notebooks.Api;

/// <summary>Who allocates, as <c>plab hotspots</c> says it; a flame graph is a picture too.</summary>
public sealed class AllocationsView : IDisplayable
{
    private readonly IReadOnlyList<AllocationView> _views;

    internal AllocationsView(IReadOnlyList<AllocationView> views) => _views = views;

    /// <summary>The same in Markdown.</summary>
    public string ToMarkdown() => AllocationViewMarkdown.Of(_views);

    /// <inheritdoc/>
    public DisplayData ToDisplay() => _views is [{ Kind: AllocationViewKind.Flame } flame]
        ? new DisplayData(ToString()).With(DisplayData.Markdown, ToMarkdown()).With(DisplayData.Svg, SvgFlame.Of(AllocationFlame.Of(flame), flame.Title))
        : new DisplayData(ToString()).With(DisplayData.Markdown, ToMarkdown());

    /// <inheritdoc/>
    public override string ToString() => AllocationViewText.Of(_views);
}
