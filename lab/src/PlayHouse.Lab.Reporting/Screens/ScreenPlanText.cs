using System.Text.Json.Nodes;
using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Model.Screens;

namespace PlayHouse.Lab.Reporting.Screens;

/// <summary>How far one launch was off in an earlier run of the same scenario.</summary>
/// <param name="Estimate">The metric there; its null deviation is that of one launch.</param>
/// <param name="RunId">That run.</param>
public sealed record RecordedNoise(MetricEstimate Estimate, string RunId);

/// <summary>What a screen will launch, before it does. Pure functions, any thread.</summary>
public static class ScreenPlanText
{
    private static readonly string[] Told = [MetricIds.BytesPerMessage, MetricIds.CpuUsPerMessage];

    /// <summary>Noise of bytes and CPU in the latest run of the same scenario and layout.</summary>
    public static IReadOnlyList<RecordedNoise> NoiseOf(RunPlan plan, IReadOnlyList<RunReport> runs) =>
    [
        .. Told.Select(id => runs.Where(r => r.Run.Plan.Experiment.Scenario == plan.Experiment.Scenario && r.Run.Plan.Experiment.Design.Layout == plan.Experiment.Design.Layout)
            .OrderByDescending(r => r.Run.CreatedAt)
            .Select(r => (Report: r, Estimate: r.Verdict?.Estimates.FirstOrDefault(e => e.Policy.Id == id)))
            .Where(r => r.Estimate is not null && double.IsFinite(r.Estimate.NullDeviation))
            .Select(r => new RecordedNoise(r.Estimate!, r.Report.Run.Id)).FirstOrDefault())
            .OfType<RecordedNoise>(),
    ];

    /// <summary>Factors, design, minutes, and how exact an effect will be.</summary>
    public static IReadOnlyList<string> Lines(RunPlan plan, double seconds, IReadOnlyList<RecordedNoise> noise, int width)
    {
        ArgumentNullException.ThrowIfNull(plan);
        ArgumentNullException.ThrowIfNull(noise);
        ScreenPlan screen = plan.Screen!;
        List<string> lines = [.. PlainText.Wrap(ScreenWords.Design(screen, plan.Seed), width, "SCREEN ")];
        lines.AddRange(screen.Factors.SelectMany((f, i) => PlainText.Wrap(ScreenWords.Levels(f), width, $"  {(char)('A' + i)} ")));
        lines.AddRange(screen.Held.SelectMany(h => PlainText.Wrap($"{h.Seam} is held at the baseline: {h.Reason}.", width, "  ")));
        lines.Add($"{Numbers.Counted(screen.Launches, "launch")}, about {Numbers.Duration(seconds)}.");
        lines.AddRange(Precision(screen, noise).SelectMany(l => PlainText.Wrap(l, width)));
        return lines;
    }

    /// <summary>The same for programs.</summary>
    public static string Json(RunPlan plan, double seconds, IReadOnlyList<RecordedNoise> noise)
    {
        ArgumentNullException.ThrowIfNull(plan);
        ArgumentNullException.ThrowIfNull(noise);
        JsonObject json = ScreenJson.Plan(plan.Screen!);
        json.Insert(0, "schema", "playhouse-lab/screen-plan/1");
        json["scenario"] = plan.Experiment.Scenario;
        json["seed"] = plan.Seed.ToString(System.Globalization.CultureInfo.InvariantCulture);
        json["seconds"] = JsonText.Number(seconds);
        json["standardErrorPerLaunchDeviation"] = JsonText.Number(UnitError(plan.Screen!));
        json["noise"] = new JsonArray([.. noise.Select(n => (JsonNode)new JsonObject
        {
            ["metric"] = n.Estimate.Policy.Id,
            ["launchDeviation"] = JsonText.Number(n.Estimate.NullDeviation),
            ["standardError"] = JsonText.Number(n.Estimate.NullDeviation * UnitError(plan.Screen!)),
            ["run"] = n.RunId,
        })]);
        return JsonText.Write(json);
    }

    private static IEnumerable<string> Precision(ScreenPlan screen, IReadOnlyList<RecordedNoise> noise)
    {
        double unit = UnitError(screen);
        if (!double.IsFinite(unit))
        {
            yield break;
        }

        yield return $"The standard error of a main effect will be {Numbers.Plain(unit)} of what one launch is off (2 / √N).";
        foreach (RecordedNoise known in noise)
        {
            yield return $"{VerdictWords.Label(known.Estimate.Policy.Id)}: one launch was off by {Numbers.Distance(known.Estimate.NullDeviation, known.Estimate.Policy)} in {known.RunId}, so a main effect has a standard error of about {Numbers.Distance(known.Estimate.NullDeviation * unit, known.Estimate.Policy)}.";
        }
    }

    /// <summary>Var(effect) = 4 σ² / N: every launch of the factorial stage counts in every effect.</summary>
    private static double UnitError(ScreenPlan screen) =>
        2 / Math.Sqrt(screen.Blocks.Where(b => b.Stage == ScreenStage.Screen).Sum(b => b.Cells.Count));
}
