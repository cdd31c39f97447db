using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Target.Calibration;

namespace PlayHouse.Lab.Target.Hosts;

/// <summary>The echo below the engine.</summary>
internal sealed class NullEchoHost : IScenarioHost
{
    private readonly NullEchoServer _server = new();

    public IReadOnlyDictionary<string, int> Ports => new Dictionary<string, int> { ["tcp"] = _server.Port };

    public IReadOnlyDictionary<string, string> Strategies => new Dictionary<string, string>();

    public static NullEchoHost Start()
    {
        var host = new NullEchoHost();
        host._server.Start();
        return host;
    }

    public IReadOnlyDictionary<string, long> ReadCounters() => new Dictionary<string, long> { [CounterNames.EngineMessages] = _server.Messages };

    public Task DrainAsync() => Task.CompletedTask;

    public ValueTask DisposeAsync() => _server.DisposeAsync();
}
