using PlayHouse.Engine.Diagnostics;

namespace PlayHouse.Engine.Hosting;

/// <summary>Where the time of messages goes.</summary>
public sealed partial record PlayServerOptions
{
    /// <summary>
    /// Stamps every client message at each of its hops, for <see cref="PlayServer.ReadHops"/>. Costs several clock reads and a few
    /// locks per batch, some 100 KiB per processor and a few KiB per session; off by default, and then it costs nothing.
    /// </summary>
    public bool RecordHops { get; init; }

    /// <summary>
    /// Reads from a payload when its client sent it, in nanoseconds of <see cref="HopClock"/>; 0 for unknown. Asked only while
    /// <see cref="RecordHops"/> is on, once per message, on the stage's thread. A client on another machine has another clock.
    /// </summary>
    public Func<ReadOnlySpan<byte>, long>? HopStamp { get; init; }
}
