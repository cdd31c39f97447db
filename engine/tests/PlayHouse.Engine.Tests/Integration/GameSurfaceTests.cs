using System.Collections.Concurrent;
using System.Net;
using System.Text;
using System.Text.Json;
using PlayHouse.Engine.Hosting;
using PlayHouse.Engine.IntegrationTests.Fixtures;

namespace PlayHouse.Engine.IntegrationTests;

/// <summary>What a game asks of the engine on its first day: to say why it refuses, to know who is there and why one is gone, and to do something later.</summary>
public sealed class GameSurfaceTests
{
    private const ushort Banned = ErrorCodes.ApplicationFirst;
    private const ushort Full = ErrorCodes.ApplicationFirst + 1;

    private readonly ConcurrentQueue<string> _events = new();

    [Theory]
    [InlineData("banned", Banned, "banned until Sunday")]
    [InlineData("late", Full, "the match has begun")]
    [InlineData("silent", Full, "")]
    public async Task Refusal_HasTheGamesCodeAndText(string account, ushort errorCode, string text)
    {
        await using PlayServer server = await StartAsync();
        await using RawClient client = await ConnectAsync(server);

        Reply refused = await client.RequestAsync("AuthenticateRequest", 1, account);
        Reply accepted = await client.RequestAsync("AuthenticateRequest", 2, "alice");

        Assert.Equal(("AuthenticateReply", errorCode, text), (refused.MsgId, refused.ErrorCode, refused.Text));
        Assert.Equal(ErrorCodes.Success, accepted.ErrorCode);
    }

    [Fact]
    public void Refusal_WithTheCodeOfSuccess_IsAMistake()
    {
        Assert.Throws<ArgumentOutOfRangeException>(() => AuthenticationResult.Reject(ErrorCodes.Success, "x"));
        Assert.Throws<ArgumentOutOfRangeException>(() => JoinResult.Reject(ErrorCodes.Success, "x"));
        Assert.Equal(ErrorCodes.AuthenticationFailed, default(AuthenticationResult).ErrorCode);
        Assert.Equal(ErrorCodes.JoinStageRejected, ((JoinResult)false).ErrorCode);
        Assert.True(((JoinResult)true).IsAccepted);
    }

    /// <summary>An IPv4 client of a dual-stack listener is shown by its IPv4 address.</summary>
    [Theory]
    [InlineData("127.0.0.1")]
    [InlineData("::")]
    public async Task RemoteAddress_IsKnownFromTheAuthenticationOn(string listenAddress)
    {
        await using PlayServer server = await StartAsync(listenAddress);
        await using RawClient client = await ConnectAsync(server);

        await client.RequestAsync("AuthenticateRequest", 1, "alice");

        Assert.Equal("127.0.0.1", (await client.RequestAsync("AddressRequest", 2)).Text);
        Assert.Contains("authenticates alice from 127.0.0.1", _events);
    }

    [Theory]
    [InlineData("leave", "ClientClosed")]
    [InlineData("kick", "DisconnectedByGame")]
    [InlineData("garbage", "FrameTooSmall")]
    public async Task LostConnection_TellsTheGameWhy(string how, string reason)
    {
        await using PlayServer server = await StartAsync();
        RawClient client = await ConnectAsync(server);
        await client.RequestAsync("AuthenticateRequest", 1, "alice");
        switch (how)
        {
            case "leave":
                await client.DisposeAsync();
                break;
            case "kick":
                await client.SendAsync("KickRequest", 2);
                Assert.Equal("you are out", (await client.ReadAsync()).Text);
                Assert.Null(await client.TryReadAsync());
                break;
            default:
                await client.SendBytesAsync(new byte[4]);
                break;
        }

        await Wait.UntilAsync(() => _events.Contains($"left alice ConnectionLost {reason}"), "the actor has left");

        Assert.Contains($"lost alice {reason}", _events);
        await client.DisposeAsync();
    }

    [Fact]
    public async Task Timer_OfOneCall_CallsOnce()
    {
        await using PlayServer server = await StartAsync();
        await using RawClient client = await ConnectAsync(server);
        await client.RequestAsync("AuthenticateRequest", 1, "alice");

        await client.SendAsync("LaterRequest", 2);
        Reply later = await client.ReadAsync();

        Assert.Equal(("LaterReply", (ushort)2), (later.MsgId, later.MsgSeq));
        Assert.Equal("no timers", (await client.RequestAsync("TimersRequest", 3)).Text);
    }

    /// <summary>The lobby of the guide: it makes rooms, rooms tell it who is in them, and no client makes a room by itself.</summary>
    [Fact]
    public async Task Lobby_MakesRoomsAndListsThem()
    {
        await using PlayServer server = new(new PlayServerOptions
        {
            TcpEndPoint = new IPEndPoint(IPAddress.Loopback, 0),
            AuthenticateMessageId = "AuthenticateRequest",
            Stages =
            [
                new StageRegistration("Lobby", link => new LobbyStage(link), link => new Member(link, _events)) { CreatedByClients = false, EndsWhenEmptyAfter = Timeout.InfiniteTimeSpan },
                new StageRegistration("Room", link => new ListedRoom(link), link => new Member(link, _events)) { CreatedByClients = false },
            ],
            DefaultStageType = "Lobby",
        });
        await server.StartAsync();
        Assert.True((await server.CreateStageAsync("Lobby", 1)).IsSuccess);
        await using RawClient alice = await ConnectAsync(server);
        await alice.RequestAsync("AuthenticateRequest", 1, "alice");

        Assert.Equal("{\"1001\":0}", (await alice.RequestAsync("OpenRoomRequest", 2)).Text);
        await using RawClient bob = await ConnectAsync(server);
        bob.StageId = 1001;
        await bob.RequestAsync("AuthenticateRequest", 1, "bob");
        Assert.Equal("{\"1001\":1}", (await alice.RequestAsync("RoomsRequest", 3)).Text);
        await using RawClient eve = await ConnectAsync(server);
        eve.StageId = 1002;
        Assert.Equal(ErrorCodes.StageNotFound, (await eve.RequestAsync("AuthenticateRequest", 1, "eve")).ErrorCode);
    }

    private async Task<PlayServer> StartAsync(string listenAddress = "127.0.0.1")
    {
        PlayServer server = new(new PlayServerOptions
        {
            TcpEndPoint = new IPEndPoint(IPAddress.Parse(listenAddress), 0),
            AuthenticateMessageId = "AuthenticateRequest",
            Stages = [new StageRegistration("Room", link => new Room(link, _events), link => new Member(link, _events))],
            DefaultStageType = "Room",
            Limits = new EngineLimits { ReconnectGracePeriod = TimeSpan.FromMilliseconds(10) },
        });
        await server.StartAsync();
        return server;
    }

    private static async Task<RawClient> ConnectAsync(PlayServer server)
    {
        RawClient client = new(await Transports.OpenAsync(new IPEndPoint(IPAddress.Loopback, server.TcpEndPoint.Port)));
        client.StageId = 1;
        return client;
    }

    private sealed class Member(IActorLink link, ConcurrentQueue<string> events) : IActor
    {
        public IActorLink Link => link;

        public ValueTask<AuthenticationResult> OnAuthenticate(IPacket packet)
        {
            link.AccountId = Encoding.UTF8.GetString(packet.Payload.Span);
            events.Enqueue($"authenticates {link.AccountId} from {link.RemoteAddress}");
            return ValueTask.FromResult(link.AccountId == "banned" ? AuthenticationResult.Reject(Banned, "banned until Sunday") : AuthenticationResult.Accept());
        }
    }

    private sealed class LobbyStage(IStageLink link) : IStage
    {
        private readonly Dictionary<long, int> _rooms = [];   // players by room
        private long _lastRoom = 1_000;

        public async ValueTask OnDispatch(IActor actor, IPacket packet)   // from players
        {
            if (packet.MsgId == "OpenRoomRequest")
            {
                StageCreation room = await link.CreateStageAsync(link.ServerId, "Room", ++_lastRoom, packet.MsgId, default);
                _rooms.TryAdd(_lastRoom, room.IsSuccess ? 0 : -1);
            }

            ((Member)actor).Link.ReplyJson(_rooms, "Rooms");
        }

        public ValueTask OnDispatch(IPacket packet)   // from rooms
        {
            RoomState room = packet.ReadJson<RoomState>()!;
            _rooms[room.Id] = room.Players;
            return default;
        }
    }

    private sealed record RoomState(long Id, int Players);

    private sealed class ListedRoom(IStageLink link) : IStage
    {
        public ValueTask OnPostJoinStage(IActor actor) => TellLobby();

        public ValueTask OnLeaveStage(IActor actor, LeaveReason reason) => TellLobby();

        public ValueTask OnDispatch(IActor actor, IPacket packet) => default;

        private ValueTask TellLobby()
        {
            link.SendToStage(link.ServerId, 1, "RoomState", JsonSerializer.SerializeToUtf8Bytes(new RoomState(link.StageId, link.Actors.Count)));
            return default;
        }
    }

    private sealed class Room(IStageLink link, ConcurrentQueue<string> events) : IStage
    {
        private long _timer;

        public ValueTask<JoinResult> OnJoinStage(IActor actor) => ValueTask.FromResult(((Member)actor).Link.AccountId switch
        {
            "late" => JoinResult.Reject(Full, "the match has begun"),
            "silent" => JoinResult.Reject(Full),
            _ => JoinResult.Accept(),
        });

        public ValueTask OnConnectionChanged(IActor actor, bool isConnected)
        {
            IActorLink client = ((Member)actor).Link;
            events.Enqueue($"{(isConnected ? "back" : "lost")} {client.AccountId} {client.LastCloseReason}");
            return default;
        }

        public ValueTask OnLeaveStage(IActor actor, LeaveReason reason)
        {
            IActorLink client = ((Member)actor).Link;
            events.Enqueue($"left {client.AccountId} {reason} {client.LastCloseReason}");
            return default;
        }

        public ValueTask OnDispatch(IActor actor, IPacket packet)
        {
            IActorLink client = ((Member)actor).Link;
            switch (packet.MsgId)
            {
                case "AddressRequest":
                    client.Reply("AddressReply", Encoding.UTF8.GetBytes($"{client.RemoteAddress}"));
                    break;
                case "KickRequest":
                    client.SendToClient("Kicked", "you are out"u8);
                    client.Disconnect();
                    break;
                case "LaterRequest":
                    IDeferredReply later = client.TakeReply();
                    _timer = link.AddTimer(TimeSpan.FromMilliseconds(1), () =>
                    {
                        later.Reply("LaterReply", default);
                        return default;
                    });
                    break;
                default:
                    client.Reply("TimersReply", link.HasTimer(_timer) ? "a timer"u8 : "no timers"u8);
                    break;
            }

            return default;
        }
    }
}
