using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Runner.Decisions;
using PlayHouse.Lab.Runner.Execute;
using PlayHouse.Lab.Runner.Workspace;
using PlayHouse.Lab.Store;

namespace PlayHouse.Lab.Runner.Clean;

/// <summary>Frees disk space: raw traces beyond the limits, and runs on request. What a decision cites stays.</summary>
internal sealed class WorkspaceCleaner(LabStore store, LabWorkspace workspace)
{
    public async Task<CleanResult> CleanAsync(CleanOptions options, CancellationToken ct)
    {
        IReadOnlyList<Artefact> traces = await TraceRetention.ApplyAsync(
            store, workspace.Traces, options.TracesMax, options.TraceBytesMax, options.DryRun, ct);
        if (!options.RemoveRuns && !options.RemoveSample)
        {
            return new CleanResult(traces.Count, traces.Sum(t => t.SizeBytes), 0, []);
        }

        IReadOnlyList<RunSummary> all = await store.Runs.ListAsync(null, RunTable.MaxListed, ct);
        IReadOnlyList<RunSummary> runs = options.RemoveRuns ? all : await SampleAsync(all, ct);
        HashSet<string> counted = await CountedAsync(ct);
        List<RunSummary> removable = [.. runs.Where(r => r.Decisions == 0 && !counted.Contains(r.Id) && r.Owner?.IsStale(DateTimeOffset.UtcNow) != false)];
        List<string> kept = [.. runs.Except(removable).Select(r => $"{r.Id}: {WhyKept(r, counted)}")];
        IReadOnlyList<Artefact> files = await store.Artefacts.ListAsync(null, ct);
        if (options.DryRun)
        {
            // The files of a run go with it, those beyond the limits among them.
            HashSet<string> runIds = [.. removable.Select(r => r.Id)], beyond = [.. traces.Select(t => t.Path)];
            Artefact[] theirs = [.. files.Where(f => runIds.Contains(f.RunId) && !beyond.Contains(f.Path))];
            return new CleanResult(traces.Count + theirs.Length, traces.Concat(theirs).Sum(t => t.SizeBytes), removable.Count, kept);
        }

        DeletionResult deleted = await store.Runs.DeleteAsync([.. removable.Select(r => r.Id)], ct);
        foreach (string path in deleted.ArtefactPaths)
        {
            TraceRetention.DeleteFile(workspace.Traces, path);
        }

        long bytes = traces.Sum(t => t.SizeBytes) + files.Where(a => deleted.ArtefactPaths.Contains(a.Path)).Sum(a => a.SizeBytes);
        kept.AddRange(deleted.Kept.Select(k => $"{k.RunId}: {k.Reason}"));
        return new CleanResult(traces.Count + deleted.ArtefactPaths.Count, bytes, deleted.Deleted.Count, kept);
    }

    private static string WhyKept(RunSummary run, HashSet<string> counted) => run.Decisions > 0 ? "a decision cites it"
        : counted.Contains(run.Id) ? "its question has several runs, and each verdict of them counts the others"
        : "a process executes it";

    /// <summary>Runs of questions that were asked more than once: which of them are shown must not depend on which were kept.</summary>
    private async Task<HashSet<string>> CountedAsync(CancellationToken ct) =>
    [
        .. (await store.Runs.ListWholeAsync(null, RunTable.MaxListed, ct)).Where(r => Questions.IsCounted(r.Run))
            .GroupBy(r => Questions.IdOf(r.Run.Plan)).Where(g => g.Count() > 1).SelectMany(g => g.Select(r => r.Run.Id)),
    ];

    private async Task<IReadOnlyList<RunSummary>> SampleAsync(IReadOnlyList<RunSummary> runs, CancellationToken ct)
    {
        IReadOnlyList<ListedRun> whole = await store.Runs.ListWholeAsync(null, RunTable.MaxListed, ct);
        HashSet<string> sample = [.. whole.Where(r => r.Run.Plan.Origin == RunOrigin.Sample).Select(r => r.Run.Id)];
        return [.. runs.Where(r => sample.Contains(r.Id))];
    }
}
