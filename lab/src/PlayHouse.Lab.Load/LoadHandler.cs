using System.Net;
using System.Net.Sockets;
using PlayHouse.Lab.Control;
using PlayHouse.Lab.Load.Io;
using PlayHouse.Lab.Load.Sessions;
using PlayHouse.Lab.Load.Traffics;
using PlayHouse.Lab.Load.Wire;
using PlayHouse.Lab.Model.Launches;

namespace PlayHouse.Lab.Load;

/// <summary>The load's side of the control protocol: start, connect, warm, measure, drain, each once and in this order.</summary>
internal sealed class LoadHandler : IControlHandler
{
    private LoadStart? _start;
    private LoadContext? _context;
    private LoadSession? _session;
    private Step _step = Step.Started;

    private enum Step
    {
        Started,
        Configured,
        Connected,
        Warm,
        Measured,
        Drained,
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
        _context?.Dispose();
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
        _context = new LoadContext(
            ScenarioWire.Find(start.Scenario, start.Load.PayloadBytes, start.Seed, start.Load.Hops)!,
            start.Load,
            LoadIo.Create(start.Loop ?? LoopNames.DefaultFor(start.Scenario)));
        _step = Step.Configured;
        return new ControlReply(ControlTypes.Ready, new ReadyBody { Pid = Environment.ProcessId, Fingerprint = LoadFingerprint.Take(_context.Io) });
    }

    private async Task ConnectAsync(IControlOutput output, CancellationToken cancellationToken)
    {
        EndPoint target = _start!.Pipe is { } pipe ? new UnixDomainSocketEndPoint(pipe) : new IPEndPoint(IPAddress.Parse(_start.Host), _start.Port);
        Traffic traffic = await Traffic.OpenAsync(_start.Scenario, _context!, target, _start.Seed, output, cancellationToken);
        _session = new LoadSession(_context!, traffic);
        _step = Step.Connected;
    }

    private async Task WarmAsync(double seconds, CancellationToken cancellationToken)
    {
        _session!.StartSending();
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
            throw new ControlException("bad-state", $"'{request.Type}' does not follow here: each of start, connect, warm, measure, drain comes once and in this order");
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
