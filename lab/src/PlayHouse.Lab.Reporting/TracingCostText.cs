using System.Text.Json.Nodes;
using PlayHouse.Lab.Model.Runs;

namespace PlayHouse.Lab.Reporting;

/// <summary>What tracing cost, printed next to everything that rests on traced launches. Pure functions, any thread.</summary>
internal static class TracingCostText
{
    /// <summary>One sentence an arm, wrapped; none for a run without launches of both kinds.</summary>
    public static IReadOnlyList<string> Lines(RunReport report, int width) =>
        [.. report.TracingCosts.SelectMany(c => PlainText.Wrap(Sentence(c), width, "  "))];

    /// <summary>The cost in one sentence.</summary>
    public static string Sentence(TracingCost cost)
    {
        string what = cost.IsWithoutInlining
            ? "Tracing, missing inlining and optimising at once, together (traced launches do all three)"
            : "Tracing";
        string range = cost.TracedLaunches > 1 ? $", {Numbers.SignedPercent(cost.CpuLow)} .. {Numbers.SignedPercent(cost.CpuHigh)}" : "";
        string rate = double.IsFinite(cost.RateChange) ? $" and {Numbers.SignedPercent(cost.RateChange)} messages/s" : "";
        string traced = cost.TracedLaunches == 1 ? "one traced launch, which shows no spread" : Numbers.Counted(cost.TracedLaunches, "traced launch");
        return $"{what} cost {VerdictWords.Arm(cost.Arm)} {Numbers.SignedPercent(cost.CpuChange)} CPU per message{rate} "
            + $"({traced}{range}, compared with {Numbers.Count(cost.TimedLaunches)} timed).";
    }

    /// <summary>One element an arm.</summary>
    public static JsonArray Json(RunReport report) => [.. report.TracingCosts.Select(c => (JsonNode)new JsonObject
    {
        ["arm"] = c.Arm,
        ["tracedLaunches"] = c.TracedLaunches,
        ["timedLaunches"] = c.TimedLaunches,
        ["cpuChange"] = JsonText.Number(c.CpuChange),
        ["cpuLow"] = JsonText.Number(c.CpuLow),
        ["cpuHigh"] = JsonText.Number(c.CpuHigh),
        ["rateChange"] = JsonText.Number(c.RateChange),
        ["isWithoutInlining"] = c.IsWithoutInlining,
    })];
}
