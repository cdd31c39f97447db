using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Store;

namespace PlayHouse.Lab.Runner.Decisions;

/// <summary>What the store knows of a question: its runs, and what they made of a verdict. Any thread.</summary>
internal sealed class QuestionBook(LabStore store)
{
    /// <summary>The runs of a plan's question, oldest first.</summary>
    public async Task<IReadOnlyList<QuestionRun>> RunsAsync(RunPlan plan, CancellationToken ct) =>
    [
        .. Questions.Of(plan, await ListAsync(plan, ct))
            .Select(r => new QuestionRun(r.Run.Id, r.Run.CreatedAt, r.Run.State, r.Verdict?.Kind, r.Run.Plan.Confirms)),
    ];

    /// <summary>
    /// The runs of a list, newest first, each with where its verdict stands. A run that confirms another is newer than it, so a list without
    /// one has nothing that is confirmed; only the experiments of those that it has are read again.
    /// </summary>
    public async Task<IReadOnlyList<RunReport>> WithStandingsAsync(IReadOnlyList<RunReport> listed, CancellationToken ct)
    {
        Dictionary<string, IReadOnlyList<ListedRun>> read = [];
        foreach (RunReport declared in listed.Where(r => r.Run.Plan.Confirms is not null && !read.ContainsKey(r.Run.ExperimentId)))
        {
            read[declared.Run.ExperimentId] = await ListAsync(declared.Run.Plan, ct);
        }

        List<RunReport> reports = [];
        foreach (RunReport report in listed)
        {
            reports.Add(report with { Confirmation = await StandingAsync(report, read, ct) });
        }

        return reports;
    }

    /// <summary>Where the verdict stands that a run has, or that it was declared to confirm.</summary>
    public async Task<ConfirmationStanding> StandingAsync(RunRecord run, CancellationToken ct) => await StandingAsync(run, await ListAsync(run.Plan, ct), ct);

    private async Task<ConfirmationStanding> StandingAsync(RunReport report, Dictionary<string, IReadOnlyList<ListedRun>> read, CancellationToken ct) =>
        read.TryGetValue(report.Run.ExperimentId, out IReadOnlyList<ListedRun>? all) && all.Any(r => r.Run.Plan.Confirms == (report.Run.Plan.Confirms ?? report.Run.Id))
            ? await StandingAsync(report.Run, all, ct)
            : Confirmation.Of(new ConfirmationRun(report.Run, report.Verdict, null), []);

    private async Task<ConfirmationStanding> StandingAsync(RunRecord run, IReadOnlyList<ListedRun> all, CancellationToken ct)
    {
        string subject = run.Plan.Confirms ?? run.Id;
        ListedRun? selected = all.FirstOrDefault(r => r.Run.Id == subject);
        if (selected is null)
        {
            return new ConfirmationStanding(ConfirmationState.Awaited, $"Run {subject}, which this one was declared to confirm, is not in this store.", subject, []);
        }

        List<ConfirmationRun> declared = [];
        foreach (ListedRun other in all.Where(r => r.Run.Plan.Confirms == subject))
        {
            declared.Add(await ReadAsync(other.Run, other.Verdict, ct));
        }

        return Confirmation.Of(await ReadAsync(selected.Run, selected.Verdict, ct), declared);
    }

    /// <summary>A plan declared to confirm a run. Throws <see cref="LabInputException"/> with every objection.</summary>
    public async Task<RunPlan> DeclareAsync(RunPlan plan, RunRecord run, DateTimeOffset now, CancellationToken ct)
    {
        RunPlan declared = plan with { Confirms = run.Id };
        VerdictRecord? verdict = (await store.Results.FindVerdictAsync(run.Id, ct))?.Verdict;
        string[] objections = [.. Confirmation.Objections(await ReadAsync(run, verdict, ct), await StandingAsync(run, ct), declared, now)];
        return objections.Length == 0 ? declared : throw new LabInputException(objections);
    }

    private async Task<ConfirmationRun> ReadAsync(RunRecord run, VerdictRecord? verdict, CancellationToken ct) =>
        new(run, verdict, await store.Launches.FindFingerprintAsync(run.Id, ct));

    private Task<IReadOnlyList<ListedRun>> ListAsync(RunPlan plan, CancellationToken ct) =>
        store.Runs.ListWholeAsync(plan.Experiment.Id, RunTable.MaxListed, ct);
}
