using PlayHouse.Lab.Control;
using PlayHouse.Lab.Counters;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Scenarios;
using PlayHouse.Lab.Target.Hosts;
using PlayHouse.Lab.Target.Marks;

namespace PlayHouse.Lab.Target;

/// <summary>Hosts what one scenario is measured on, in one strategy combination, for the life of the process.</summary>
internal sealed class TargetRole : IControlHandler
{
    private const string IsCounted = "counted";

    private IScenarioHost? _host;
    private ProcessCounter? _instructions;

    public async ValueTask<ControlReply> HandleAsync(ControlLine request, IControlOutput output, CancellationToken cancellationToken)
    {
        switch (request.Type)
        {
            case ControlTypes.Start:
                return await StartAsync(ControlCodec.Body<TargetStart>(request));
            case ControlTypes.Mark:
                return Mark(ControlCodec.Body<MarkBody>(request));
            case ControlTypes.Sample:
                return new ControlReply(ControlTypes.Sampled, new SampledBody(TargetMark.Sample(ReadCounters())));
            case ControlTypes.Connect:
                PeerAddress peer = ControlCodec.Body<PeerAddress>(request);
                await Started().ConnectAsync(peer.Host, peer.Port, cancellationToken);
                return ControlReply.Ack;
            case ControlTypes.Drain:
                await (_host?.DrainAsync() ?? Task.CompletedTask);
                return ControlReply.Ack;
            default:
                throw ControlReply.UnknownType(request);
        }
    }

    public async ValueTask DisposeAsync()
    {
        if (_host is not null)
        {
            await _host.DisposeAsync();
        }

        _instructions?.Dispose();
    }

    /// <summary>Hops are read and forgotten outside of the mark: they are no part of its width.</summary>
    private ControlReply Mark(MarkBody mark)
    {
        IScenarioHost host = Started();
        if (mark.ResetsHops)
        {
            host.ResetHops();
        }

        MarkRecord record = TargetMark.Read(mark.Name, ReadCounters, _instructions);
        return new ControlReply(ControlTypes.Marked, new MarkedBody(record, host.ReadHops()));
    }

    private IReadOnlyDictionary<string, long> ReadCounters() => Started().ReadCounters();

    private IScenarioHost Started() => _host ?? throw new ControlException("not-started", "send 'start' first");

    private async Task<ControlReply> StartAsync(TargetStart start)
    {
        if (_host is not null)
        {
            throw new ControlException("started", "this target runs already; one combination per process");
        }

        // Before the host makes its threads: each of them then has its counter from the thread that creates it.
        string counted = ProcessCounter.TryOpen(CountedEvent.UserInstructions, out _instructions, out string reason) ? IsCounted : reason;
        _host = await CreateAsync(start);
        await MarkRehearsal.RunAsync(() => TargetMark.Read("rehearsal", ReadCounters, _instructions));
        return new(ControlTypes.Ready, new ReadyBody
        {
            Pid = Environment.ProcessId,
            Ports = _host.Ports,
            Pipe = _host.Pipe,
            Fingerprint = new Dictionary<string, string>(Fingerprint.Read()) { [FingerprintKeys.Instructions] = counted },
            Strategies = _host.Strategies,
        });
    }

    private static async Task<IScenarioHost> CreateAsync(TargetStart start)
    {
        if (start.Scenario == ScenarioCatalog.NullEcho)
        {
            return NullEchoHost.Start();
        }

        ScenarioDescriptor scenario = ScenarioCatalog.Find(start.Scenario) ?? throw new ControlException(
            "unknown-scenario", $"scenario '{start.Scenario}' is not one of {string.Join(", ", ScenarioCatalog.All.Select(s => s.Id))}");
        return scenario.Subject switch
        {
            ScenarioSubject.Multiplexer => MultiplexerHost.Start(start),
            ScenarioSubject.FastPort => FastPortHost.Start(start),
            _ => await EngineHost.StartAsync(scenario, start),
        };
    }
}
