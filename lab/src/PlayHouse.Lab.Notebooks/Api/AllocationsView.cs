using System.Net;
using PlayHouse.Lab.Notebooks.Display;
using PlayHouse.Lab.Reporting.Allocations;
using PlayHouse.Lab.Reporting.Charts.Svg;

namespace PlayHouse.Lab.Notebooks.Api;

/// <summary>Who allocates, as <c>plab hotspots</c> says it; a flame graph is a picture too.</summary>
public sealed class AllocationsView : IDisplayable
{
    private readonly IReadOnlyList<AllocationView> _views;

    internal AllocationsView(IReadOnlyList<AllocationView> views) => _views = views;

    /// <summary>The same in Markdown.</summary>
    public string ToMarkdown() => $"```text\n{ToString().TrimEnd()}\n```\n";

    /// <inheritdoc/>
    public DisplayData ToDisplay()
    {
        string text = ToString();
        DisplayData data = new DisplayData(text).With(DisplayData.Markdown, ToMarkdown());
        return _views is [{ Kind: AllocationViewKind.Flame } flame]
            ? data.With(DisplayData.Svg, SvgFlame.Of(flame))
            : data.With(DisplayData.Html, $"<pre>{WebUtility.HtmlEncode(text)}</pre>");
    }

    /// <inheritdoc/>
    public override string ToString() => AllocationViewText.Of(_views);
}
