using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Profiling.Stacks;
using PlayHouse.Lab.Reporting;
using PlayHouse.Lab.Runner.Analyse;
using PlayHouse.Lab.Store;

namespace PlayHouse.Lab.Runner.Execute;

/// <summary>The stacks of all usable diagnostic launches of a run.</summary>
internal static class RunStacks
{
    /// <summary>Reads them, in the order of the launches. Throws <see cref="LabInputException"/> when an arm that was traced has none left.</summary>
    public static async Task<IReadOnlyList<AllocationStacks>> ReadAsync(LabStore store, string traces, RunRecord run, CancellationToken ct)
    {
        IReadOnlyList<AllocationProfile> profiles = await RunFigures.ProfilesAsync(store, run.Id, ct);
        HashSet<string> usable = [.. profiles.Where(p => p.Invalid.Count == 0).Select(p => p.LaunchId)];
        IReadOnlyList<LaunchRecord> launches = await store.Launches.ListAsync(run.Id, LaunchKind.Diagnostic, ct);
        LaunchRecord[] wanted = [.. launches.Where(l => usable.Contains(l.Id))];
        if (wanted.Length == 0)
        {
            throw new LabInputException([$"Run {run.Id} has no usable trace: {NoTrace(profiles)} Repeat the run with diagnostic launches (profile: everyBlocks in its file)."]);
        }

        var found = new List<AllocationStacks>();
        foreach (LaunchRecord launch in wanted)
        {
            // Reading a raw trace takes seconds of a processor: not on the caller's thread.
            AllocationStacks? stacks = await Task.Run(() => LaunchStacks.Find(traces, launch), ct);
            if (stacks is not null)
            {
                string[] notes = [.. profiles.Where(p => p.Arm == stacks.Arm && p.Invalid.Count > 0).Select(p => $"Trace {p.LaunchId} is not used: {string.Join("; ", p.Invalid)}.")];
                found.Add(TraceCalibration.Of(stacks, RunFigures.InstrumentBytes(launch)) with { Notes = notes });
            }
        }

        string[] lost = [.. wanted.Select(l => l.Arm).Distinct().Where(arm => found.All(s => s.Arm != arm))];
        return lost.Length == 0
            ? found
            : throw new LabInputException([.. lost.Select(arm =>
                $"The traces of {arm} in run {run.Id} are gone or damaged ({string.Join(", ", wanted.Where(l => l.Arm == arm).Select(l => l.Id))}). "
                + $"Run '{run.Plan.Experiment.Id}' again; decisions that cite a run keep its traces.")]);
    }

    private static string NoTrace(IReadOnlyList<AllocationProfile> profiles) => profiles.Count == 0
        ? "no diagnostic launch was made."
        : $"{Numbers.Counted(profiles.Count, "was", "were")} refused, the last one because {string.Join("; ", profiles[^1].Invalid)}.";
}
