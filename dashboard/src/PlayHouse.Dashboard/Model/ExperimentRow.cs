using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Reporting;
using PlayHouse.Lab.Runner.Experiments;

namespace PlayHouse.Dashboard.Model;

/// <summary>An experiment with what its runs said. Pure.</summary>
/// <param name="Entry">The experiment.</param>
/// <param name="Last">Its latest run, whatever became of it; null without one.</param>
/// <param name="Verdict">Its latest run with a verdict between two different arms; null without one.</param>
/// <param name="RunsCount">Runs in the store.</param>
public sealed record ExperimentRow(ExperimentEntry Entry, RunReport? Last, RunReport? Verdict, int RunsCount)
{
    /// <summary>What the arms differ in, as the file writes it; empty for a file with problems.</summary>
    public string Arms => Entry.Spec is not { } spec ? "" : spec.Arms.TryGetValue(ArmNames.Candidate, out ArmSpec? candidate) ? Difference(spec.Arms[ArmNames.Baseline], candidate) : "the baseline against itself";

    /// <summary>One row per experiment, in their order.</summary>
    public static IReadOnlyList<ExperimentRow> Of(IReadOnlyList<ExperimentEntry> entries, IReadOnlyList<RunReport> runs)
    {
        ArgumentNullException.ThrowIfNull(entries);
        ILookup<string, RunReport> byExperiment = runs.ToLookup(r => r.Run.ExperimentId);
        return
        [
            .. entries.Select(e =>
            {
                RunReport[] own = [.. byExperiment[e.Spec?.Id ?? e.Name]];
                RunReport? judged = own.FirstOrDefault(r => r is { Verdict: not null, IsInjected: false } && !VerdictWords.IsAa(r.Run));
                return new ExperimentRow(e, own.FirstOrDefault(), judged, own.Length);
            }),
        ];
    }

    private static string Difference(ArmSpec baseline, ArmSpec candidate)
    {
        List<string> parts = baseline.Preset == candidate.Preset ? [] : [$"preset {baseline.Preset} → {candidate.Preset}"];
        foreach (string seam in baseline.Set.Keys.Union(candidate.Set.Keys).Order(StringComparer.Ordinal))
        {
            string before = Words(baseline, seam), after = Words(candidate, seam);
            if (before != after)
            {
                parts.Add($"{seam}: {before} → {after}");
            }
        }

        return parts.Count == 0 ? "no difference" : string.Join(", ", parts);
    }

    private static string Words(ArmSpec arm, string seam) => arm.Set.TryGetValue(seam, out StrategySetting? setting) ? SeamChoice.Of(setting).Words : "as the preset says";
}
