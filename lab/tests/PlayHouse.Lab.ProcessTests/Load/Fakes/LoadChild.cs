using System.Diagnostics;
using PlayHouse.Lab.Control;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Scenarios;

namespace PlayHouse.Lab.Load.Tests.Fakes;

/// <summary>The real load executable as a child process.</summary>
internal sealed class LoadChild : IAsyncDisposable
{
    private static readonly TimeSpan Deadline = TimeSpan.FromSeconds(30);

    private LoadChild(ControlProcess process) => Process = process;

    public ControlProcess Process { get; }

    private static string Dotnet => Environment.GetEnvironmentVariable("DOTNET_HOST_PATH") ?? "dotnet";

    private static string Executable => Path.Combine(AppContext.BaseDirectory, "PlayHouse.Lab.Load.dll");

    public static LoadChild Launch() =>
        new(ControlProcess.Start(new ControlProcessStart("load", Dotnet, [Executable], new Dictionary<string, string?>())));

    /// <summary>The process without a protocol around it.</summary>
    public static Process LaunchRaw()
    {
        var info = new ProcessStartInfo(Dotnet, [Executable])
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        return System.Diagnostics.Process.Start(info)!;
    }

    /// <summary>One launch from hello to quit.</summary>
    public static async Task<LoadResult> RunAsync(IFakeServer server, LoadSpec load, double warmSeconds, double windowSeconds, string scenario = ScenarioCatalog.Echo)
    {
        await using LoadChild child = Launch();
        await child.ConnectAsync(server, load, scenario);
        await child.RequestAsync(ControlTypes.Warm, new SecondsBody(warmSeconds));
        await child.RequestAsync(ControlTypes.Measure, new SecondsBody(windowSeconds));
        ResultBody result = await child.Process.RequestAsync<ResultBody>(ControlTypes.Drain, null, Deadline, CancellationToken.None);
        Assert.Equal(0, await child.Process.QuitAsync(Deadline));
        return result.Result;
    }

    /// <summary>
    /// Launches with ever longer windows until so many replies came in one: what a slow machine does in a second is not what is
    /// asked.
    /// </summary>
    public static async Task<LoadResult> RunUntilReceivedAsync(EchoServer server, LoadSpec load, double warmSeconds, double windowSeconds, long received)
    {
        LoadResult result;
        do
        {
            result = await RunAsync(server, load, warmSeconds, windowSeconds);
            windowSeconds *= 3;
        }
        while (result.Received < received && windowSeconds < Deadline.TotalSeconds);
        return result;
    }

    /// <summary>One launch in whose window the server stands still once, for so long, from the first request of the window.</summary>
    public static async Task<LoadResult> RunStalledAsync(EchoServer server, LoadSpec load, double windowSeconds, int stallMs)
    {
        await using LoadChild child = Launch();
        await child.ConnectAsync(server, load);
        await child.RequestAsync(ControlTypes.Warm, new SecondsBody(0));
        Task measuring = child.RequestAsync(ControlTypes.Measure, new SecondsBody(windowSeconds));
        long before = server.Requests;
        Assert.True(SpinWait.SpinUntil(() => server.Requests > before + load.Connections, Deadline));
        server.Stall(stallMs);
        await measuring;
        ResultBody result = await child.Process.RequestAsync<ResultBody>(ControlTypes.Drain, null, Deadline, CancellationToken.None);
        Assert.Equal(0, await child.Process.QuitAsync(Deadline));
        return result.Result;
    }

    public Task RequestAsync(string type, object? body = null) => Process.RequestAsync(type, body, Deadline, CancellationToken.None);

    public async Task<ReadyBody> StartAsync(IFakeServer server, LoadSpec load, string scenario = ScenarioCatalog.Echo)
    {
        await RequestAsync(ControlTypes.Hello);
        var start = new LoadStart { Scenario = scenario, Targets = [new LoadTarget("127.0.0.1", server.Port)], Load = load, Seed = 4711 };
        ReadyBody ready = await Process.RequestAsync<ReadyBody>(ControlTypes.Start, start, Deadline, CancellationToken.None);
        Assert.Equal(Process.Pid, ready.Pid);
        return ready;
    }

    public async Task ConnectAsync(IFakeServer server, LoadSpec load, string scenario = ScenarioCatalog.Echo)
    {
        await StartAsync(server, load, scenario);
        await RequestAsync(ControlTypes.Connect);
    }

    public ValueTask DisposeAsync() => Process.DisposeAsync();
}
