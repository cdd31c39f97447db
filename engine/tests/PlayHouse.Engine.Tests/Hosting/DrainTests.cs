using System.Collections.Concurrent;
using System.Net;
using System.Text;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Time.Testing;
using PlayHouse.Engine.Api;
using PlayHouse.Engine.Hosting.Tests.Fixtures;
using PlayHouse.Engine.IntegrationTests.Fixtures;
using PlayHouse.Engine.Mesh;
using PlayHouse.Engine.Mesh.Tests.Fixtures;
using PlayHouse.Engine.Protocol;

namespace PlayHouse.Engine.Hosting.Tests;

/// <summary>Servers that are to stop: cordoned, then drained, then stopped.</summary>
public sealed class DrainTests
{
    private readonly ConcurrentQueue<string> _events = new();
    private readonly ManualClock _clock = new();

    /// <summary>A match goes through while the server takes no new one; the last match that ends ends the server.</summary>
    [Fact]
    public async Task Stop_WithAMatchUnderWay_WaitsForItsEnd()
    {
        await using PlayServer server = await StartAsync(TimeSpan.FromHours(1));
        await using RawClient alice = await JoinAsync(server, "alice");
        RawClient bob = await JoinAsync(server, "bob");
        Assert.True((await server.CreateStageAsync("Match", 2)).IsSuccess);

        Task stopping = server.StopAsync();
        Assert.Equal("drain 01:00:00", (await alice.ReadAsync()).Text);

        Assert.Equal(ServerPhase.Draining, server.Phase);
        Assert.Equal("EchoReply", (await alice.RequestAsync("EchoRequest", 2)).MsgId);
        Assert.Equal(ErrorCodes.StageCreationFailed, (await server.CreateStageAsync("Match", 3)).ErrorCode);
        await bob.DisposeAsync();
        await using RawClient back = await JoinAsync(server, "bob");
        await Wait.UntilAsync(() => server.ReadCounters()["stages"] == 1, "the stage without actors has ended");
        Assert.False(stopping.IsCompleted);

        await alice.SendAsync("EndRequest", 0);
        await Wait.InTimeAsync(stopping);

        Assert.Equal(["destroyed", "destroyed", "drain 01:00:00", "drain 01:00:00"], _events.Order());
        Assert.Equal((0L, 0L), (server.ReadCounters()["drain.unfinished"], server.ReadCounters()["stop.abandoned"]));
        Assert.Equal(ServerPhase.Stopped, server.Phase);
    }

    [Fact]
    [Reaches(nameof(EngineLimits.DrainTimeout))]
    public async Task Stop_WithAMatchThatDoesNotEnd_EndsItWhenTheTimeIsOver()
    {
        await using PlayServer server = await StartAsync(TimeSpan.FromMinutes(5));
        await using RawClient alice = await JoinAsync(server, "alice");
        Task stopping = server.StopAsync();
        Assert.Equal("drain 00:05:00", (await alice.ReadAsync()).Text);
        _clock.Advance(TimeSpan.FromMinutes(5) - TimeSpan.FromMilliseconds(1));
        Assert.Equal("EchoReply", (await alice.RequestAsync("EchoRequest", 2)).MsgId);
        Assert.False(stopping.IsCompleted);

        _clock.Advance(TimeSpan.FromMilliseconds(1));
        await Wait.InTimeAsync(stopping);

        Assert.Null(await alice.TryReadAsync());
        Assert.Equal((1L, 0L), (server.ReadCounters()["drain.unfinished"], server.ReadCounters()["stop.abandoned"]));
    }

    /// <summary>Without time to drain a stage is told all the same, before its clients are gone: what it sends them arrives.</summary>
    [Fact]
    public async Task Stop_WithoutDrainTime_TellsStagesBeforeTheirClientsGo()
    {
        await using PlayServer server = await StartAsync(TimeSpan.Zero);
        await using RawClient alice = await JoinAsync(server, "alice");

        await Wait.InTimeAsync(server.StopAsync());

        Assert.Equal("drain 00:00:00", (await alice.ReadAsync()).Text);
        Assert.Null(await alice.TryReadAsync());
        Assert.Equal(0, server.ReadCounters()["drain.unfinished"]);
    }

    [Fact]
    public async Task Cordon_MakesNoStageAndServesThoseThereAre()
    {
        await using PlayServer server = await StartAsync(TimeSpan.Zero);
        await using RawClient alice = await JoinAsync(server, "alice");

        server.Cordon();
        server.Cordon();

        Assert.Equal(ServerPhase.Draining, server.Phase);
        await using RawClient eve = new(await Transports.OpenAsync(server.TcpEndPoint)) { StageId = 7 };
        Assert.Equal(ErrorCodes.StageCreationFailed, (await eve.RequestAsync("AuthenticateRequest", 1, "eve")).ErrorCode);
        await using RawClient bob = await JoinAsync(server, "bob");
        Assert.Equal("EchoReply", (await alice.RequestAsync("EchoRequest", 2)).MsgId);
        Assert.DoesNotContain(_events, e => e.StartsWith("drain", StringComparison.Ordinal));
    }

    /// <summary>Servers of a service take turns at stopping, and no request fails: the others choose another one before it refuses.</summary>
    [Fact]
    public async Task ApiServer_ThatDrains_AnswersUntilTheOthersHaveLeftIt()
    {
        FakeTimeProvider clock = new();
        InMemoryServerDirectory directory = MeshNode.NewDirectory();
        await using ApiServer first = await StartApiAsync("api-1", directory, TimeSpan.FromHours(1), clock);
        await using ApiServer second = await StartApiAsync("api-2", directory, TimeSpan.Zero, clock);
        await using MeshNode caller = await MeshNode.StartAsync("caller", directory);
        // Servers look into the directory by their own clock: it passes until they have.
        await PassUntilChosenAsync("api-1 api-2");

        Task stopping = first.StopAsync();
        await PassUntilChosenAsync("api-2");
        using ServerReply late = await caller.Mesh.RequestAsync("api-1", new RouteHeader("Echo", ServiceId: 1), "x"u8);

        Assert.Equal("EchoReply", late.MsgId);
        Assert.False(stopping.IsCompleted);
        clock.Advance(TimeSpan.FromHours(1));
        await Wait.InTimeAsync(stopping);

        Task PassUntilChosenAsync(string servers) => Wait.PassAsync(clock, TimeSpan.FromMilliseconds(20), () => string.Join(' ', Enumerable.Range(0, 2).Select(_ => Choose()).Order().Distinct()) == servers, servers);

        string Choose() => caller.Mesh.TrySelect(1, ServerSelection.RoundRobin, out string id) ? id : "none";
    }

    private static async Task<ApiServer> StartApiAsync(string id, InMemoryServerDirectory directory, TimeSpan drain, TimeProvider clock)
    {
        ApiServer server = new(
            new ApiServerOptions
            {
                ServerId = id,
                ServiceId = 1,
                Controllers = [typeof(EchoController)],
                Limits = new EngineLimits { DrainTimeout = drain },
                Clock = clock,
                Network = new MeshOptions { BindAddress = "tcp://127.0.0.1:0", Directory = directory, DirectoryPeriod = TimeSpan.FromMilliseconds(20) },
            },
            new ServiceCollection().AddScoped<EchoController>().BuildServiceProvider());
        await server.StartAsync();
        return server;
    }

    private async Task<PlayServer> StartAsync(TimeSpan drain)
    {
        PlayServer server = new(new PlayServerOptions
        {
            TcpEndPoint = new IPEndPoint(IPAddress.Loopback, 0),
            AuthenticateMessageId = "AuthenticateRequest",
            Stages = [new StageRegistration("Match", link => new Match(link, _events), link => new Player(link))],
            DefaultStageType = "Match",
            Limits = ManualClock.Limits(new EngineLimits { DrainTimeout = drain, IdleTimeout = TimeSpan.FromHours(2), AuthenticationTimeout = TimeSpan.FromHours(2) }),
            Clock = _clock,
        });
        await server.StartAsync();
        return server;
    }

    private static async Task<RawClient> JoinAsync(PlayServer server, string account)
    {
        RawClient client = new(await Transports.OpenAsync(server.TcpEndPoint)) { StageId = 1 };
        Assert.Equal(ErrorCodes.Success, (await client.RequestAsync("AuthenticateRequest", 1, account)).ErrorCode);
        return client;
    }

    private sealed class EchoController : IApiController
    {
        public void Handles(IApiHandlerRegister register) => register.Add("Echo", Echo);

        private ValueTask Echo(IPacket packet, IApiLink link)
        {
            link.Reply("EchoReply", packet.Payload.Span);
            return default;
        }
    }

    private sealed class Player(IActorLink link) : IActor
    {
        public IActorLink Link => link;

        public ValueTask<AuthenticationResult> OnAuthenticate(IPacket packet)
        {
            link.AccountId = Encoding.UTF8.GetString(packet.Payload.Span);
            return ValueTask.FromResult(AuthenticationResult.Accept());
        }
    }

    private sealed class Match(IStageLink link, ConcurrentQueue<string> events) : IStage
    {
        public ValueTask OnDrain(TimeSpan remaining)
        {
            events.Enqueue($"drain {remaining}");
            link.Broadcast("Notice", Encoding.UTF8.GetBytes($"drain {remaining}"));
            return default;
        }

        public ValueTask OnDestroy()
        {
            events.Enqueue("destroyed");
            return default;
        }

        public ValueTask OnDispatch(IActor actor, IPacket packet)
        {
            if (packet.MsgId == "EndRequest")
            {
                link.CloseStage();
            }
            else
            {
                ((Player)actor).Link.Reply("EchoReply", packet.Payload.Span);
            }

            return default;
        }
    }
}
