using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Notebooks.Display;
using PlayHouse.Lab.Reporting.Charts.Svg;
using PlayHouse.Lab.Reporting.Differences;
using PlayHouse.Lab.Reporting.Flames;

namespace PlayHouse.Lab.Notebooks.Api;

/// <summary>Where two arms allocate differently, as <c>plab diff --by tree</c> says it, and as a flame graph.</summary>
public sealed class ArmsDifferenceView : IDisplayable
{
    private const int TreeRows = 30;
    private const int SiteRows = 10;
    private readonly ArmsDifference _difference;

    internal ArmsDifferenceView(ArmsDifference difference) => _difference = difference;

    /// <summary>The same in Markdown: the sites and how they add up.</summary>
    public string ToMarkdown() => DifferenceMarkdown.Of(_difference, SiteRows);

    /// <inheritdoc/>
    public DisplayData ToDisplay()
    {
        DisplayData text = new DisplayData(ToString()).With(DisplayData.Markdown, ToMarkdown());
        return _difference.Tree is { } tree
            ? text.With(DisplayData.Svg, SvgFlame.Of(DifferenceFlame.Of(tree), $"{_difference.Baseline} → {_difference.Other}: what is allocated differently"))
            : text;
    }

    /// <inheritdoc/>
    public override string ToString() => DifferenceText.Of(_difference, DifferenceView.Tree, TreeRows, hasDetect: false);
}
