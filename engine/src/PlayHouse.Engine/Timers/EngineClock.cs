namespace PlayHouse.Engine.Timers;

/// <summary>
/// The time by which one server decides: every deadline, pause and rate reads it here, so that a clock of the host's choice rules all of
/// them.
/// </summary>
internal sealed class EngineClock
{
    // Null for the system's clock: reading that one costs a branch and no virtual call.
    private readonly TimeProvider? _other;
    private readonly long _origin;

    public EngineClock(TimeProvider provider)
    {
        Provider = provider;
        _other = ReferenceEquals(provider, TimeProvider.System) ? null : provider;
        _origin = provider.GetTimestamp();
    }

    public static EngineClock System { get; } = new(TimeProvider.System);

    /// <summary>Makes timers that ring by this clock.</summary>
    public TimeProvider Provider { get; }

    /// <summary>Milliseconds that never go back and are never 0, which means "not set" where a time is kept.</summary>
    public long NowMs => _other is null ? Environment.TickCount64 : ReadOther(_other);

    private long ReadOther(TimeProvider other) => 1 + (other.GetElapsedTime(_origin).Ticks / TimeSpan.TicksPerMillisecond);
}
