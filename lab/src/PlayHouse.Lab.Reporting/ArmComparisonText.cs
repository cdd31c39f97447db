using System.Globalization;
using System.Text;
using System.Text.Json.Nodes;
using PlayHouse.Lab.Model.Policies;

namespace PlayHouse.Lab.Reporting;

/// <summary>An <see cref="ArmComparison"/> for people and for programs. Pure functions, any thread.</summary>
public static class ArmComparisonText
{
    /// <summary>Name and version of the JSON shape.</summary>
    public const string Schema = "playhouse-lab/arm-comparison/1";

    /// <summary>What stands over every such comparison.</summary>
    public const string Notice =
        "NOT INTERLEAVED: these launches did not run in the same blocks. The drift of the machine is inside every difference, "
        + "so there is no interval and no verdict. For a verdict put both arms into one experiment.";

    /// <summary>Why nothing can be decided about such a pair.</summary>
    public const string NoDecision =
        "A decision rests on the verdict of one run, and arms of two runs have none. Decide about one of the runs, or put both arms into one experiment.";

    /// <summary>Lines of at most <paramref name="width"/> columns.</summary>
    public static string Of(ArmComparison comparison, string left, string right, int width = PlainText.DefaultWidth)
    {
        ArgumentNullException.ThrowIfNull(comparison);
        List<string> lines =
        [
            .. PlainText.Wrap($"{left} ({Numbers.Counted(comparison.LeftLaunches, "launch")})", width, "left   "),
            .. PlainText.Wrap($"{right} ({Numbers.Counted(comparison.RightLaunches, "launch")})", width, "right  "),
            .. PlainText.Wrap(Notice, width),
            .. comparison.Warnings.SelectMany(w => PlainText.Wrap(w, width, "  - ")),
            "",
        ];
        TextTable table = new TextTable(width).Text("level of the arm", 12).Number("left").Number("left range").Number("right").Number("right range");
        foreach (ArmMetric metric in comparison.Metrics)
        {
            table.Row(
                Label(metric),
                Value(metric, metric.Left), Range(metric, metric.LeftLow, metric.LeftHigh),
                Value(metric, metric.Right), Range(metric, metric.RightLow, metric.RightHigh));
        }

        lines.AddRange(table.Lines());
        return string.Join('\n', lines) + "\n";
    }

    /// <summary>One JSON object.</summary>
    public static string Json(ArmComparison comparison, string left, string right)
    {
        ArgumentNullException.ThrowIfNull(comparison);
        return JsonText.Write(new JsonObject
        {
            ["schema"] = Schema,
            ["left"] = left,
            ["right"] = right,
            ["interleaved"] = false,
            ["leftLaunches"] = comparison.LeftLaunches,
            ["rightLaunches"] = comparison.RightLaunches,
            ["metrics"] = new JsonArray([.. comparison.Metrics.Select(Metric)]),
            ["warnings"] = JsonText.Strings(comparison.Warnings),
        });
    }

    /// <summary>A Markdown section, to paste into a review.</summary>
    public static string Markdown(ArmComparison comparison, string left, string right)
    {
        ArgumentNullException.ThrowIfNull(comparison);
        StringBuilder text = new();
        text.Append(CultureInfo.InvariantCulture, $"## {MarkdownText.Escape(left)} compared with {MarkdownText.Escape(right)}\n\n> **{MarkdownText.Escape(Notice)}**\n\n");
        foreach (string warning in comparison.Warnings)
        {
            text.Append(CultureInfo.InvariantCulture, $"- {MarkdownText.Escape(warning)}\n");
        }

        text.Append(comparison.Warnings.Count > 0 ? "\n" : "");
        text.Append(CultureInfo.InvariantCulture, $"| level of the arm | {MarkdownText.Escape(left)} ({Numbers.Counted(comparison.LeftLaunches, "launch")}) | range | {MarkdownText.Escape(right)} ({Numbers.Counted(comparison.RightLaunches, "launch")}) | range |\n|---|--:|--:|--:|--:|\n");
        foreach (ArmMetric m in comparison.Metrics)
        {
            text.Append(CultureInfo.InvariantCulture, $"| {MarkdownText.Escape(m.Metric)} | {Value(m, m.Left)} | {Range(m, m.LeftLow, m.LeftHigh)} | {Value(m, m.Right)} | {Range(m, m.RightLow, m.RightHigh)} |\n");
        }

        return text.ToString();
    }

    /// <summary>Comma-separated values with every digit.</summary>
    public static string Csv(ArmComparison comparison, string left, string right)
    {
        ArgumentNullException.ThrowIfNull(comparison);
        StringBuilder text = new("metric,left,left level,left low,left high,right,right level,right low,right high\n");
        foreach (ArmMetric m in comparison.Metrics)
        {
            Reporting.Csv.Line(text, [m.Metric, left, Exact(m.Left), Exact(m.LeftLow), Exact(m.LeftHigh), right, Exact(m.Right), Exact(m.RightLow), Exact(m.RightHigh)]);
        }

        return text.ToString();
    }

    /// <summary>Name of a metric with its unit.</summary>
    internal static string Label(ArmMetric metric) => VerdictWords.LabelWithUnit(Policy(metric));

    /// <summary>A value of a metric as in the table of a run.</summary>
    internal static string Value(ArmMetric metric, double value) => Numbers.Value(value, Policy(metric));

    /// <summary>Smallest and largest launch.</summary>
    internal static string Range(ArmMetric metric, double low, double high) => $"{Value(metric, low)} .. {Value(metric, high)}";

    private static MetricPolicy Policy(ArmMetric metric) => new() { Id = metric.Metric, Role = MetricRole.Explore, Unit = MetricNames.Unit(metric.Metric) };

    private static string Exact(double value) => value.ToString("R", CultureInfo.InvariantCulture);

    private static JsonNode Metric(ArmMetric metric) => new JsonObject
    {
        ["id"] = metric.Metric,
        ["left"] = JsonText.Number(metric.Left),
        ["leftLow"] = JsonText.Number(metric.LeftLow),
        ["leftHigh"] = JsonText.Number(metric.LeftHigh),
        ["right"] = JsonText.Number(metric.Right),
        ["rightLow"] = JsonText.Number(metric.RightLow),
        ["rightHigh"] = JsonText.Number(metric.RightHigh),
    };
}
