using PlayHouse.Engine.Diagnostics;

namespace PlayHouse.Engine.Hosting;

/// <summary>Where the time of messages went.</summary>
public sealed partial class PlayServer
{
    /// <summary>
    /// Hops of all client messages since the start or the last reset, in the order of the path; empty unless
    /// <see cref="PlayServerOptions.RecordHops"/> is on. A message counts once its answer was given to the network, in every
    /// hop once. Messages handed over together share their stamps. Any time, any thread.
    /// </summary>
    public IReadOnlyList<HopSummary> ReadHops() => _engine?.Hops?.Read() ?? [];

    /// <summary>Forgets the hops recorded so far. Any time, any thread.</summary>
    public void ResetHops() => _engine?.Hops?.Reset();
}
