using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Runner.Analyse;
using PlayHouse.Lab.Store;

namespace PlayHouse.Lab.Runner.Execute;

/// <summary>
/// Makes one block: four launches in the order that the seed gives to this index and attempt. A block counts as a whole or
/// not at all; one that a cause outside both arms disturbed, or in which a launch failed, is repeated under its index with a
/// fresh coin.
/// </summary>
internal static class BlockPhase
{
    /// <summary>Runs one attempt at a block; true when it counts.</summary>
    public static async Task<bool> RunAsync(RunContext context, int block, int accepted, CancellationToken ct)
    {
        RunPlan plan = context.Plan;
        int attempt = await NextAttemptAsync(context, block, ct);
        BlockOrder order = plan.OrderOf(block, attempt);
        BlockOutcome outcome = BlockOutcome.Accepted;
        string? cause = null;
        int repeated = (await context.Store.Blocks.ListAsync(plan.RunId, ct)).Count(b => b.Outcome == BlockOutcome.Contaminated);
        for (int slot = 0; slot < BlockTable.SlotsPerBlock && outcome != BlockOutcome.Failed; slot++)
        {
            int launchesLeft = (4 * (plan.Looks[^1] - accepted)) - slot;
            double secondsLeft = context.Clock.SecondsLeft(0, launchesLeft, ProfilePhase.Left(plan, accepted));
            LaunchRequest request = context.Request(plan.ArmAt(order, slot), LaunchKind.Timed, block, attempt, slot);
            LaunchRecord record = (await context.LaunchAsync(request, secondsLeft, ct)).Record;
            if (record.State == LaunchState.Failed)
            {
                (outcome, cause) = (BlockOutcome.Failed, record.Failure);
            }
            else if (ContaminationRule.CauseToRepeat(plan, record, repeated) is { } disturbance)
            {
                (outcome, cause) = (BlockOutcome.Contaminated, cause ?? disturbance);
            }
        }

        context.Journal.Show(await context.Store.Blocks.SaveAsync(
            new BlockResult(plan.RunId, block, attempt, order, outcome, cause), CancellationToken.None));
        return outcome == BlockOutcome.Accepted;
    }

    /// <summary>An attempt that was cut off left launches but no result; it is never continued, always begun anew.</summary>
    private static async Task<int> NextAttemptAsync(RunContext context, int block, CancellationToken ct)
    {
        IReadOnlyList<LaunchRecord> launches = await context.Store.Launches.ListAsync(context.Plan.RunId, LaunchKind.Timed, ct);
        return launches
            .Where(l => l.Block == block)
            .Select(l => l.Attempt + 1)
            .DefaultIfEmpty(0)
            .Max();
    }
}
