using PlayHouse.Lab.Model.Launches;

namespace PlayHouse.Lab.Runner.Execute;

/// <summary>
/// Watches the machine once a second during a window. What it finds are causes outside both arms, see
/// <see cref="MachineNoiseRule"/>. Linux only; elsewhere it reports nothing.
/// </summary>
internal sealed class MachineMonitor : IAsyncDisposable
{
    private static readonly TimeSpan Interval = TimeSpan.FromSeconds(1);

    private readonly HashSet<int> _own;
    private readonly TimeProvider _clock;
    private readonly List<MachineSample> _samples = [];
    private readonly CancellationTokenSource _stop = new();
    private readonly Task _watch;

    private MachineMonitor(IReadOnlyList<int> ownPids, TimeProvider clock)
    {
        _own = [.. ownPids];
        _clock = clock;
        Take();
        _watch = _samples.Count == 0 ? Task.CompletedTask : WatchAsync();
    }

    /// <summary>Begins to watch.</summary>
    /// <param name="ownPids">Our processes: the target, the load, the runner and what else a launch has.</param>
    /// <param name="clock">The wall clock; the system's by default.</param>
    public static MachineMonitor Start(IReadOnlyList<int> ownPids, TimeProvider? clock = null) =>
        new(ownPids, clock ?? TimeProvider.System);

    /// <summary>Ends and sums up; null where the machine cannot tell.</summary>
    public async Task<MachineNoise?> StopAsync()
    {
        await _stop.CancelAsync();
        await _watch;
        if (_samples.Count == 0)
        {
            return null;
        }

        Take();
        return MachineNoiseRule.Summarise(_samples, _own, ForeignCpu.IsObservable);
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        await _stop.CancelAsync();
        await _watch;
        _stop.Dispose();
    }

    private async Task WatchAsync()
    {
        using PeriodicTimer timer = new(Interval);
        try
        {
            while (await timer.WaitForNextTickAsync(_stop.Token))
            {
                Take();
            }
        }
        catch (OperationCanceledException) when (_stop.IsCancellationRequested)
        {
        }
    }

    private void Take()
    {
        if (OperatingSystem.IsLinux() && MachineSample.Read(_clock) is { } sample)
        {
            _samples.Add(sample);
        }
    }
}
