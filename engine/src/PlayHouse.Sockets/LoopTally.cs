namespace PlayHouse.Sockets;

/// <summary>Counts of a loop. Written by its thread, but for what says otherwise; any thread reads.</summary>
internal sealed class LoopTally
{
    public long Waits;
    public long Events;
    public long StaleEvents;
    public long RunsAgain;
    public long TimerCalls;
    public long Posted;
    public long Faults;

    /// <summary>Any thread writes, interlocked.</summary>
    public long PostsRefused;

    public EventLoopCounters Snapshot(int registrations) => new()
    {
        Waits = Volatile.Read(ref Waits),
        Events = Volatile.Read(ref Events),
        StaleEvents = Volatile.Read(ref StaleEvents),
        RunsAgain = Volatile.Read(ref RunsAgain),
        TimerCalls = Volatile.Read(ref TimerCalls),
        Posted = Volatile.Read(ref Posted),
        PostsRefused = Volatile.Read(ref PostsRefused),
        Faults = Volatile.Read(ref Faults),
        Registrations = registrations,
    };
}
