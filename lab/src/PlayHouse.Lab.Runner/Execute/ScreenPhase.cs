using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Model.Screens;
using PlayHouse.Lab.Runner.Screen;

namespace PlayHouse.Lab.Runner.Execute;

/// <summary>
/// Launches the blocks of a screen, all combinations of one at once. Nothing is repeated for what it measured: the turns are drawn, so noise
/// widens the intervals and does nothing else. A block in which a launch fails is made once more without it; what stays missing, the model
/// does without.
/// </summary>
internal static class ScreenPhase
{
    /// <summary>Runs every block that is not done, then writes the experiments that follow from the result.</summary>
    public static async Task RunAsync(RunContext context, CancellationToken ct)
    {
        ScreenPlan screen = context.Plan.Screen!;
        for (int block = 0; block < screen.Blocks.Count; block++)
        {
            IReadOnlyList<LaunchRecord> launches = await context.Store.Launches.ListAsync(context.Plan.RunId, LaunchKind.Timed, ct);
            LaunchRecord[] own = [.. launches.Where(l => l.Block == block)];
            if (!ScreenLaunches.IsDone(screen, block, own))
            {
                // A block that was cut off is begun again: its launches must be alive at once.
                await BlockAsync(context, block, own.Select(l => l.Attempt + 1).DefaultIfEmpty(0).Max(), ct);
            }
        }

        await context.Journal.WriteAsync(RunEventTypes.Phase, new PhaseData("analyse", 0));
        ScreenResult result = ScreenAnalyzer.Analyze(context.Plan, await context.Store.Launches.ListAsync(context.Plan.RunId, LaunchKind.Timed, CancellationToken.None));
        foreach (ScreenProposal proposal in result.Proposals)
        {
            ScreenExperiments.Write(context.Workspace, context.Plan, proposal);
        }
    }

    private static async Task BlockAsync(RunContext context, int block, int attempt, CancellationToken ct)
    {
        ScreenPlan screen = context.Plan.Screen!;
        IReadOnlyList<int> cells = screen.Blocks[block].Cells;
        int after = screen.Blocks.Skip(block + 1).Sum(b => b.Cells.Count);
        int[] slots = [.. Enumerable.Range(0, cells.Count)];
        for (int pass = 0; pass < ScreenLaunches.AttemptsMax && slots.Length > 0; pass++)
        {
            LaunchRequest[] arms = [.. slots.Select(slot => context.Request(context.Plan.CombinationOf(cells[slot]), LaunchKind.Timed, block, attempt + pass, slot))];
            double secondsLeft = context.Clock.SecondsLeft(after + arms.Length, 0);
            IReadOnlyList<LaunchRecord> records = await context.LaunchTurnsAsync(new TurnsRequest(arms, context.Plan.Pairs!), secondsLeft, ct);
            if (records.All(r => r.State == LaunchState.Completed))
            {
                break;
            }

            slots = [.. records.Where(r => !ScreenLaunches.FailedItself(r)).Select(r => r.Slot)];
        }

        await context.Journal.WriteAsync(
            RunEventTypes.BlockEnded, new BlockEndedData(block, attempt, "accepted", null, block + 1, screen.Blocks.Count));
    }
}
