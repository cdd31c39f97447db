using System.Net;
using PlayHouse.Engine.Strategies;

namespace PlayHouse.FastPort.Tests;

/// <summary>Servers and clients on this machine's loopback address.</summary>
internal static class Servers
{
    public static FastPortServer Start(StrategySelection selection, FastPortLimits? limits = null, bool recordHops = false) =>
        FastPortServer.Start(new IPEndPoint(IPAddress.Loopback, 0), selection, limits ?? new FastPortLimits(), recordHops);

    public static Task<FastPortClient> ConnectAsync(FastPortServer server, StrategySelection selection, FastPortLimits? limits = null, bool recordHops = false) =>
        FastPortClient.ConnectAsync(server.EndPoint, selection, limits ?? new FastPortLimits(), recordHops);

    /// <summary>Waits until a counter has reached a value.</summary>
    public static Task UntilAsync(this FastPortServer server, string counter, long value) =>
        Wait.UntilAsync(() => server.ReadCounters()[counter] >= value, () => $"{counter} below {value}: {Text(server.ReadCounters())}");

    /// <summary>All counters in one line, for failures.</summary>
    public static string Text(IReadOnlyDictionary<string, long> counters) => string.Join(", ", counters.Where(c => c.Value != 0).Select(c => $"{c.Key}={c.Value}"));
}
