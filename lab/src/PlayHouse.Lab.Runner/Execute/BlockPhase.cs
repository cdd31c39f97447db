using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Store;

namespace PlayHouse.Lab.Runner.Execute;

/// <summary>
/// Makes one block: four launches in the order that the seed gives to this index and attempt, or a pair. A block counts as a whole or
/// not at all. One in which a launch failed is repeated under its index with a fresh coin, and runs to its end all the same: that the
/// other arm did not fail in the same minutes is the evidence. Nothing else repeats a block.
/// </summary>
internal static class BlockPhase
{
    /// <summary>Most attempts of a run that may end with a failed launch: as many as it has blocks.</summary>
    public static int FailedAttemptsMax(RunPlan plan) => plan.Looks[^1];

    /// <summary>Runs one attempt at a block; true when it counts.</summary>
    /// <param name="context">The execution.</param>
    /// <param name="block">Index of the block.</param>
    /// <param name="accepted">Blocks that count already.</param>
    /// <param name="judge">Called after a failed launch; true when nothing more is to be launched.</param>
    /// <param name="ct">Stops the run.</param>
    public static async Task<bool> RunAsync(RunContext context, int block, int accepted, Func<Task<bool>> judge, CancellationToken ct)
    {
        RunPlan plan = context.Plan;
        IReadOnlyList<BlockResult> ended = await context.Store.Blocks.ListAsync(plan.RunId, ct);
        List<LaunchRecord> before = [.. (await context.Store.Launches.ListAsync(plan.RunId, LaunchKind.Timed, ct)).Where(l => l.Block == block)];
        if (Unsettled(plan, before, ended) is { } whole)
        {
            return await SettleAsync(context, ended, whole);
        }

        int attempt = before.Select(l => l.Attempt + 1).DefaultIfEmpty(0).Max();
        BlockOrder order = plan.OrderOf(block, attempt);
        if (plan.Pairs is { } pairs)
        {
            return await SettleAsync(context, ended, await PairAsync(context, pairs, order, (block, attempt), accepted, ct));
        }

        List<LaunchRecord> launches = [];
        for (int slot = 0; slot < plan.LaunchesPerBlock(); slot++)
        {
            int launchesLeft = (plan.LaunchesPerBlock() * (plan.Looks[^1] - accepted)) - slot;
            double secondsLeft = context.Clock.SecondsLeft(launchesLeft, ProfilePhase.Left(plan, accepted));
            LaunchRequest request = context.Request(plan.ArmAt(order, slot), LaunchKind.Timed, block, attempt, slot);
            launches.Add((await context.LaunchAsync(request, secondsLeft, ct)).Record);
            if (launches[^1].State == LaunchState.Failed && await judge())
            {
                break;
            }
        }

        return await SettleAsync(context, ended, launches);
    }

    private static async Task<List<LaunchRecord>> PairAsync(
        RunContext context, PairSpec spec, BlockOrder order, (int Block, int Attempt) at, int accepted, CancellationToken ct)
    {
        RunPlan plan = context.Plan;
        LaunchRequest Slot(int slot) => context.Request(plan.ArmAt(order, slot), LaunchKind.Timed, at.Block, at.Attempt, slot);
        double secondsLeft = context.Clock.SecondsLeft(plan.LaunchesPerBlock() * (plan.Looks[^1] - accepted), ProfilePhase.Left(plan, accepted));
        return [.. await context.LaunchTurnsAsync(new TurnsRequest([Slot(0), Slot(1)], spec), secondsLeft, ct)];
    }

    /// <summary>
    /// An attempt that was cut off between its last launch and its result is as good as any. One with fewer launches is never
    /// continued: the next attempt draws a fresh coin.
    /// </summary>
    private static List<LaunchRecord>? Unsettled(RunPlan plan, List<LaunchRecord> launches, IReadOnlyList<BlockResult> ended)
    {
        var attempt = launches.GroupBy(l => l.Attempt).OrderBy(g => g.Key).LastOrDefault();
        return attempt is not null
            && !ended.Any(b => b.Block == attempt.First().Block && b.Attempt == attempt.Key)
            && attempt.Where(l => l.State == LaunchState.Completed).Select(l => l.Slot).Distinct().Count() == plan.LaunchesPerBlock()
                ? [.. attempt]
                : null;
    }

    private static async Task<bool> SettleAsync(RunContext context, IReadOnlyList<BlockResult> ended, List<LaunchRecord> launches)
    {
        RunPlan plan = context.Plan;
        LaunchRecord first = launches[0];
        string? cause = launches.LastOrDefault(l => l.State == LaunchState.Failed)?.Failure;
        BlockOutcome outcome = launches.Exists(l => l.State == LaunchState.Failed) ? BlockOutcome.Failed : BlockOutcome.Accepted;
        context.Journal.Show(await context.Store.Blocks.SaveAsync(
            new BlockResult(plan.RunId, first.Block, first.Attempt, plan.OrderOf(first.Block, first.Attempt), outcome, cause), CancellationToken.None));
        int failed = ended.Count(b => b.Outcome == BlockOutcome.Failed) + (outcome == BlockOutcome.Failed ? 1 : 0);
        return failed > FailedAttemptsMax(plan)
            ? throw new RunFailedException($"{failed} attempts at blocks ended with a failed launch, of both arms alike; a run of {plan.Looks[^1]} blocks repeats no more than that. The last one: {cause}.")
            : outcome == BlockOutcome.Accepted;
    }
}
