using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Runner.Analyse;
using PlayHouse.Lab.Runner.Plan;
using PlayHouse.Lab.Statistics.Capacity;
using PlayHouse.Lab.Statistics.Factorial;

namespace PlayHouse.Lab.Runner.Execute;

/// <summary>
/// The searches of launches that are alive at once. A probe is a paced turn at the rate that the launch's search asks for, and the load drains
/// after it: nothing of a probe reaches the next but what the target itself keeps. The launches probe in turn, who is first is drawn.
/// </summary>
/// <param name="arms">The launches, each with its search.</param>
internal sealed class CapacityTurns(IReadOnlyList<LaunchRequest> arms)
{
    private readonly CapacitySearch[] _searches = [.. arms.Select(a => a.Capacity!.Search())];
    private readonly List<(CapacityProbe Probe, LoadResult Load)>[] _windows = [.. arms.Select(_ => new List<(CapacityProbe, LoadResult)>())];
    private readonly Shuffle _order = new(arms[0].LoadSeed);

    /// <summary>Probes until each launch has its capacity.</summary>
    /// <param name="take">Takes turns, numbered by launch, and gives what each launch's brought.</param>
    public async Task RunAsync(Func<IReadOnlyList<SlicePlan>, Task<IReadOnlyList<SlicedTargetResult>>> take)
    {
        while (Open() is { Length: > 0 } open)
        {
            IReadOnlyList<SlicedTargetResult> results = await take([.. _order.Of(open).Select(Turn)]);
            foreach (int arm in open)
            {
                CapacityProbe probe = arms[arm].Capacity!.Judge(_searches[arm].Rate, results[arm].Paced);
                _windows[arm].Add((probe, results[arm].Paced));
                _searches[arm].Report(probe.IsSustained);
            }
        }
    }

    /// <summary>The record of a launch with its load, its search and its metrics.</summary>
    public LaunchRecord Complete(int arm, LaunchRecord record)
    {
        CapacitySearch search = _searches[arm];
        List<(CapacityProbe Probe, LoadResult Load)> windows = _windows[arm];
        LaunchRecord complete = LaunchMetrics.Complete(record with
        {
            Load = LoadOf(windows),
            Capacity = new CapacityResult
            {
                RatePerSecond = search.Capacity,
                CeilingPerSecond = arms[arm].Capacity!.CeilingPerSecond,
                IsOfLoad = arms[arm].IsCalibration,
                IsBelowFloor = search.Outcome == CapacityOutcome.BelowFloor || windows.TrueForAll(w => !w.Probe.IsSustained),
                Probes = [.. windows.Select(w => w.Probe)],
            },
        });
        return complete.State == LaunchState.Completed
            ? complete with { Metrics = new Dictionary<string, double>(complete.Metrics) { [MetricIds.Capacity] = search.Capacity } }
            : complete;
    }

    private int[] Open() => [.. Enumerable.Range(0, arms.Count).Where(i => _searches[i].Outcome == CapacityOutcome.Searching)];

    private SlicePlan Turn(int arm) => new(
        arm, SliceKind.Paced, CapacityTimes.SettleSeconds + arms[arm].WindowSeconds, CapacityTimes.SettleSeconds, _searches[arm].Rate / arms[0].Load.RatePerSecond!.Value);

    /// <summary>The window at the capacity, with the wrong answers of every window: a server that answers wrongly does so at no rate.</summary>
    private static LoadResult LoadOf(List<(CapacityProbe Probe, LoadResult Load)> windows)
    {
        LoadResult best = windows.Where(w => w.Probe.IsSustained).DefaultIfEmpty(windows[^1]).MaxBy(w => w.Probe.RatePerSecond).Load;
        return best with
        {
            ErrorReplies = windows.Sum(w => w.Load.ErrorReplies),
            WrongReplies = windows.Sum(w => w.Load.WrongReplies),
        };
    }
}
