using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Plans;

namespace PlayHouse.Lab.Runner.Analyse;

/// <summary>A block that counts: its order and its launches by slot.</summary>
internal sealed record AcceptedBlock(int Index, BlockOrder Order, IReadOnlyList<LaunchRecord> Slots);

/// <summary>Sorts the timed launches of a run into block attempts and says which of them count.</summary>
internal sealed class BlockLedger
{
    private BlockLedger(
        IReadOnlyList<LaunchRecord> timed, IReadOnlyList<AcceptedBlock> accepted, IReadOnlyList<string> misplaced)
    {
        Timed = timed;
        Accepted = accepted;
        Misplaced = misplaced;
    }

    /// <summary>Every timed launch, failed ones included.</summary>
    public IReadOnlyList<LaunchRecord> Timed { get; }

    /// <summary>Completed timed launches, those of attempts that do not count included.</summary>
    public IEnumerable<LaunchRecord> Completed => Timed.Where(l => l.State == LaunchState.Completed);

    /// <summary>Blocks that count, by index: of each the first attempt that is whole. Runs of older builds repeated some that were.</summary>
    public IReadOnlyList<AcceptedBlock> Accepted { get; }

    /// <summary>Launches that did not run the arm which the plan's seed drew for their slot.</summary>
    public IReadOnlyList<string> Misplaced { get; }

    public static BlockLedger Of(RunPlan plan, IReadOnlyList<LaunchRecord> launches)
    {
        List<LaunchRecord> timed = [.. launches.Where(l => l.Kind == LaunchKind.Timed)];
        List<string> misplaced = [.. timed.Where(l => !IsInPlace(plan, l)).Select(l => l.Id)];
        var accepted = new SortedDictionary<int, AcceptedBlock>();
        foreach (var attempt in timed.GroupBy(l => (l.Block, l.Attempt)).OrderBy(g => g.Key))
        {
            List<LaunchRecord> slots = LatestPerSlot(attempt);
            if (slots.Count == plan.LaunchesPerBlock() && slots.All(l => IsInPlace(plan, l)))
            {
                accepted.TryAdd(attempt.Key.Block, new(attempt.Key.Block, plan.OrderOf(attempt.Key.Block, attempt.Key.Attempt), slots));
            }
        }

        return new(timed, [.. accepted.Values], misplaced);
    }

    // A runner that was killed in mid-block may have run a slot of the same attempt before: the later launch belongs
    // to the pass that continued.
    private static List<LaunchRecord> LatestPerSlot(IEnumerable<LaunchRecord> attempt) =>
    [
        .. attempt.Where(l => l.State == LaunchState.Completed)
            .GroupBy(l => l.Slot)
            .Select(g => g.OrderBy(l => l.StartedAt).ThenBy(l => l.Id, StringComparer.Ordinal).Last())
            .OrderBy(l => l.Slot),
    ];

    private static bool IsInPlace(RunPlan plan, LaunchRecord launch) =>
        launch is { Block: >= 0, Attempt: >= 0, Slot: >= 0 }
        && launch.Slot < plan.LaunchesPerBlock()
        && launch.RunId == plan.RunId
        && launch.Arm == plan.ArmAt(plan.OrderOf(launch.Block, launch.Attempt), launch.Slot).Name;
}
