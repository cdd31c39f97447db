using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Runner;

namespace PlayHouse.Dashboard.Services;

/// <summary>
/// Tells open pages what the lab is doing. The store is looked at only while a page is open, by one loop for all pages: a dashboard
/// without an open page takes nothing from a measurement. Any thread.
/// </summary>
public sealed class LabPulse(LabAccess lab, DashboardLimits limits) : IAsyncDisposable
{
    private const int RunsLookedAt = 20;
    private readonly Lock _gate = new();
    private readonly List<Func<Task>> _watchers = [];
    private CancellationTokenSource? _stop;
    private Task _loop = Task.CompletedTask;

    /// <summary>The run that measures now; null when none does.</summary>
    public RunReport? Running { get; private set; }

    /// <summary>True while one of the latest runs is of the recorded sample: every page says so.</summary>
    public bool HasSample { get; private set; }

    /// <summary>Why the store cannot be read; null when it can.</summary>
    public string? Problem { get; private set; }

    /// <summary>Calls <paramref name="changed"/> after every change until the result is disposed of.</summary>
    public IDisposable Watch(Func<Task> changed)
    {
        lock (_gate)
        {
            _watchers.Add(changed);
            if (_watchers.Count == 1)
            {
                _stop = new CancellationTokenSource();
                _loop = LoopAsync(_loop, _stop.Token);
            }
        }

        return new Watcher(this, changed);
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        Task loop;
        lock (_gate)
        {
            _watchers.Clear();
            _stop?.Cancel();
            loop = _loop;
        }

        await loop;
    }

    private async Task LoopAsync(Task previous, CancellationToken ct)
    {
        await previous;
        using PeriodicTimer timer = new(limits.PulsePeriod);
        try
        {
            do
            {
                if (await LookAsync(ct))
                {
                    await TellAsync();
                }
            }
            while (await timer.WaitForNextTickAsync(ct));
        }
        catch (OperationCanceledException)
        {
            // The last watcher has gone.
        }
    }

    private async Task<bool> LookAsync(CancellationToken ct)
    {
        (RunReport? Running, bool HasSample, string? Problem) before = (Running, HasSample, Problem);
        try
        {
            ILabService service = await lab.ServiceAsync();
            IReadOnlyList<RunReport> latest = await service.ListAsync(RunsLookedAt, ct);
            Running = latest.FirstOrDefault(r => r.Run.State == RunState.Running);
            HasSample = latest.Any(r => r.Run.Plan.Origin == RunOrigin.Sample);
            Problem = null;
        }
        catch (Exception e) when (e is not OperationCanceledException)
        {
            // Whatever it is, the pages say it and the next look may do better.
            Running = null;
            Problem = e.Message;
        }

        return before.Running?.Run.Id != Running?.Run.Id || before.Running?.BlocksAccepted != Running?.BlocksAccepted || before.HasSample != HasSample || before.Problem != Problem;
    }

    private async Task TellAsync()
    {
        Func<Task>[] watchers;
        lock (_gate)
        {
            watchers = [.. _watchers];
        }

        foreach (Func<Task> watcher in watchers)
        {
            try
            {
                await watcher();
            }
            catch (Exception e) when (e is ObjectDisposedException or InvalidOperationException)
            {
                // A page that was just closed.
            }
        }
    }

    private void Leave(Func<Task> watcher)
    {
        lock (_gate)
        {
            _watchers.Remove(watcher);
            if (_watchers.Count == 0)
            {
                _stop?.Cancel();
            }
        }
    }

    private sealed class Watcher(LabPulse pulse, Func<Task> changed) : IDisposable
    {
        public void Dispose() => pulse.Leave(changed);
    }
}
