using PlayHouse.Engine.Diagnostics;
using PlayHouse.Engine.Stages;
using PlayHouse.Engine.Timers;

namespace PlayHouse.Engine.Hosting;

/// <summary>
/// Gives memory back when nothing happens. A server that allocates nothing collects nothing either: what a burst has left would stay until
/// the next one. A look reads two counters; a trim stops the process for some milliseconds, which is why only a quiet server is trimmed.
/// </summary>
internal sealed class QuietTrim(EngineContext engine, Func<IReadOnlyDictionary<string, long>> readCounters) : TimerEntry
{
    private const long WorthwhileBytes = 16 * 1024 * 1024;

    /// <summary>Looks per quiet time: it is over after this many without activity.</summary>
    private const int Looks = 3;

    private readonly TimeSpan _period = engine.Limits.TrimAfterQuiet / Looks;
    private long _activity = -1;
    private int _quietLooks;
    private long _allocatedAtTrim = GC.GetTotalAllocatedBytes();

    /// <summary>Starts looking; ends with the heap of timers.</summary>
    public void Start()
    {
        if (engine.Limits.TrimAfterQuiet != Timeout.InfiniteTimeSpan)
        {
            engine.Timers.SetAfter(this, _period);
        }
    }

    public override void Fire(long nowTicks)
    {
        IReadOnlyDictionary<string, long> counters = readCounters();
        long activity = counters["messages.completed"] + counters["pushes"] + counters["mesh.received"];
        _quietLooks = activity == _activity ? _quietLooks + 1 : 0;
        _activity = activity;
        if (_quietLooks >= Looks && GC.GetTotalAllocatedBytes() - _allocatedAtTrim >= WorthwhileBytes)
        {
            Trim();
        }

        engine.Timers.SetAfter(this, _period);
    }

    private void Trim()
    {
        engine.Pool.Trim();
        GC.Collect(GC.MaxGeneration, GCCollectionMode.Aggressive, blocking: true, compacting: true);
        _allocatedAtTrim = GC.GetTotalAllocatedBytes();
        engine.Counters.Count(EngineCounter.MemoryTrims);
    }
}
