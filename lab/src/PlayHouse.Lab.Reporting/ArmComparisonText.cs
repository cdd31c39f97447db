using System.Text.Json.Nodes;

namespace PlayHouse.Lab.Reporting;

/// <summary>An <see cref="ArmComparison"/> for people and for programs. Pure functions, any thread.</summary>
public static class ArmComparisonText
{
    /// <summary>Name and version of the JSON shape.</summary>
    public const string Schema = "playhouse-lab/arm-comparison/1";

    private const string Notice =
        "NOT INTERLEAVED: these launches did not run in the same blocks. The drift of the machine is inside every difference, "
        + "so there is no interval and no verdict. For a verdict put both arms into one experiment.";

    /// <summary>Lines of at most <paramref name="width"/> columns.</summary>
    public static string Of(ArmComparison comparison, string left, string right, int width = PlainText.DefaultWidth)
    {
        ArgumentNullException.ThrowIfNull(comparison);
        List<string> lines =
        [
            .. PlainText.Wrap($"{left} ({comparison.LeftLaunches} launches)", width, "left   "),
            .. PlainText.Wrap($"{right} ({comparison.RightLaunches} launches)", width, "right  "),
            .. PlainText.Wrap(Notice, width),
            .. comparison.Warnings.SelectMany(w => PlainText.Wrap(w, width, "  - ")),
            "",
        ];
        TextTable table = new TextTable(width).Text("median of the launches", 12).Number("left").Number("left range").Number("right").Number("right range");
        foreach (ArmMetric metric in comparison.Metrics)
        {
            table.Row(
                VerdictWords.Label(metric.Metric),
                Numbers.Plain(metric.Left), $"{Numbers.Plain(metric.LeftLow)} .. {Numbers.Plain(metric.LeftHigh)}",
                Numbers.Plain(metric.Right), $"{Numbers.Plain(metric.RightLow)} .. {Numbers.Plain(metric.RightHigh)}");
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
