using System.Net;
using PlayHouse.Engine;
using PlayHouse.Engine.Hosting;
using PlayHouse.Engine.Strategies;
using PlayHouse.Lab.Control;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Scenarios;
using PlayHouse.Lab.Target.Calibration;
using PlayHouse.Lab.Target.Marks;
using PlayHouse.Lab.Target.Scenarios;

namespace PlayHouse.Lab.Target;

/// <summary>Hosts one engine, in one strategy combination, for the life of the process.</summary>
internal sealed class TargetRole : IControlHandler
{
    private const string StageType = "LabStage";
    private const int SpareConnections = 16;

    private PlayServer? _server;
    private NullEchoServer? _nullEcho;

    public async ValueTask<ControlReply> HandleAsync(ControlLine request, IControlOutput output, CancellationToken cancellationToken)
    {
        switch (request.Type)
        {
            case ControlTypes.Start:
                return await StartAsync(ControlCodec.Body<TargetStart>(request));
            case ControlTypes.Mark:
                string name = ControlCodec.Body<MarkBody>(request).Name;
                return new ControlReply(ControlTypes.Marked, new MarkedBody(TargetMark.Read(name, ReadCounters)));
            case ControlTypes.Drain:
                if (_server is not null)
                {
                    await _server.StopAsync();
                }

                return ControlReply.Ack;
            default:
                throw ControlReply.UnknownType(request);
        }
    }

    public async ValueTask DisposeAsync()
    {
        if (_server is not null)
        {
            await _server.DisposeAsync();
        }

        if (_nullEcho is not null)
        {
            await _nullEcho.DisposeAsync();
        }
    }

    private IReadOnlyDictionary<string, long> ReadCounters() =>
        _server?.ReadCounters()
        ?? (_nullEcho is not null ? new Dictionary<string, long> { [CounterNames.EngineMessages] = _nullEcho.Messages } : null)
        ?? throw new ControlException("not-started", "send 'start' first");

    private async Task<ControlReply> StartAsync(TargetStart start)
    {
        if (_server is not null || _nullEcho is not null)
        {
            throw new ControlException("started", "this target runs already; one combination per process");
        }

        if (start.Scenario == ScenarioCatalog.NullEcho)
        {
            _nullEcho = new NullEchoServer();
            _nullEcho.Start();
            return Ready(_nullEcho.Port, new Dictionary<string, string>());
        }

        if (ScenarioCatalog.Find(start.Scenario) is null)
        {
            throw new ControlException("unknown-scenario", $"scenario '{start.Scenario}' is not one of {string.Join(", ", ScenarioCatalog.All.Select(s => s.Id))}");
        }

        await StartEngineAsync(start);
        return Ready(_server!.TcpEndPoint.Port, _server.BuiltStrategies);
    }

    /// <summary>
    /// A plan names every seam. What equals the shipped default counts as not chosen: a default that another seam leaves
    /// without work (a pool nobody rents from) is no contradiction, an explicit choice of it would be.
    /// </summary>
    private static StrategySelection Selected(IReadOnlyDictionary<string, StrategySetting> settings)
    {
        IReadOnlyDictionary<string, StrategyChoice> defaults = StrategyRules.Resolve(StrategySelection.Default);
        bool IsDefault(string seam, StrategySetting setting) =>
            defaults.TryGetValue(seam, out StrategyChoice? choice)
            && choice.Id == setting.Use
            && setting.Knobs.All(k => choice.Knobs.TryGetValue(k.Key, out double value) && value == k.Value);

        return new StrategySelection(settings
            .Where(s => !IsDefault(s.Key, s.Value))
            .ToDictionary(s => s.Key, s => new StrategyChoice(s.Value.Use, s.Value.Knobs)));
    }

    private async Task StartEngineAsync(TargetStart start)
    {
        InjectedEffect? InjectedFor() => start.Inject is null ? null : new InjectedEffect(start.Inject);
        StrategySelection selection = Selected(start.Strategies);
        var limits = new EngineLimits();
        try
        {
            _server = new PlayServer(new PlayServerOptions
            {
                TcpEndPoint = new IPEndPoint(IPAddress.Any, 0),
                AuthenticateMessageId = LabMessageIds.Authenticate,
                Strategies = selection,
                Limits = limits with { ConnectionsMax = Math.Max(limits.ConnectionsMax, start.Connections + SpareConnections) },
                DefaultStageType = StageType,
                Stages = [new StageRegistration(StageType, _ => new LabStage(InjectedFor()), link => new LabActor(link))],
            });
            await _server.StartAsync();
        }
        catch (ArgumentException e)
        {
            throw new ControlException("bad-options", e.Message);
        }
    }

    private static ControlReply Ready(int port, IReadOnlyDictionary<string, string> strategies) =>
        new(ControlTypes.Ready, new ReadyBody
        {
            Pid = Environment.ProcessId,
            Ports = new Dictionary<string, int> { ["tcp"] = port },
            Fingerprint = Fingerprint.Read(),
            Strategies = strategies,
        });
}
