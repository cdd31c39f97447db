using PlayHouse.Lab.Control;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Launches;

namespace PlayHouse.Lab.Target.Tests;

/// <summary>The real target executable, driven over its control channel.</summary>
internal sealed class TargetProcess : IAsyncDisposable
{
    private static readonly TimeSpan Deadline = TimeSpan.FromSeconds(30);

    private readonly ControlProcess _process;

    private TargetProcess(ControlProcess process) => _process = process;

    public static TargetProcess Launch() => new(ControlProcess.Start(new ControlProcessStart(
        "target", Repository.Program("PlayHouse.Lab.Target"), [], new Dictionary<string, string?>())));

    public Task<ReadyBody> StartAsync(string scenario, InjectSpec? inject = null, params (string Seam, string Strategy)[] strategies) =>
        _process.RequestAsync<ReadyBody>(
            ControlTypes.Start,
            new TargetStart
            {
                Scenario = scenario,
                Strategies = strategies.ToDictionary(s => s.Seam, s => StrategySetting.Of(s.Strategy)),
                Inject = inject,
            },
            Deadline,
            CancellationToken.None);

    public Task<ReadyBody> StartAsync(TargetStart start) =>
        _process.RequestAsync<ReadyBody>(ControlTypes.Start, start, Deadline, CancellationToken.None);

    /// <summary>Tells the server where the other one is; completes when it has reached it.</summary>
    public Task ConnectAsync(int port) =>
        _process.RequestAsync(ControlTypes.Connect, new PeerAddress("127.0.0.1", port), Deadline, CancellationToken.None);

    /// <summary>The same, with hops recorded and so many bytes of data in each request.</summary>
    public Task<ReadyBody> StartWithHopsAsync(string scenario, int payloadBytes) =>
        _process.RequestAsync<ReadyBody>(
            ControlTypes.Start,
            new TargetStart { Scenario = scenario, Strategies = new Dictionary<string, StrategySetting>(), PayloadBytes = payloadBytes, Hops = true },
            Deadline,
            CancellationToken.None);

    public async Task<IReadOnlyList<HopRecord>> MarkHopsAsync(bool resets = false) =>
        (await _process.RequestAsync<MarkedBody>(ControlTypes.Mark, new MarkBody("hops", resets), Deadline, CancellationToken.None)).Hops!;

    public async Task<MarkRecord> MarkAsync(string name) =>
        (await _process.RequestAsync<MarkedBody>(ControlTypes.Mark, new MarkBody(name), Deadline, CancellationToken.None)).Mark;

    public async Task<TargetSample> SampleAsync() =>
        (await _process.RequestAsync<SampledBody>(ControlTypes.Sample, null, Deadline, CancellationToken.None)).Sample;

    public Task<int?> QuitAsync() => _process.QuitAsync(Deadline);

    public ValueTask DisposeAsync() => _process.DisposeAsync();
}
