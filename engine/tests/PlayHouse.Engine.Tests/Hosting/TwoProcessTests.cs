using System.Net;
using PlayHouse.Engine.Hosting.Tests.Fixtures;
using PlayHouse.Engine.Mesh;

namespace PlayHouse.Engine.Hosting.Tests;

/// <summary>A play server here and an Api server in another process, over the network. Needs libzmq, and says so when it is missing.</summary>
public sealed class TwoProcessTests
{
    private const int Service = 7;

    [Fact]
    public async Task Stage_AsksAnApiServer_AndTheClientGetsTheAnswer()
    {
        await using Pair pair = await Pair.StartAsync();
        await using RawClient client = await RoomServer.JoinAsync(pair.Play.TcpEndPoint, 1, "alice");

        Reply reply = await client.RequestAsync("RankRequest", 5, "alice");

        Assert.Equal(("RankReply", 5, "alice is first, says api-1 to play-1"), (reply.MsgId, (int)reply.MsgSeq, reply.Text));
    }

    [Fact]
    public async Task ErrorReply_ReachesTheStageAsAnError()
    {
        await using Pair pair = await Pair.StartAsync();
        await using RawClient client = await RoomServer.JoinAsync(pair.Play.TcpEndPoint, 1, "alice");

        Assert.Equal(ErrorCodes.ApplicationFirst + 234, (await client.RequestAsync("RankRequest", 5, "unknown")).ErrorCode);
        Assert.Equal(ErrorCodes.HandlerNotFound, (await client.RequestAsync("UnknownRequest", 6)).ErrorCode);
    }

    [Fact]
    public async Task ApiServer_MakesAStageAndAsksIt()
    {
        await using Pair pair = await Pair.StartAsync();
        await using RawClient client = await RoomServer.JoinAsync(pair.Play.TcpEndPoint, 1, "alice");

        long ids = pair.Play.ReadCounters()["message-ids"];
        Reply reply = await client.RequestAsync("OpenRequest", 5, "hello");

        // The client's id and those of the other server stand in one table: it asked to create, to get or create, and to echo.
        Assert.True(pair.Play.ReadCounters()["message-ids"] >= ids + 4, "ids of other servers are counted");
        Assert.Equal($"True True False {ErrorCodes.StageAlreadyExists} EchoReply hello", reply.Text);
    }

    [Fact]
    public async Task ApiServer_PushesToTheClientItWasAskedFor()
    {
        await using Pair pair = await Pair.StartAsync();
        await using RawClient bystander = await RoomServer.JoinAsync(pair.Play.TcpEndPoint, 1, "bob");
        await using RawClient client = await RoomServer.JoinAsync(pair.Play.TcpEndPoint, 1, "alice");

        await client.SendAsync("Greet", 0, "hi");

        Reply push = await client.ReadAsync();
        Assert.Equal(("Greeting", 0, "hi"), (push.MsgId, (int)push.MsgSeq, push.Text));
        Assert.Equal("RankReply", (await bystander.RequestAsync("RankRequest", 5, "bob")).MsgId);
    }

    [Fact]
    public async Task ApiServer_IsKilled_RequestsEndByNameAndTheGameGoesOn()
    {
        await using Pair pair = await Pair.StartAsync();
        await using RawClient client = await RoomServer.JoinAsync(pair.Play.TcpEndPoint, 1, "alice");
        await client.SendAsync("NeverRequest", 5, "");

        pair.Api.Process.Kill();

        ushort code = (await client.ReadAsync()).ErrorCode;
        Assert.Contains(code, new[] { ErrorCodes.ServerNotFound, ErrorCodes.RequestTimeout });
        await client.SendAsync("EchoRequest", 6, "still here");
        Assert.Equal("still here", (await client.ReadAsync()).Text);
    }

    /// <summary>Both servers, and what connects them.</summary>
    private sealed class Pair : IAsyncDisposable
    {
        private readonly KnownServers _directory;

        private Pair(PlayServer play, HostProcess api, KnownServers directory)
        {
            Play = play;
            Api = api;
            _directory = directory;
        }

        public PlayServer Play { get; }

        public HostProcess Api { get; }

        public static async Task<Pair> StartAsync()
        {
            KnownServers directory = new();
            PlayServer play = new(new PlayServerOptions
            {
                ServerId = "play-1",
                TcpEndPoint = new IPEndPoint(IPAddress.Loopback, 0),
                AuthenticateMessageId = "AuthenticateRequest",
                Stages = [new StageRegistration("Room", link => new AskingStage(link), link => new NamedActor(link))],
                DefaultStageType = "Room",
                Limits = new EngineLimits { ServerRequestTimeout = TimeSpan.FromSeconds(20) },
                Network = new MeshOptions { BindAddress = "tcp://127.0.0.1:0", Directory = directory, DirectoryPeriod = TimeSpan.FromMilliseconds(50) },
            });
            await play.StartAsync();
            HostProcess api = HostProcess.Start(
                "api",
                "--ApiServer:ServerId=api-1",
                $"--ApiServer:ServiceId={Service}",
                "--ApiServer:Mesh:BindAddress=tcp://127.0.0.1:0",
                $"--ApiServer:Mesh:Servers=play-1={play.MeshAddress}");
            Pair pair = new(play, api, directory);
            string address = await api.FirstLineAsync();
            Assert.StartsWith("tcp://127.0.0.1:", address, StringComparison.Ordinal);
            directory.Add(new ServerEntry("api-1", address, Service, ServerKind.Api));
            await Wait.UntilAsync(() => play.Link.SendToApiService(Service, "Unhandled", default) == SendResult.Accepted, "the servers know each other");
            return pair;
        }

        public async ValueTask DisposeAsync()
        {
            await Api.DisposeAsync();
            await Play.DisposeAsync();
        }
    }

    /// <summary>A directory that the test fills.</summary>
    private sealed class KnownServers : IServerDirectory
    {
        private volatile ServerEntry[] _servers = [];

        public void Add(ServerEntry server) => _servers = [.. _servers, server];

        public ValueTask<IReadOnlyList<ServerEntry>> ExchangeAsync(ServerEntry own, CancellationToken cancellation) => new(_servers);
    }

    /// <summary>Passes what its clients ask on to the Api service, and echoes what servers ask.</summary>
    private sealed class AskingStage(IStageLink link) : IStage
    {
        public async ValueTask OnDispatch(IActor actor, IPacket packet)
        {
            IActorLink client = ((NamedActor)actor).Link;
            if (packet.MsgId == "EchoRequest")
            {
                client.Reply("EchoReply", packet.Payload.Span);
                return;
            }

            if (packet.MsgSeq == 0)
            {
                Assert.Equal(SendResult.Accepted, link.SendToApiService(Service, packet.MsgId, packet.Payload.Span));
                return;
            }

            // A stage that makes itself wait for a server that asks it back would wait for ever: other stages are asked.
            try
            {
                using ServerReply reply = await link.RequestToApiServiceAsync(Service, packet.MsgId, packet.Payload.Span);
                client.Reply(reply.MsgId, reply.Payload.Span);
            }
            catch (ServerRequestException failure)
            {
                client.Reply(failure.ErrorCode);
            }
        }

        public ValueTask OnDispatch(IPacket packet)
        {
            link.Reply("EchoReply", packet.Payload.Span);
            return default;
        }
    }
}
