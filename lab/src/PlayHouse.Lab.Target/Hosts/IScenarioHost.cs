using PlayHouse.Lab.Model.Launches;

namespace PlayHouse.Lab.Target.Hosts;

/// <summary>What one scenario is measured on. Made once, started; ends with <see cref="IAsyncDisposable.DisposeAsync"/>.</summary>
internal interface IScenarioHost : IAsyncDisposable
{
    /// <summary>Transport name to port.</summary>
    IReadOnlyDictionary<string, int> Ports { get; }

    /// <summary>Path of a named pipe to connect to; null where a port is.</summary>
    string? Pipe => null;

    /// <summary>Seam id to strategy as built.</summary>
    IReadOnlyDictionary<string, string> Strategies { get; }

    /// <summary>All counters; the scenario's messages under the name that every scenario has for them. Any thread.</summary>
    IReadOnlyDictionary<string, long> ReadCounters();

    /// <summary>Hops of messages since the start or the last reset; empty when none are recorded. Any thread.</summary>
    IReadOnlyList<HopRecord> ReadHops() => [];

    /// <summary>Forgets the hops recorded so far. Any thread.</summary>
    void ResetHops()
    {
    }

    /// <summary>Connects to the other server of a scenario that has one.</summary>
    Task ConnectAsync(string host, int port, CancellationToken cancellation) =>
        throw HostRules.NoPeer();

    /// <summary>Ends the work in hand.</summary>
    Task DrainAsync();
}
