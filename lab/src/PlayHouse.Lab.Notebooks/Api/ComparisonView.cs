using PlayHouse.Lab.Notebooks.Display;
using PlayHouse.Lab.Reporting;
using PlayHouse.Lab.Runner.Compare;

namespace PlayHouse.Lab.Notebooks.Api;

/// <summary>Two arms: inside one run with its verdict, or of two runs without one.</summary>
public sealed class ComparisonView : IDisplayable
{
    private readonly string _text;
    private readonly string _markdown;

    private ComparisonView(string text, string markdown) => (_text, _markdown) = (text, markdown);

    internal static ComparisonView Of(Comparison comparison)
    {
        if (comparison.Arms is not { } arms)
        {
            string notice = comparison.IsSwapped ? SwappedReport.Notice + "\n\n" : "";
            return new ComparisonView(RunText.Comparison(comparison.Shown), notice + RunMarkdown.Of(comparison.Shown));
        }

        (string left, string right) = ($"{comparison.LeftSide}", $"{comparison.RightSide}");
        return new ComparisonView(ArmComparisonText.Of(arms, left, right), ArmComparisonText.Markdown(arms, left, right));
    }

    /// <summary>The same in Markdown.</summary>
    public string ToMarkdown() => _markdown;

    /// <inheritdoc/>
    public DisplayData ToDisplay() => new DisplayData(_text).With(DisplayData.Markdown, _markdown);

    /// <inheritdoc/>
    public override string ToString() => _text;
}
