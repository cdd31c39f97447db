using System.Net;
using PlayHouse.Engine.Strategies;
using PlayHouse.FastPort;
using PlayHouse.FastPort.Strategies;
using PlayHouse.Lab.Control;
using PlayHouse.Lab.Model.Launches;

namespace PlayHouse.Lab.Target.Hosts;

/// <summary>FastPort's echo server.</summary>
internal sealed class FastPortHost : IScenarioHost
{
    private const int SpareConnections = 16;

    private readonly FastPortServer _server;

    private FastPortHost(FastPortServer server) => _server = server;

    /// <inheritdoc/>
    public IReadOnlyDictionary<string, int> Ports => new Dictionary<string, int> { ["tcp"] = _server.EndPoint.Port };

    /// <inheritdoc/>
    public IReadOnlyDictionary<string, string> Strategies => _server.BuiltStrategies;

    /// <summary>Starts the server.</summary>
    /// <exception cref="ControlException">The strategies cannot be built, or an effect is to be planted, for which its handler has no place.</exception>
    public static FastPortHost Start(TargetStart start)
    {
        if (start.Inject is not null)
        {
            throw new ControlException("bad-options", "inject: the echo of this scenario has no handler in which an effect could be planted");
        }

        try
        {
            var limits = new FastPortLimits();
            return new FastPortHost(FastPortServer.Start(
                new IPEndPoint(IPAddress.Any, 0),
                HostRules.Selected(start.Strategies, FastPortRules.Resolve(StrategySelection.Default)),
                limits with { ConnectionsMax = Math.Max(limits.ConnectionsMax, start.Connections + SpareConnections) },
                recordHops: start.Hops));
        }
        catch (ArgumentException e)
        {
            throw new ControlException("bad-options", e.Message);
        }
    }

    /// <inheritdoc/>
    public IReadOnlyDictionary<string, long> ReadCounters() => _server.ReadCounters();

    /// <summary>FastPort's hops, since the start: they are not reset at a mark.</summary>
    public IReadOnlyList<HopRecord> ReadHops() => HostRules.Records(_server.ReadHops());

    /// <inheritdoc/>
    public Task DrainAsync() => Task.CompletedTask;

    /// <inheritdoc/>
    public ValueTask DisposeAsync() => _server.DisposeAsync();
}
