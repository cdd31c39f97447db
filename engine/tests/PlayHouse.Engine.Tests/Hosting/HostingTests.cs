using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Diagnostics.HealthChecks;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Options;
using PlayHouse.Engine.Api;
using PlayHouse.Engine.Hosting.Tests.Fixtures;
using ManualClock = PlayHouse.Engine.IntegrationTests.Fixtures.ManualClock;

namespace PlayHouse.Engine.Hosting.Tests;

/// <summary>Servers as parts of a host: registration, settings, life cycle, scopes, logs, health.</summary>
public sealed class HostingTests
{
    [Fact]
    public async Task Host_WithBothServers_RunsThemForItsLife()
    {
        LoopbackHub hub = new();
        using IHost host = Build(services =>
        {
            services.AddSingleton(new ApiLog()).AddScoped<RequestScope>();
            services.AddPlayServer(Loopback(hub)).UseStage<ServiceStage, ServiceActor>("Room");
            services.AddApiServer(s => s.Customize = o => o with { Mesh = hub.ConnectAsync }).UseController<GameController>();
        });
        PlayServer play = host.Services.GetRequiredService<PlayServer>();
        Assert.Equal(ServerPhase.Created, play.Phase);

        await host.StartAsync();
        using ServerReply reply = await play.Link.RequestToApiServiceAsync(1, "Echo", new byte[] { 1 });
        await using RawClient client = await RoomServer.JoinAsync(play.TcpEndPoint, 1, "ann");

        Assert.Equal("EchoReply", reply.MsgId);
        Assert.Equal(ServerPhase.Running, play.Phase);
        await host.StopAsync();
        Assert.Null(await client.TryReadAsync());
        Assert.Equal(ServerPhase.Stopped, play.Phase);
        Assert.Equal(ServerPhase.Stopped, host.Services.GetRequiredService<ApiServer>().Phase);
    }

    [Fact]
    public async Task Host_StageAndActor_GetScopesOfTheirOwnThatEndWithThem()
    {
        ApiLog log = new();
        using IHost host = Build(services =>
        {
            services.AddSingleton(log).AddScoped<RequestScope>();
            services.AddPlayServer(s => s.TcpEndPoint = "127.0.0.1:0").UseStage<ServiceStage, ServiceActor>("Room");
        });
        await host.StartAsync();
        PlayServer play = host.Services.GetRequiredService<PlayServer>();

        await using RawClient ann = await RoomServer.JoinAsync(play.TcpEndPoint, 1, "ann");
        await using RawClient bob = await RoomServer.JoinAsync(play.TcpEndPoint, 1, "bob");
        int stage = BitConverter.ToInt32((await ann.RequestAsync("StageScope", 2)).Payload);
        int first = BitConverter.ToInt32((await ann.RequestAsync("ActorScope", 3)).Payload);
        int second = BitConverter.ToInt32((await bob.RequestAsync("ActorScope", 2)).Payload);

        Assert.Equal(3, new HashSet<int> { stage, first, second }.Count);
        Assert.Equal((3, 0), (log.ScopesMade, log.ScopesEnded));
        await ann.RequestAsync("Leave", 4);
        await Wait.UntilAsync(() => log.ScopesEnded == 1, "the scope of the actor that left ends");
        Assert.True(play.CloseStage(1));
        await Wait.UntilAsync(() => log.ScopesEnded == 3, "the scopes of the stage and its last actor end");
        await Assert.ThrowsAnyAsync<Exception>(() => RoomServer.JoinAsync(play.TcpEndPoint, 2, "bad"));
        await Wait.UntilAsync(() => log.ScopesEnded == 4, "the scope of a rejected actor ends");
        Assert.Equal(4, log.ScopesMade);
        await host.StopAsync();
    }

    [Fact]
    public async Task Host_WithWrongSettings_ReportsAllErrorsAtStart()
    {
        Dictionary<string, string?> configuration = new()
        {
            ["PlayServer:TcpEndPoint"] = "8080",
            ["PlayServer:Limits:ConnectionsMax"] = "0",
            ["PlayServer:Limits:IdleTimeout"] = "00:00:00",
            ["PlayServer:Lmits:IdleTimeout"] = "00:00:10",
        };
        using IHost host = Build(
            services => services.AddPlayServer(s =>
            {
                s.ServerId = "";
                s.HandlerFailureLogsPerSecondMax = -1;
            }).UseStage<ServiceStage, ServiceActor>("Room").UseStage<ServiceStage, ServiceActor>("Room"),
            configuration);

        OptionsValidationException exception = await Assert.ThrowsAsync<OptionsValidationException>(() => host.StartAsync());

        string[] expected =
        [
            "TcpEndPoint '8080'", "ConnectionsMax", "IdleTimeout", "Lmits", "ServerId", "HandlerFailureLogsPerSecondMax",
            "registered 2 times", "RequestScope, which is not a registered service",
        ];
        Assert.All(expected, e => Assert.Contains(exception.Failures, f => f.Contains(e, StringComparison.Ordinal)));
    }

    [Fact]
    public async Task Host_WithAnApiServerWithoutControllers_DoesNotStart()
    {
        using IHost host = Build(services => services.AddApiServer(s => s.Weight = 0));

        OptionsValidationException exception = await Assert.ThrowsAsync<OptionsValidationException>(() => host.StartAsync());

        Assert.Equal(2, exception.Failures.Count());
    }

    [Fact]
    public async Task Host_WithConfiguration_PrefersItToTheCode()
    {
        Dictionary<string, string?> configuration = new()
        {
            ["PlayServer:ServerId"] = "from-file",
            ["PlayServer:TcpEndPoint"] = "[::1]:0",
            ["PlayServer:Limits:StagesMax"] = "1",
        };
        using IHost host = Build(
            services =>
            {
                services.AddSingleton(new ApiLog()).AddScoped<RequestScope>();
                services.AddPlayServer(s =>
                {
                    s.ServerId = "from-code";
                    s.Limits = new EngineLimits { StagesMax = 9, ActorsPerStageMax = 5 };
                }).UseStage<ServiceStage, ServiceActor>("Room");
            },
            configuration);

        await host.StartAsync();
        PlayServer play = host.Services.GetRequiredService<PlayServer>();

        Assert.Equal("from-file", play.Link.ServerId);
        Assert.True((await play.CreateStageAsync("Room", 1)).IsSuccess);
        Assert.Equal(ErrorCodes.StageCreationFailed, (await play.CreateStageAsync("Room", 2)).ErrorCode);
        Assert.Equal(18_000, EngineLimits.Default.ConnectionsMax);
        Assert.Equal(20_000, EngineLimits.Default.StagesMax);
        await host.StopAsync();
    }

    [Fact]
    public void Host_WithTwoPlayServers_IsRefused()
    {
        ServiceCollection services = new();
        services.AddPlayServer();

        Assert.Throws<InvalidOperationException>(() => services.AddPlayServer());
    }

    [Fact]
    public async Task Host_WithControllersRegisteredAsSuch_FindsThem()
    {
        using IHost host = Build(services =>
        {
            services.AddSingleton(new ApiLog()).AddScoped<RequestScope>();
            services.AddApiServer().UseSystemController<StageCreationTests.EchoSystem>();
            services.AddTransient<IApiController, GameController>();
            services.AddTransient<IApiController, DisposableController>();
        });
        await host.StartAsync();
        IApiLink link = host.Services.GetRequiredService<ApiServer>().Link;

        using ServerReply echo = await link.RequestToApiServiceAsync(1, "Echo", default);
        using ServerReply other = await link.RequestToApiAsync("api", "Disposable", default);
        using ServerReply system = await link.RequestToSystemAsync("api", "Ping", default);

        Assert.Equal(("EchoReply", "DisposableReply", "Pong"), (echo.MsgId, other.MsgId, system.MsgId));
        await host.StopAsync();
    }

    [Fact]
    public async Task Host_WithAControllerMadeByAFactory_IsRefusedByName()
    {
        using IHost host = Build(services =>
        {
            services.AddSingleton(new ApiLog()).AddScoped<RequestScope>();
            services.AddApiServer().UseController<GameController>();
            services.AddScoped<IApiController>(p => new DisposableController(p.GetRequiredService<ApiLog>()));
        });

        OptionsValidationException exception = await Assert.ThrowsAsync<OptionsValidationException>(() => host.StartAsync());

        Assert.Contains("by a factory", Assert.Single(exception.Failures), StringComparison.Ordinal);
    }

    [Fact]
    public async Task HealthCheck_OfADrainingServer_IsUnhealthyBeforeItsClientsAreGone()
    {
        ApiLog log = new();
        using IHost host = Build(services =>
        {
            services.AddSingleton(log).AddScoped<RequestScope>();
            services.AddPlayServer(s => s.TcpEndPoint = "127.0.0.1:0").UseStage<ServiceStage, ServiceActor>("Room").AddHealthCheck();
        });
        HealthCheckService health = host.Services.GetRequiredService<HealthCheckService>();
        Assert.Equal("starting", await DescribeAsync(health));
        await host.StartAsync();
        Assert.Equal("running", await DescribeAsync(health));
        await using RawClient client = await RoomServer.JoinAsync(host.Services.GetRequiredService<PlayServer>().TcpEndPoint, 1, "ann");
        await client.SendAsync("Hold", 2);
        await Wait.UntilAsync(() => log.Running == 1, "a handler runs");

        Task stopping = host.StopAsync();
        await Wait.UntilAsync(() => host.Services.GetRequiredService<PlayServer>().Phase == ServerPhase.Draining, "the server drains");
        Assert.Equal("draining", await DescribeAsync(health));
        log.Gate.SetResult();

        Assert.Equal("Held", (await client.ReadAsync()).MsgId);
        await Wait.InTimeAsync(stopping);
        Assert.Equal("stopped", await DescribeAsync(health));
    }

    [Fact]
    public async Task HandlerFailures_AreLoggedABoundedNumberOfTimes()
    {
        MemoryLog memory = new();
        using IHost host = Build(services =>
        {
            services.AddSingleton(new ApiLog()).AddScoped<RequestScope>().AddSingleton<ILoggerProvider>(memory);
            services.AddApiServer(s => s.HandlerFailureLogsPerSecondMax = 3).UseController<GameController>();
        });
        await host.StartAsync();
        ApiServer server = host.Services.GetRequiredService<ApiServer>();

        for (int i = 0; i < 50; i++)
        {
            await RequestFailures.CodeOfAsync(server.Link.RequestToApiAsync("api", "Throw", default));
        }

        int seconds = memory.Seconds;
        int failures = memory.Entries.Count(e => e.Exception is InvalidOperationException);
        Assert.InRange(failures, 3, 3 * (seconds + 1));
        Assert.Equal(50, server.ReadCounters()["handler.failures"]);
        await host.StopAsync();
        Assert.Contains(memory.Entries, e => e.Text == "ApiServer has stopped; 0 sessions, stages and handlers were abandoned.");
    }

    /// <summary>Under attack the log has one line a minute, which names what was refused and how often.</summary>
    [Fact]
    public async Task Refusals_OfAMinute_AreOneLine()
    {
        MemoryLog memory = new();
        ManualClock clock = new();
        using IHost host = Build(services =>
        {
            services.AddSingleton(new ApiLog()).AddScoped<RequestScope>().AddSingleton<ILoggerProvider>(memory).AddSingleton<TimeProvider>(clock);
            services.AddPlayServer(s => s.TcpEndPoint = "127.0.0.1:0").UseStage<ServiceStage, ServiceActor>("Room");
        });
        await host.StartAsync();
        PlayServer play = host.Services.GetRequiredService<PlayServer>();
        await BeRefusedAsync(3);
        Assert.Empty(Lines());

        clock.Advance(TimeSpan.FromMinutes(1));
        await Wait.UntilAsync(() => Lines().Length == 1, "the line of the first minute");
        await BeRefusedAsync(1);
        await host.StopAsync();

        Assert.Equal(["PlayServer, in the last minute: authentication.failures 3.", "PlayServer, in the last minute: authentication.failures 1."], Lines());

        string[] Lines() => [.. memory.Entries.Select(e => e.Text).Where(t => t.Contains("in the last minute", StringComparison.Ordinal))];

        async Task BeRefusedAsync(int times)
        {
            for (int i = 0; i < times; i++)
            {
                await Assert.ThrowsAnyAsync<Exception>(() => RoomServer.JoinAsync(play.TcpEndPoint, 1, "bad"));
            }
        }
    }

    [Fact]
    public async Task HandlerThatHangs_IsLoggedWithItsStageAndMessage()
    {
        MemoryLog memory = new();
        TaskCompletionSource gate = new(TaskCreationOptions.RunContinuationsAsynchronously);
        using IHost host = Build(services =>
        {
            services.AddSingleton(gate).AddSingleton<ILoggerProvider>(memory);
            services.AddPlayServer(s =>
            {
                s.TcpEndPoint = "127.0.0.1:0";
                s.Limits = new EngineLimits { HandlerHangTimeout = TimeSpan.FromMilliseconds(50) };
            }).UseStage<GatedStage, NamedActor>("Gated");
        });
        await host.StartAsync();
        await using RawClient client = await RoomServer.JoinAsync(host.Services.GetRequiredService<PlayServer>().TcpEndPoint, 77, "alice");
        await client.SendAsync("SlowRequest", 3);

        await Wait.UntilAsync(() => memory.Entries.Any(e => e.Text.Contains("SlowRequest in stage Gated 77", StringComparison.Ordinal)), "the report");

        gate.SetResult();
        Assert.Equal("SlowReply", (await client.ReadAsync()).MsgId);
        await host.StopAsync();
    }

    [Fact]
    public async Task Host_WithAPlayServerThatListensNowhere_DoesNotStart()
    {
        using IHost host = Build(services => services.AddPlayServer().UseStage<GatedStage, NamedActor>("Gated"));

        OptionsValidationException exception = await Assert.ThrowsAsync<OptionsValidationException>(() => host.StartAsync());

        Assert.Contains(exception.Failures, f => f.Contains("no client could connect", StringComparison.Ordinal));
    }

    /// <summary>Answers when the test lets it.</summary>
    private sealed class GatedStage(TaskCompletionSource gate) : IStage
    {
        public async ValueTask OnDispatch(IActor actor, IPacket packet)
        {
            await gate.Task;
            ((NamedActor)actor).Link.Reply("SlowReply", default);
        }
    }

    private static async Task<string?> DescribeAsync(HealthCheckService health) =>
        (await health.CheckHealthAsync()).Entries["play-server"].Description;

    private static Action<PlayServerSettings> Loopback(LoopbackHub hub) => s =>
    {
        s.TcpEndPoint = "127.0.0.1:0";
        s.Customize = o => o with { Mesh = hub.ConnectAsync };
    };

    private static IHost Build(Action<IServiceCollection> register, Dictionary<string, string?>? configuration = null)
    {
        HostApplicationBuilder builder = Host.CreateEmptyApplicationBuilder(new HostApplicationBuilderSettings { DisableDefaults = true });
        builder.Configuration.AddInMemoryCollection(configuration ?? []);
        register(builder.Services);
        return builder.Build();
    }
}
