using PlayHouse.Lab.Model;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Reporting;
using PlayHouse.Lab.Reporting.Decisions;

namespace PlayHouse.Dashboard.Model;

/// <summary>A name with its value.</summary>
public sealed record Fact(string Name, string Value);

/// <summary>What was run, on what. Pure.</summary>
public static class RunFacts
{
    /// <summary>The load, the design and what the arms are.</summary>
    public static IReadOnlyList<Fact> Design(RunReport report)
    {
        ArgumentNullException.ThrowIfNull(report);
        RunPlan plan = report.Run.Plan;
        List<Fact> facts =
        [
            new("Experiment", report.Run.ExperimentId),
            new("Scenario", plan.Experiment.Scenario),
            new("Load", RunText.Load(plan) + OfferedText.Of(report)),
            new("Design", $"{LabJson.Word(plan.Experiment.Design.Kind)}, {Numbers.Duration(plan.WindowSeconds)} window after {Numbers.Duration(plan.WarmupSeconds)} of warm-up, at most {PlanSize.BlocksMax(plan)} blocks"),
        ];
        if (!VerdictWords.IsAa(report.Run))
        {
            facts.Add(new Fact("Baseline", RunText.Toggles(plan, plan.Baseline)));
            facts.Add(new Fact(VerdictWords.Arm(plan.Other.Name) is { Length: > 0 } n ? char.ToUpperInvariant(n[0]) + n[1..] : "Other", RunText.Toggles(plan, plan.Other)));
        }

        if (plan.WorkspaceDefault is { } used && DecisionText.Sentence(used) is { } sentence)
        {
            facts.Add(new Fact("Preset default", sentence));
        }

        facts.Add(new Fact("Created", $"{Numbers.Time(report.Run.CreatedAt)} UTC"));
        if (report.Run.EndedAt is { } ended)
        {
            facts.Add(new Fact("Took", Numbers.Duration((ended - report.Run.CreatedAt).TotalSeconds)));
        }

        facts.Add(new Fact("Seed", plan.Seed.ToString(System.Globalization.CultureInfo.InvariantCulture)));
        return facts;
    }

    /// <summary>Machine, runtime and build as the first launch reported them.</summary>
    public static IReadOnlyList<Fact> Machine(RunReport report)
    {
        ArgumentNullException.ThrowIfNull(report);
        LaunchRecord? launch = report.Launches.FirstOrDefault(l => l.Fingerprint.Count > 0);
        return launch is null
            ? []
            : [.. launch.Fingerprint.Where(f => f.Value.Length > 0).OrderBy(f => IndexOf(f.Key)).ThenBy(f => f.Key, StringComparer.Ordinal)
                .Select(f => new Fact(f.Key, PlainText.Clean(f.Value)))];
    }

    /// <summary>Strategies that both arms share.</summary>
    public static IReadOnlyList<Fact> SharedStrategies(RunReport report)
    {
        ArgumentNullException.ThrowIfNull(report);
        RunPlan plan = report.Run.Plan;
        return [.. plan.Baseline.Strategies.Where(s => !plan.ToggledSeams.Contains(s.Key)).Select(s => new Fact(s.Key, s.Value.Use))];
    }

    private static int IndexOf(string key)
    {
        int index = FingerprintKeys.Identity.ToList().IndexOf(key);
        return index < 0 ? int.MaxValue : index;
    }
}
