using PlayHouse.Lab.Control;
using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Runner.Analyse;
using PlayHouse.Lab.Runner.Capacity;
using PlayHouse.Lab.Runner.Plan;
using PlayHouse.Lab.Statistics.Capacity;

namespace PlayHouse.Lab.Runner.Execute;

/// <summary>
/// The measured part of a launch of a capacity design: one target, and for each rate of the search a fresh load that settles, is measured
/// for one short window and ends. The marks lie around all probes.
/// </summary>
/// <param name="request">The launch.</param>
/// <param name="startLoad">Starts a load process.</param>
/// <param name="target">The target, ready.</param>
/// <param name="peerPid">The other server of the scenario; null without one.</param>
internal sealed class CapacityLaunch(LaunchRequest request, Func<ControlProcess> startLoad, ControlProcess target, int? peerPid)
{
    /// <summary>Loads of a launch that were late to start or to connect when the launch has failed.</summary>
    public const int LateLoadsMax = 3;

    private const string LateCode = "timeout";

    private readonly CapacityTask _task = request.Capacity!;
    private readonly List<(CapacityProbe Probe, LoadResult Load, MachineNoise? Noise)> _windows = [];

    private int _lateLoads;

    /// <summary>What the last load wrote on stderr.</summary>
    public string LoadStderr { get; private set; } = "";

    /// <summary>Warms the target up, searches and gives the record back with everything but its metrics.</summary>
    public async Task<LaunchRecord> MeasureAsync(LaunchRecord record, ReadyBody ready, CancellationToken ct)
    {
        CapacitySearch search = _task.Search();
        await WithLoadAsync(ready, search.Rate, request.WarmupSeconds, null, ct);
        MarkRecord begin = (await LaunchExecutor.MarkAsync(target, new MarkBody("begin"), ct)).Mark;
        while (search.Outcome == CapacityOutcome.Searching)
        {
            search.Report(await ProbeAsync(ready, search.Rate, ct));
        }

        MarkedBody ended = await LaunchExecutor.MarkAsync(target, new MarkBody("end"), ct);
        return record with
        {
            State = LaunchState.Completed,
            Begin = begin,
            End = ended.Mark,
            Load = Load(),
            Noise = TypicalNoise(),
            Capacity = new CapacityResult
            {
                RatePerSecond = search.Capacity,
                CeilingPerSecond = _task.CeilingPerSecond,
                IsOfLoad = request.IsCalibration,
                IsBelowFloor = search.Outcome == CapacityOutcome.BelowFloor || _windows.TrueForAll(w => !w.Probe.IsSustained),
                Probes = [.. _windows.Select(w => w.Probe)],
            },
        };
    }

    /// <summary>The record with the metrics of a launch and the one that its search found.</summary>
    public static LaunchRecord Complete(LaunchRecord record)
    {
        LaunchRecord complete = LaunchMetrics.Complete(record);
        return complete.State == LaunchState.Completed
            ? complete with { Metrics = new Dictionary<string, double>(complete.Metrics) { [MetricIds.Capacity] = record.Capacity!.RatePerSecond } }
            : complete;
    }

    private async Task<bool> ProbeAsync(ReadyBody ready, double rate, CancellationToken ct)
    {
        MachineNoise? noise = null;
        LoadResult result = await WithLoadAsync(
            ready,
            rate,
            CapacityTimes.SettleSeconds,
            async (load, token) =>
            {
                await using MachineMonitor monitor = MachineMonitor.Start(
                    [target.Pid, load.Pid, Environment.ProcessId, .. peerPid is { } peer ? (int[])[peer] : []]);
                await load.RequestAsync(ControlTypes.Measure, new SecondsBody(request.WindowSeconds), LaunchExecutor.Within(request.WindowSeconds), token);
                noise = await monitor.StopAsync();
            },
            ct) ?? throw new InvalidOperationException("a probe without a result");
        CapacityProbe probe = _task.Judge(rate, result);
        _windows.Add((probe, result, noise));
        return probe.IsSustained;
    }

    /// <summary>One load from its start to its end; its result, or null when nothing is to be measured.</summary>
    private async Task<LoadResult?> WithLoadAsync(
        ReadyBody ready, double rate, double warmSeconds, Func<ControlProcess, CancellationToken, Task>? measure, CancellationToken ct)
    {
        ControlProcess load = await StartedLoadAsync(ready, rate, ct);
        try
        {
            await load.RequestAsync(ControlTypes.Warm, new SecondsBody(warmSeconds), LaunchExecutor.Within(warmSeconds), ct);
            if (measure is null)
            {
                return null;
            }

            await measure(load, ct);
            return (await load.RequestAsync<ResultBody>(ControlTypes.Drain, null, 2 * LaunchExecutor.ShortDeadline, ct)).Result;
        }
        finally
        {
            LoadStderr = load.StderrTail;
            await LaunchExecutor.EndAsync(load);
        }
    }

    /// <summary>
    /// A load with open connections. A launch starts some ten of them: on a busy machine one that is late is started again instead of
    /// spoiling all probes before it.
    /// </summary>
    private async Task<ControlProcess> StartedLoadAsync(ReadyBody ready, double rate, CancellationToken ct)
    {
        while (true)
        {
            ControlProcess load = startLoad();
            try
            {
                await load.RequestAsync(ControlTypes.Hello, null, LaunchExecutor.ShortDeadline, ct);
                await LaunchExecutor.StartLoadAsync(request with { Load = request.Load with { RatePerSecond = rate } }, load, [ready], ct);
                return load;
            }
            catch (ControlException e) when (e.Code == LateCode && ++_lateLoads < LateLoadsMax)
            {
                await LaunchExecutor.EndAsync(load);
            }
            catch
            {
                LoadStderr = load.StderrTail;
                await LaunchExecutor.EndAsync(load);
                throw;
            }
        }
    }

    /// <summary>The window at the capacity, with the wrong answers of every window: a server that answers wrongly does so at no rate.</summary>
    private LoadResult Load()
    {
        LoadResult best = _windows.Where(w => w.Probe.IsSustained).DefaultIfEmpty(_windows[^1]).MaxBy(w => w.Probe.RatePerSecond).Load;
        return best with
        {
            ErrorReplies = _windows.Sum(w => w.Load.ErrorReplies),
            WrongReplies = _windows.Sum(w => w.Load.WrongReplies),
        };
    }

    /// <summary>The window in the middle of all by disturbance: a single disturbed probe was made again by the search itself.</summary>
    private MachineNoise? TypicalNoise()
    {
        MachineNoise[] noises = [.. _windows.Select(w => w.Noise).OfType<MachineNoise>().OrderBy(n => n.DisturbedWindowsShare)];
        return noises.Length == 0 ? null : noises[noises.Length / 2];
    }
}
