using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Reporting;
using PlayHouse.Lab.Runner.Analyse;
using PlayHouse.Lab.Runner.Roles;
using PlayHouse.Lab.Runner.Workspace;
using PlayHouse.Lab.Store;

namespace PlayHouse.Lab.Runner.Execute;

/// <summary>
/// Executes a stored run from wherever it stands to its verdict. Everything it needs after a death is in the store;
/// what a kill can cost is the launch under way and the block around it.
/// </summary>
internal sealed class RunExecutor(LabStore store, LabWorkspace workspace, ILauncher launcher, IReadOnlyDictionary<string, double> minHitsPerMessage)
{
    /// <summary>Runs to the end; the caller holds the machine. Throws <see cref="OperationCanceledException"/> when stopped; the run can then be resumed.</summary>
    public async Task ExecuteAsync(RunRecord run, IRunObserver observer, CancellationToken cancellationToken)
    {
        OwnedRun owner = await OwnedRun.TakeAsync(store, run.Id, cancellationToken);
        await using (owner)
        {
            var journal = new RunJournal(store, run.Id, observer);
            journal.Show(await store.Runs.SetStateAsync(run.Id, RunState.Running, null, CancellationToken.None));
            try
            {
                var context = new RunContext
                {
                    Plan = run.Plan,
                    Store = store,
                    Workspace = workspace,
                    Journal = journal,
                    Clock = new RunClock(run.Plan),
                    Launcher = launcher,
                };
                await ExecuteAsync(context, owner.Token);
                await EndAsync(journal, run.Id, RunState.Completed, null);
            }
            catch (OperationCanceledException) when (owner.IsCancelRequested)
            {
                await EndAsync(journal, run.Id, RunState.Cancelled, null);
            }
            catch (OperationCanceledException) when (owner.IsLost)
            {
                throw new LabInputException([owner.Loss ?? $"Another process took run {run.Id} over; 'plab watch {run.Id}' follows it."]);
            }
            catch (OperationCanceledException)
            {
                await EndAsync(journal, run.Id, RunState.Interrupted, null);
                throw;
            }
            catch (Exception e) when (e is RunFailedException or FileNotFoundException)
            {
                await EndAsync(journal, run.Id, RunState.Failed, e.Message);
            }
        }
    }

    private async Task ExecuteAsync(RunContext context, CancellationToken ct)
    {
        if (context.Plan.Screen is not null)
        {
            await PilotPhase.RunAsync(context, ct);
            await context.Journal.WriteAsync(RunEventTypes.Phase, new PhaseData("execute", 0));
            await ScreenPhase.RunAsync(context, ct);
            return;
        }

        VerdictRecord verdict = await new MeasurePhase(context, minHitsPerMessage).RunAsync(ct);
        // The verdict rests on the timed launches: it is safe before anything is traced.
        await store.Results.SaveVerdictAsync(verdict, null, CancellationToken.None);
        // Of a run that is unfit there is nothing to explain.
        if (verdict is { Blocks: > 0, Kind: not VerdictKind.Unfit } && ProfilePhase.Rounds(context.Plan, verdict.Blocks) is > 0 and var rounds)
        {
            await context.Journal.NoteAsync($"Decided: {VerdictWords.Of(verdict.Kind)}. Traced launches follow; they show who allocates and change nothing of it.");
            await ProfilePhase.TryRunAsync(context, rounds, ct);
        }

        await context.Journal.WriteAsync(RunEventTypes.Phase, new PhaseData("analyse", 0));
        await store.Results.SaveVerdictAsync(verdict, await AttributeAsync(context.Plan, verdict), CancellationToken.None);
        await NullResults.SaveAsync(store, context.Plan, verdict);
    }

    /// <summary>How the sites of both arms add up to the exact change; null without any profile. One that is not possible says why.</summary>
    private async Task<AllocationComparison?> AttributeAsync(RunPlan plan, VerdictRecord verdict) => RunFigures.Attribution(
        plan, verdict, await RunFigures.ProfilesAsync(store, plan.RunId, CancellationToken.None), RoleFile.OrShipped(workspace));

    private async Task EndAsync(RunJournal journal, string runId, RunState state, string? error) =>
        journal.Show(await store.Runs.SetStateAsync(runId, state, error, CancellationToken.None));
}
