using System.Globalization;
using System.Net;
using PlayHouse.Engine;
using PlayHouse.Engine.Hosting;
using PlayHouse.Engine.Mesh;
using PlayHouse.Engine.Strategies;
using PlayHouse.Lab.Control;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Scenarios;
using PlayHouse.Lab.Target.Scenarios;

namespace PlayHouse.Lab.Target.Hosts;

/// <summary>One engine in one strategy combination, with the stages of the scenarios; alone or as one of two servers.</summary>
internal sealed class EngineHost : IScenarioHost
{
    private const int SpareConnections = 16;

    // Room for the largest pool that history filled beforehand, the same in every arm; nothing is taken that a pool does not use.
    private const long RetainedBufferBytes = 1L << 30;
    private static readonly TimeSpan ConnectPause = TimeSpan.FromMilliseconds(20);

    private readonly PlayServer _server;
    private readonly ScenarioDescriptor _scenario;
    private readonly LabDirectory? _directory;

    private EngineHost(PlayServer server, ScenarioDescriptor scenario, LabDirectory? directory)
    {
        _server = server;
        _scenario = scenario;
        _directory = directory;
    }

    /// <inheritdoc/>
    public IReadOnlyDictionary<string, int> Ports
    {
        get
        {
            Dictionary<string, int> ports = new() { ["tcp"] = _server.TcpEndPoint.Port };
            if (_server.MeshAddress is { Length: > 0 } address)
            {
                ports.Add("mesh", int.Parse(address.AsSpan(address.LastIndexOf(':') + 1), CultureInfo.InvariantCulture));
            }

            return ports;
        }
    }

    /// <inheritdoc/>
    public IReadOnlyDictionary<string, string> Strategies => _server.BuiltStrategies;

    /// <summary>Starts the server.</summary>
    /// <exception cref="ControlException">The strategies cannot be built, or a part is missing; the text says what.</exception>
    public static async Task<EngineHost> StartAsync(ScenarioDescriptor scenario, TargetStart start)
    {
        LabDirectory? directory = scenario.HasPeer ? new LabDirectory() : null;
        var limits = new EngineLimits();
        string stageType = LabStages.TypeOf(scenario.Id);
        PlayServer? server = null;
        try
        {
            server = new PlayServer(new PlayServerOptions
            {
                ServerId = start.IsPeer ? ServerIds.Peer : ServerIds.Target,
                TcpEndPoint = new IPEndPoint(IPAddress.Any, 0),
                AuthenticateMessageId = LabMessageIds.Authenticate,
                Strategies = HostRules.Selected(start.Strategies, StrategyRules.Resolve(StrategySelection.Default)),
                Limits = limits with
                {
                    ConnectionsMax = Math.Max(limits.ConnectionsMax, start.Connections + SpareConnections),
                    RetainedBufferBytesMax = RetainedBufferBytes,
                    // A collection between two turns would be in the counts of neither arm's load.
                    TrimAfterQuiet = Timeout.InfiniteTimeSpan,
                    // Everybody may be in one room.
                    ActorsPerStageMax = Math.Max(limits.ActorsPerStageMax, start.Connections + SpareConnections),
                },
                RecordHops = start.Hops,
                HopStamp = start.Hops ? HopStamps.ReaderOf(scenario.Id, start.PayloadBytes) : null,
                DefaultStageType = stageType,
                Stages = LabStages.Registrations(start.Inject, start.PayloadBytes),
                Network = directory is null ? null : Network(directory),
            });
            await server.StartAsync();
            if (start.IsPeer)
            {
                await CreateStagesAsync(server, stageType, start.Connections);
            }

            return new EngineHost(server, scenario, directory);
        }
        catch (Exception e) when (e is ArgumentException or DllNotFoundException)
        {
            if (server is not null)
            {
                await server.DisposeAsync();
            }

            throw new ControlException(e is ArgumentException ? "bad-options" : "missing-part", e.Message);
        }
    }

    /// <inheritdoc/>
    public IReadOnlyDictionary<string, long> ReadCounters()
    {
        IReadOnlyDictionary<string, long> counters = _server.ReadCounters();
        return _scenario.CountedBy == CounterNames.EngineMessages
            ? counters
            : new Dictionary<string, long>(counters) { [CounterNames.EngineMessages] = counters[_scenario.CountedBy] };
    }

    /// <inheritdoc/>
    public IReadOnlyList<HopRecord> ReadHops() => HostRules.Records(_server.ReadHops());

    /// <inheritdoc/>
    public void ResetHops() => _server.ResetHops();

    /// <inheritdoc/>
    public async Task ConnectAsync(string host, int port, CancellationToken cancellation)
    {
        if (_directory is null)
        {
            throw HostRules.NoPeer();
        }

        string other = _server.Link.ServerId == ServerIds.Target ? ServerIds.Peer : ServerIds.Target;
        _directory.Add(new ServerEntry(other, string.Create(CultureInfo.InvariantCulture, $"tcp://{host}:{port}")));
        while (!await IsReachableAsync(other))
        {
            await Task.Delay(ConnectPause, cancellation);
        }
    }

    /// <inheritdoc/>
    public Task DrainAsync() => _server.StopAsync();

    /// <inheritdoc/>
    public ValueTask DisposeAsync() => _server.DisposeAsync();

    private static MeshOptions Network(LabDirectory directory) => new()
    {
        BindAddress = "tcp://127.0.0.1:0",
        Directory = directory,
        DirectoryPeriod = ConnectPause,
    };

    /// <summary>The other server has a stage for each of the target's, so that as many messages are in work there.</summary>
    private static async Task CreateStagesAsync(PlayServer server, string stageType, int connections)
    {
        for (int i = 0; i < connections; i++)
        {
            StageCreation created = await server.CreateStageAsync(stageType, LabStages.FirstStageId + i);
            if (created.ErrorCode != ErrorCodes.Success)
            {
                throw new ControlException("no-stage", $"stage {LabStages.FirstStageId + i} of the other server was not created: error code {created.ErrorCode}");
            }
        }
    }

    /// <summary>Whether the first stage of the other server answers; a link that is not up yet answers with a named error.</summary>
    private async Task<bool> IsReachableAsync(string other)
    {
        try
        {
            using ServerReply reply = await _server.Link.RequestToStageAsync(other, LabStages.FirstStageId, LabMessageIds.ServerRequest, default);
            return true;
        }
        catch (ServerRequestException e)
        {
            // The stages of the target come with its clients: that it has none yet is an answer, too.
            return e.ErrorCode == ErrorCodes.StageNotFound;
        }
    }
}
