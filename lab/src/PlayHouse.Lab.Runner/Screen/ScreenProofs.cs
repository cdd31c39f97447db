using PlayHouse.Engine.Strategies;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Reasons;
using PlayHouse.Lab.Model.Scenarios;
using PlayHouse.Lab.Model.Screens;
using PlayHouse.Lab.Runner.Validate;

namespace PlayHouse.Lab.Runner.Screen;

/// <summary>Proof that every screened seam ran in every launch and was built as its combination says.</summary>
internal static class ScreenProofs
{
    /// <summary>One proof per seam of each factor.</summary>
    public static IReadOnlyList<ScreenProof> Of(RunPlan plan, IReadOnlyList<ScreenLaunch> launches) =>
        [.. plan.Screen!.Factors.SelectMany(f => f.Seams.Select(s => Of(plan, launches, s.Key, s.Value)))];

    /// <summary>What is not proved.</summary>
    public static IEnumerable<Reason> Warnings(ScreenPlan screen, IReadOnlyList<ScreenLaunch> launches, IReadOnlyList<ScreenProof> proofs)
    {
        foreach (ScreenProof proof in launches.Count == 0 ? [] : proofs.Where(p => !p.IsProved))
        {
            yield return new ScreenSeamUnproved(proof.Seam);
        }

        foreach (string seam in screen.Factors.SelectMany(f => f.Seams.Keys).Where(s => !IsBuiltAsPlanned(screen, launches, s)))
        {
            yield return new ScreenToggleNotTaken(seam);
        }
    }

    private static ScreenProof Of(RunPlan plan, IReadOnlyList<ScreenLaunch> launches, string seam, SeamLevels levels)
    {
        double fewest = launches.Count == 0 ? double.NaN : launches.Min(l => l.Record.HitsPerMessage.TryGetValue(seam, out double hits) ? hits : double.NaN);
        SeamDescriptor? descriptor = EngineCatalog.Of(plan.Experiment.Scenario).Seam(seam);
        double required = new[] { levels.Baseline, levels.Candidate }.Max(s => descriptor?.Find(s.Use)?.MinHitsPerMessage ?? double.NaN);
        // What the engine does once for a whole room it does a fraction of a time for each push.
        required /= ScenarioCatalog.Find(plan.Experiment.Scenario)?.MessagesPerEvent(plan.Experiment.Load) ?? 1;
        return new ScreenProof(seam, fewest, required, fewest > 0 && fewest >= required && IsBuiltAsPlanned(plan.Screen!, launches, seam));
    }

    private static bool IsBuiltAsPlanned(ScreenPlan screen, IReadOnlyList<ScreenLaunch> launches, string seam)
    {
        int factor = screen.Factors.ToList().FindIndex(f => f.Seams.ContainsKey(seam));
        string[] Built(int level) => [.. launches.Where(l => (l.Cell >> factor & 1) == level).Select(l => l.Record.Strategies.GetValueOrDefault(seam) ?? "").Distinct()];
        string[] low = Built(0), high = Built(1);
        return low.Length <= 1 && high.Length <= 1 && !low.Intersect(high).Any();
    }
}
