using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Model.Screens;
using PlayHouse.Lab.Runner.Screen;

namespace PlayHouse.Lab.Runner.Execute;

/// <summary>
/// Launches the blocks of a screen. Nothing is repeated for what it measured: the order is drawn, so noise widens the intervals and does
/// nothing else. A launch that fails is tried once more at the end of its block; what stays missing, the model does without.
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
                // A block that was cut off is begun again from its first launch: its launches must share their hour.
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
        int[] failed = [.. Enumerable.Range(0, cells.Count)];
        for (int pass = 0; pass < ScreenLaunches.AttemptsMax && failed.Length > 0; pass++)
        {
            List<int> again = [];
            for (int i = 0; i < failed.Length; i++)
            {
                LaunchRequest request = context.Request(context.Plan.CombinationOf(cells[failed[i]]), LaunchKind.Timed, block, attempt, failed[i]);
                double secondsLeft = context.Clock.SecondsLeft(0, after + failed.Length - i, 0);
                LaunchOutcome outcome = await context.LaunchAsync(request, secondsLeft, ct);
                if (outcome.Record.State == LaunchState.Failed)
                {
                    again.Add(failed[i]);
                }
            }

            failed = [.. again];
        }

        await context.Journal.WriteAsync(
            RunEventTypes.BlockEnded, new BlockEndedData(block, attempt, "accepted", null, block + 1, screen.Blocks.Count));
    }
}
