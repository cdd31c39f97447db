using System.Net;
using System.Net.Sockets;
using PlayHouse.Lab.Control;
using PlayHouse.Lab.Load.Io;
using PlayHouse.Lab.Load.Sessions;
using PlayHouse.Lab.Load.Slices;
using PlayHouse.Lab.Load.Traffics;
using PlayHouse.Lab.Load.Wire;
using PlayHouse.Lab.Model.Launches;

namespace PlayHouse.Lab.Load;

/// <summary>
/// The load's side of the control protocol: start, connect, then either warm, measure, drain, each once and in this order, or slices as
/// often as asked.
/// </summary>
internal sealed class LoadHandler : IControlHandler
{
    private readonly List<LoadContext> _contexts = [];
    private readonly List<Traffic> _traffics = [];
    private LoadStart? _start;
    private LoadIo? _io;
    private LoadSession? _session;
    private SlicedLoad? _sliced;
    private Step _step = Step.Started;

    private enum Step
    {
        Started,
        Configured,
        Connected,
        Warm,
        Measured,
        Drained,
        Slicing,
    }

    /// <inheritdoc/>
    public async ValueTask<ControlReply> HandleAsync(ControlLine request, IControlOutput output, CancellationToken cancellationToken)
    {
        switch (request.Type)
        {
            case ControlTypes.Start:
                Require(Step.Started, request);
                return Configure(ControlCodec.Body<LoadStart>(request));
            case ControlTypes.Connect:
                Require(Step.Configured, request);
                await ConnectAsync(output, cancellationToken);
                return ControlReply.Ack;
            case ControlTypes.Warm:
                Require(Step.Connected, request);
                await WarmAsync(SecondsOf(request, allowsZero: true), cancellationToken);
                return ControlReply.Ack;
            case ControlTypes.Measure:
                Require(Step.Warm, request);
                await MeasureAsync(SecondsOf(request, allowsZero: false), output, cancellationToken);
                return ControlReply.Ack;
            case ControlTypes.Slices:
                Require(_step == Step.Slicing ? Step.Slicing : Step.Connected, request);
                return new ControlReply(ControlTypes.Sliced, await TakeTurnsAsync(ControlCodec.Body<SlicesBody>(request), output, cancellationToken));
            case ControlTypes.Drain:
                Require(Step.Measured, request);
                output.Progress("draining");
                LoadResult result = await _session!.DrainAsync(cancellationToken);
                _step = Step.Drained;
                return new ControlReply(ControlTypes.Result, new ResultBody(result));
            default:
                throw ControlReply.UnknownType(request);
        }
    }

    /// <inheritdoc/>
    public ValueTask DisposeAsync()
    {
        _session?.Dispose();
        _traffics.ForEach(t => t.Dispose());
        _contexts.ForEach(c => c.Dispose());
        _io?.Dispose();
        return default;
    }

    private ControlReply Configure(LoadStart start)
    {
        string[] errors = [.. LoadStartRules.Errors(start)];
        if (errors.Length > 0)
        {
            throw new ControlException("bad-start", string.Join("; ", errors));
        }

        _start = start;
        _io = new LoopIo();
        foreach (LoadTarget _ in start.Targets)
        {
            _contexts.Add(new LoadContext(ScenarioWire.Find(start.Scenario, start.Load.PayloadBytes, start.Seed, start.Load.Hops)!, start.Load, _io));
        }

        _step = Step.Configured;
        return new ControlReply(ControlTypes.Ready, new ReadyBody { Pid = Environment.ProcessId, Fingerprint = LoadFingerprint.Take(_io) });
    }

    private async Task ConnectAsync(IControlOutput output, CancellationToken cancellationToken)
    {
        foreach ((int index, LoadTarget target) in _start!.Targets.Index())
        {
            EndPoint address = target.Pipe is { } pipe ? new UnixDomainSocketEndPoint(pipe) : new IPEndPoint(IPAddress.Parse(target.Host), target.Port);
            try
            {
                _traffics.Add(await Traffic.OpenAsync(_start.Scenario, _contexts[index], address, _start.Seed, output, cancellationToken));
            }
            catch (ControlException e)
            {
                throw new ControlException(e.Code, e.Message) { Target = index };
            }
        }

        _step = Step.Connected;
    }

    private async Task<SlicedBody> TakeTurnsAsync(SlicesBody body, IControlOutput output, CancellationToken cancellationToken)
    {
        string[] errors = [.. LoadStartRules.SliceErrors(_start!, body)];
        if (errors.Length > 0)
        {
            throw new ControlException("bad-body", string.Join("; ", errors));
        }

        output.Progress("taking turns");
        _step = Step.Slicing;
        _sliced ??= new SlicedLoad(_io!, [.. _start!.Targets.Select((t, i) => (_contexts[i], (AnsweredTraffic)_traffics[i], t.Pid))]);
        return await _sliced.RunAsync(body, cancellationToken);
    }

    private async Task WarmAsync(double seconds, CancellationToken cancellationToken)
    {
        if (_traffics.Count > 1)
        {
            throw new ControlException("bad-state", "a load with several targets takes turns at them: send 'slices' instead of 'warm'");
        }

        _session = new LoadSession(_contexts[0], _traffics[0]);
        _session.StartSending();
        _step = Step.Warm;
        await Task.Delay(TimeSpan.FromSeconds(seconds), cancellationToken);
    }

    private async Task MeasureAsync(double seconds, IControlOutput output, CancellationToken cancellationToken)
    {
        output.Progress("measuring");
        _step = Step.Measured;
        await _session!.MeasureAsync(seconds, cancellationToken);
    }

    private void Require(Step step, ControlLine request)
    {
        if (_step != step)
        {
            throw new ControlException("bad-state", $"'{request.Type}' does not follow here: start and connect come once, then either warm, measure and drain, each once and in this order, or slices");
        }
    }

    private static double SecondsOf(ControlLine request, bool allowsZero)
    {
        double seconds = ControlCodec.Body<SecondsBody>(request).Seconds;
        return seconds is >= 0 and <= LoadLimits.SecondsMax && (allowsZero || seconds > 0)
            ? seconds
            : throw new ControlException("bad-body", $"{request.Type}: {seconds} seconds are not 0 … {LoadLimits.SecondsMax}");
    }
}
