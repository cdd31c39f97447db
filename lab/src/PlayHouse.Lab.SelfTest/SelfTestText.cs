using System.Globalization;
using System.Text;
using PlayHouse.Lab.Reporting;

namespace PlayHouse.Lab.SelfTest;

/// <summary>A self-test in words. Pure; any thread.</summary>
public static class SelfTestText
{
    private const int PageWidth = 130;

    /// <summary>One result for a terminal.</summary>
    public static string Of(CheckResult result, int width)
    {
        ArgumentNullException.ThrowIfNull(result);
        var text = new StringBuilder();
        string head = string.Create(CultureInfo.InvariantCulture, $"{Word(result.Outcome),-14} {result.Id}  ({Numbers.Duration(result.Seconds)})");
        text.Append(head).Append('\n');
        foreach (string line in PlainText.Wrap(PlainText.Clean(result.Finding), width - 2))
        {
            text.Append("  ").Append(line).Append('\n');
        }

        return text.ToString();
    }

    /// <summary>The last line: how many passed, failed, and could not be shown.</summary>
    public static string Summary(SelfTestReport report)
    {
        ArgumentNullException.ThrowIfNull(report);
        int unseen = report.Results.Count - report.Passed - report.Failed;
        return $"{report.Passed} passed, {report.Failed} failed{(unseen > 0 ? $", {unseen} not observable here" : "")}";
    }

    /// <summary>The page of a self-test.</summary>
    public static string Markdown(SelfTestReport report)
    {
        ArgumentNullException.ThrowIfNull(report);
        var page = new StringBuilder();
        page.Append("# The lab tries its own promises\n\n");
        Lines(page, $"Written by `./plab selftest{(report.IsQuick ? " --quick" : "")}`; no figure is typed by hand. Build {report.Build}, begun {report.StartedAt:yyyy-MM-dd HH:mm} UTC, took {Numbers.Duration(report.Results.Sum(r => r.Seconds))}. {report.Machine}");
        page.Append('\n');
        Lines(page, SelfTestText.Summary(report) + ".");
        page.Append("\n| check | outcome | minutes | what must hold | what was found |\n|---|---|---|---|---|\n");
        foreach (CheckResult result in report.Results)
        {
            page.Append(CultureInfo.InvariantCulture, $"| [{result.Id}](#{result.Id}) | {Word(result.Outcome)} | {result.Seconds / 60:0.0} | {Cell(result.Promise)} | {Cell(result.Finding)} |\n");
        }

        foreach (CheckResult result in report.Results)
        {
            Section(page, result);
        }

        return page.ToString();
    }

    /// <summary>passed, failed or not observable.</summary>
    public static string Word(CheckOutcome outcome) => outcome switch
    {
        CheckOutcome.Passed => "passed",
        CheckOutcome.Failed => "FAILED",
        _ => "not observable",
    };

    private static void Section(StringBuilder page, CheckResult result)
    {
        page.Append(CultureInfo.InvariantCulture, $"\n## {result.Id}\n\n");
        Lines(page, result.Promise);
        page.Append('\n');
        Lines(page, $"{Word(result.Outcome)}: {result.Finding}");
        if (result.Seed is { } seed)
        {
            page.Append(CultureInfo.InvariantCulture, $"\nSeed {seed}.\n");
        }

        if (result.Figures.Count > 0)
        {
            page.Append("\n| | found | limit |\n|---|---|---|\n");
            foreach (CheckFigure figure in result.Figures)
            {
                page.Append(CultureInfo.InvariantCulture, $"| {Cell(figure.Name)} | {Cell(figure.Value)} | {Cell(figure.Limit)} |\n");
            }
        }

        if (result.Runs.Count > 0)
        {
            page.Append('\n');
            Lines(page, $"Runs: {string.Join(", ", result.Runs)}.");
        }
    }

    private static void Lines(StringBuilder page, FormattableString sentence) => Lines(page, sentence.ToString(CultureInfo.InvariantCulture));

    private static void Lines(StringBuilder page, string sentence)
    {
        foreach (string line in PlainText.Wrap(PlainText.Clean(sentence), PageWidth))
        {
            page.Append(line).Append('\n');
        }
    }

    private static string Cell(string text) => PlainText.Clean(text).Replace("|", "\\|", StringComparison.Ordinal);
}
