using System.Text;
using PlayHouse.Engine.IntegrationTests.Fixtures;

namespace PlayHouse.Engine.IntegrationTests;

public sealed class AuthenticationTests
{
    [Fact]
    public async Task Accepted_CallsTheLifeCycleInOrder()
    {
        await using GameServer server = await GameServer.StartAsync();
        await using RawClient client = await server.ConnectAsync();
        client.StageId = 1001;

        Reply reply = await client.RequestAsync(GameServer.AuthenticateId, 9, "alice");

        Assert.Equal(("AuthenticateReply", (ushort)9, 1001L, (ushort)0, "welcome alice"), (reply.MsgId, reply.MsgSeq, reply.StageId, reply.ErrorCode, reply.Text));
        Assert.Equal(
            ["actor.create", "actor.post-authenticate alice", "stage.create 1001 AuthenticateRequest", "stage.post-create", "stage.join alice", "stage.post-join alice"],
            server.Log.Events);
    }

    [Fact]
    public async Task AccountMadeOfTheSession_IsItsOwnForEveryConnection()
    {
        await using GameServer server = await GameServer.StartAsync();
        await using RawClient first = await server.ConnectAsync();
        await using RawClient second = await server.ConnectAsync();
        first.StageId = second.StageId = 1001;

        await first.RequestAsync(GameServer.AuthenticateId, 1, "guest");
        await second.RequestAsync(GameServer.AuthenticateId, 1, "guest");

        string[] accounts = [.. server.Log.Events.Where(e => e.StartsWith("stage.join ", StringComparison.Ordinal))];
        Assert.Equal(2, accounts.Distinct().Count());
        Assert.DoesNotContain("stage.join guest-0", accounts);
        Assert.Equal(0, server.Counter("reconnects"));
    }

    [Theory]
    [InlineData("bad", ErrorCodes.AuthenticationFailed)]
    [InlineData("throw", ErrorCodes.UncheckedContentsError)]
    [InlineData("forgotten", ErrorCodes.InvalidAccountId)]
    [InlineData("unwanted", ErrorCodes.JoinStageRejected)]
    [InlineData("join-throws", ErrorCodes.JoinStageFailed)]
    public async Task Refused_KeepsTheConnectionForAnotherTry(string account, ushort errorCode)
    {
        await using GameServer server = await GameServer.StartAsync();
        await using RawClient client = await server.ConnectAsync();

        Reply refused = await client.RequestAsync(GameServer.AuthenticateId, 1, account);
        Reply accepted = await client.RequestAsync(GameServer.AuthenticateId, 2, "alice");

        Assert.Equal(("AuthenticateReply", (ushort)1, errorCode, 0), (refused.MsgId, refused.MsgSeq, refused.ErrorCode, refused.Payload.Length));
        Assert.Equal(ErrorCodes.Success, accepted.ErrorCode);
        Assert.Equal(1, server.Counter("authentication.failures"));

        // An actor that never was a member is not told to save itself, but what it holds is disposed of.
        Assert.DoesNotContain(server.Log.Events, e => e.StartsWith("actor.destroy", StringComparison.Ordinal));
        Assert.Single(server.Log.Disposed);
    }

    /// <summary>A client that is refused has made the game run its check and nothing else: no stage was ever made.</summary>
    [Fact]
    public async Task Rejected_MakesNoStage()
    {
        await using GameServer server = await GameServer.StartAsync(new EngineLimits { AuthenticationAttemptsMax = 20 });
        await using RawClient client = await server.ConnectAsync();
        for (ushort i = 1; i <= 20; i++)
        {
            client.StageId = 5000 + i;
            Assert.Equal(ErrorCodes.AuthenticationFailed, (await client.RequestAsync(GameServer.AuthenticateId, i, "bad")).ErrorCode);
        }

        Assert.DoesNotContain(server.Log.Events, e => e.StartsWith("stage.", StringComparison.Ordinal));
        Assert.Equal((0L, 20), (server.Counter("stages"), server.Log.Disposed.Count));
    }

    [Fact]
    public async Task RejectedByItsNewStage_LeavesNoStageBehind()
    {
        await using GameServer server = await GameServer.StartAsync(new EngineLimits { AuthenticationAttemptsMax = 20 });
        await using RawClient client = await server.ConnectAsync();
        for (ushort i = 1; i <= 20; i++)
        {
            client.StageId = 5000 + i;
            Assert.Equal(ErrorCodes.JoinStageRejected, (await client.RequestAsync(GameServer.AuthenticateId, i, "unwanted")).ErrorCode);
        }

        await server.UntilAsync(() => server.Counter("stages") == 0, "every unused stage ended");
        Assert.Equal(20, server.Log.Events.Count(e => e.StartsWith("stage.destroy", StringComparison.Ordinal)));
    }

    /// <summary>An address whose guesses were refused is not listened to for the rest of a minute, whatever connection they come by.</summary>
    [Fact]
    [Reaches(nameof(EngineLimits.RefusedAuthenticationsPerAddressMax), nameof(CloseReason.AddressAuthentications))]
    public async Task Address_WithTooManyRefusals_IsNotListenedToForAMinute()
    {
        ManualClock clock = new();
        await using GameServer server = await GameServer.StartAsync(new EngineLimits { RefusedAuthenticationsPerAddressMax = 4, AuthenticationAttemptsMax = 2 }, clock: clock);
        for (int connection = 0; connection < 2; connection++)
        {
            await using RawClient guesser = await server.ConnectAsync();
            await guesser.SendAsync(GameServer.AuthenticateId, 1, "bad");
            await guesser.SendAsync(GameServer.AuthenticateId, 2, "bad");
            Assert.Equal(ErrorCodes.AuthenticationFailed, (await guesser.ReadAsync()).ErrorCode);
            Assert.Equal(ErrorCodes.AuthenticationFailed, (await guesser.ReadAsync()).ErrorCode);
            Assert.Null(await guesser.TryReadAsync());
        }

        await server.UntilAsync(() => server.Counter("sessions") == 0, "no connection of the address is left");
        clock.Advance(TimeSpan.FromSeconds(59));
        await using RawClient refused = await server.ConnectAsync();
        await refused.SendAsync(GameServer.AuthenticateId, 1, "alice");
        Assert.Null(await refused.TryReadAsync());
        Assert.Equal((4L, 1L), (server.Counter("authentication.failures"), server.Counter("closes.address-authentications")));

        clock.Advance(TimeSpan.FromSeconds(1));
        await using RawClient accepted = await server.JoinAsync(1, "alice");
    }

    [Fact]
    public async Task StageThatRefusesItsCreation_AnswersStageCreationFailed()
    {
        await using GameServer server = await GameServer.StartAsync();
        server.Log.AcceptsStages = false;
        await using RawClient client = await server.ConnectAsync();

        Assert.Equal(ErrorCodes.StageCreationFailed, (await client.RequestAsync(GameServer.AuthenticateId, 1, "alice")).ErrorCode);
        Assert.Equal(0, server.Counter("stages"));
    }

    [Fact]
    [Reaches(nameof(EngineLimits.StagesMax))]
    public async Task StageLimit_RefusesFurtherStages()
    {
        await using GameServer server = await GameServer.StartAsync(new EngineLimits { StagesMax = 1 });
        await using RawClient first = await server.JoinAsync(1, "alice");
        await using RawClient second = await server.ConnectAsync();
        second.StageId = 2;

        Assert.Equal(ErrorCodes.StageCreationFailed, (await second.RequestAsync(GameServer.AuthenticateId, 1, "bob")).ErrorCode);
        Assert.Equal(1, server.Counter("stages.refused"));
    }

    /// <summary>A stranger who guesses is answered, but not for long.</summary>
    [Fact]
    [Reaches(nameof(EngineLimits.AuthenticationAttemptsMax), nameof(CloseReason.AuthenticationAttempts))]
    public async Task RefusedThreeTimes_IsAnsweredAndClosed()
    {
        await using GameServer server = await GameServer.StartAsync();
        await using RawClient client = await server.ConnectAsync();
        for (ushort i = 1; i <= 3; i++)
        {
            await client.SendAsync(GameServer.AuthenticateId, i, "bad");
        }

        for (ushort i = 1; i <= 3; i++)
        {
            Assert.Equal(ErrorCodes.AuthenticationFailed, (await client.ReadAsync()).ErrorCode);
        }

        Assert.Null(await client.TryReadAsync());
        Assert.Equal((3L, 1L), (server.Counter("authentication.failures"), server.Counter("closes.authentication-attempts")));
    }

    [Theory]
    [InlineData("EchoRequest")]
    [InlineData("@Heart@Beat@")]
    [InlineData("AuthenticateReques")]
    [Reaches(nameof(CloseReason.NotAuthenticated))]
    public async Task AnythingElseFirst_ClosesTheConnection(string msgId)
    {
        await using GameServer server = await GameServer.StartAsync();
        await using RawClient client = await server.ConnectAsync();
        await client.SendAsync(msgId, 0);

        Assert.Null(await client.TryReadAsync());
        Assert.Equal(1, server.Counter("closes.not-authenticated"));
        Assert.Empty(server.Log.Events);
    }

    [Fact]
    public async Task SecondAuthentication_IsRefusedAndKeepsTheSession()
    {
        await using GameServer server = await GameServer.StartAsync();
        await using RawClient client = await server.JoinAsync(1001, "alice");

        Assert.Equal(ErrorCodes.AlreadyAuthenticated, (await client.RequestAsync(GameServer.AuthenticateId, 2, "mallory")).ErrorCode);
        Assert.Equal("me", (await client.RequestAsync("EchoRequest", 3, "me")).Text);
    }

    [Fact]
    public async Task FramesBehindAnAuthentication_AreReadAfterIt()
    {
        await using GameServer server = await GameServer.StartAsync();
        await using RawClient client = await server.ConnectAsync();
        byte[] authentication = RawClient.Frame(GameServer.AuthenticateId, 1, 1000, "slow"u8);
        byte[] echo = RawClient.Frame("EchoRequest", 2, 1000, "behind"u8);
        await client.SendBytesAsync((byte[])[.. authentication, .. echo]);
        await server.UntilAsync(() => server.Log.CountOf("actor.create") == 1, "the authentication runs");
        Assert.Equal(0, server.Counter("closes.not-authenticated"));

        server.Log.Gate.SetResult();

        Assert.Equal("AuthenticateReply", (await client.ReadAsync()).MsgId);
        Assert.Equal("behind", (await client.ReadAsync()).Text);
    }

    /// <summary>A client that has its reply is through, even if the deadline passes at that moment.</summary>
    [Fact]
    public async Task Deadline_RightAfterTheReply_ClosesNoSession()
    {
        const int Joins = 300;
        ManualClock clock = new();
        EngineLimits limits = new() { AuthenticationTimeout = TimeSpan.FromSeconds(1), IdleTimeout = TimeSpan.FromHours(1) };
        await using GameServer server = await GameServer.StartAsync(limits, clock: clock);
        for (int i = 0; i < Joins; i++)
        {
            await using RawClient client = await server.JoinAsync(Wire.Tcp, i, $"account-{i}");
            clock.Advance(2_000);
            Assert.Equal("EchoReply", (await client.RequestAsync("EchoRequest", 1, "through")).MsgId);
        }

        Assert.Equal(0, server.Counter("closes.authentication-timeout"));
    }

    [Fact]
    [Reaches(nameof(EngineLimits.AuthenticationTimeout), nameof(CloseReason.AuthenticationTimeout))]
    public async Task Deadline_ClosesSilentAndSlowClientsAndNobodyElse()
    {
        ManualClock clock = new();
        await using GameServer server = await GameServer.StartAsync(new EngineLimits { AuthenticationTimeout = TimeSpan.FromMilliseconds(1600) }, clock: clock);
        await using RawClient honest = await server.JoinAsync(1, "alice");
        Assert.Equal("in", (await honest.RequestAsync("EchoRequest", 1, "in")).Text);
        await using RawClient silent = await server.ConnectAsync();
        await using RawClient slow = await server.ConnectAsync();
        await slow.SendAsync(GameServer.AuthenticateId, 1, "slow");
        await server.UntilAsync(() => server.Watched == 3 && server.Log.CountOf("actor.create") == 2, "all are here and the slow check runs");

        clock.Advance(1600);
        Assert.Equal(0, server.Counter("closes.authentication-timeout"));
        clock.Advance(400);
        Assert.Equal(2, server.Counter("closes.authentication-timeout"));
        Assert.Null(await silent.TryReadAsync());
        Assert.Equal("alive", (await honest.RequestAsync("EchoRequest", 1, "alive")).Text);

        server.Log.Gate.SetResult();
        await server.UntilAsync(() => server.Counter("sessions") == 1, "the late authentication lets its session go");
    }

    [Fact]
    public async Task IdleClient_IsClosedAndTheGameIsTold()
    {
        ManualClock clock = new();
        await using GameServer server = await GameServer.StartAsync(new EngineLimits { IdleTimeout = TimeSpan.FromMilliseconds(400) }, clock: clock);
        await using RawClient client = await server.JoinAsync(1, "alice");
        Assert.Equal("in", (await client.RequestAsync("EchoRequest", 1, "in")).Text);

        clock.Advance(400);
        Assert.Equal(0, server.Counter("closes.idle-timeout"));
        clock.Advance(100);
        Assert.Equal(1, server.Counter("closes.idle-timeout"));
        Assert.Null(await client.TryReadAsync());
        await server.UntilAsync(() => server.Log.CountOf("stage.connection alice False") == 1, "OnConnectionChanged(false)");
    }

    [Fact]
    [Reaches(nameof(EngineLimits.PreAuthenticationPacketBytesMax), nameof(CloseReason.FrameTooLarge))]
    public async Task PreAuthenticationFrame_AboveItsLimit_ClosesWithTooLarge()
    {
        await using GameServer server = await GameServer.StartAsync();
        await using RawClient client = await server.ConnectAsync();
        await client.SendBytesAsync(RawClient.Frame(GameServer.AuthenticateId, 1, 1, new byte[4096]));

        Assert.Null(await client.TryReadAsync());
        Assert.Equal(1, server.Counter("closes.frame-too-large"));
    }

    [Fact]
    public async Task Reconnect_AfterLoss_KeepsTheActor()
    {
        await using GameServer server = await GameServer.StartAsync();
        RawClient first = await server.JoinAsync(1001, "alice");
        IActorLink link = server.Log.Links["alice"];
        long firstSession = link.SessionId;
        await first.DisposeAsync();
        await server.UntilAsync(() => server.Log.CountOf("stage.connection alice False") == 1, "the loss is seen");
        Assert.False(link.IsConnected);

        await using RawClient second = await server.JoinAsync(1001, "alice");

        Assert.Equal(1, server.Log.CountOf("stage.connection alice True"));
        Assert.Equal(1, server.Log.CountOf("stage.join alice"));
        Assert.True(link.IsConnected);
        Assert.NotEqual(firstSession, link.SessionId);
        Assert.Equal("back", (await second.RequestAsync("EchoRequest", 1, "back")).Text);
        link.SendToClient("Push", "to the surviving link"u8);
        Assert.Equal("to the surviving link", (await second.ReadAsync()).Text);
        Assert.Equal(1, server.Counter("reconnects"));
    }

    [Fact]
    [Reaches(nameof(CloseReason.Replaced))]
    public async Task Reconnect_WhileTheOldSocketLives_ReplacesIt()
    {
        await using GameServer server = await GameServer.StartAsync();
        await using RawClient first = await server.JoinAsync(1001, "alice");
        await using RawClient second = await server.JoinAsync(1001, "alice");

        Assert.Null(await first.TryReadAsync());
        Assert.Equal("mine", (await second.RequestAsync("EchoRequest", 1, "mine")).Text);
        await server.UntilAsync(() => server.Counter("sessions") == 1, "the replaced session is gone");
        Assert.Equal(1, server.Counter("closes.replaced"));
        Assert.Equal(0, server.Log.CountOf("stage.connection alice False"));
    }

    [Fact]
    public async Task LateReply_OfTheReplacedSession_NeverReachesTheNewOne()
    {
        await using GameServer server = await GameServer.StartAsync();
        await using RawClient first = await server.JoinAsync(1001, "alice");
        await first.SendAsync("WaitRequest", 41, "old request");
        Assert.Equal("WaitStarted", (await first.ReadAsync()).MsgId);
        await using RawClient second = await server.ConnectAsync();
        second.StageId = 1001;
        await second.SendAsync(GameServer.AuthenticateId, 1, "alice");
        await first.DisposeAsync();
        await server.UntilAsync(() => server.Counter("closes.client-closed") + server.Counter("closes.receive-failed") == 1, "the old socket is gone");

        server.Log.Gate.SetResult();

        Assert.Equal("AuthenticateReply", (await second.ReadAsync()).MsgId);
        Assert.Equal("EchoReply", (await second.RequestAsync("EchoRequest", 2)).MsgId);
        Assert.Equal(1, server.Counter("late.drops"));
    }

    [Fact]
    [Reaches(nameof(CloseReason.LeftStage))]
    public async Task Leave_DestroysTheActorAndClosesAfterTheReply()
    {
        await using GameServer server = await GameServer.StartAsync();
        await using RawClient client = await server.JoinAsync(1001, "alice");

        Assert.Equal("LeaveReply", (await client.RequestAsync("LeaveRequest", 1)).MsgId);
        Assert.Null(await client.TryReadAsync());
        Assert.Equal(1, server.Counter("closes.left-stage"));
        await server.UntilAsync(() => server.Log.CountOf("actor.destroy alice") == 1, "the actor is destroyed");
    }

    [Fact]
    [Reaches(nameof(CloseReason.DisconnectedByGame))]
    public async Task Disconnect_ByTheGame_ClosesAfterTheReplyAndKeepsTheActor()
    {
        await using GameServer server = await GameServer.StartAsync();
        await using RawClient client = await server.JoinAsync(1001, "alice");

        Assert.Equal("DisconnectReply", (await client.RequestAsync("DisconnectRequest", 1)).MsgId);
        Assert.Null(await client.TryReadAsync());
        Assert.Equal(1, server.Counter("closes.disconnected-by-game"));
        Assert.Equal(0, server.Log.CountOf("actor.destroy alice"));
    }

    [Fact]
    [Reaches(nameof(CloseReason.StageClosed))]
    public async Task CloseStage_DestroysActorsThenStage_AndTheIdIsFree()
    {
        await using GameServer server = await GameServer.StartAsync();
        await using RawClient client = await server.JoinAsync(1001, "alice");

        Assert.Equal("CloseStageReply", (await client.RequestAsync("CloseStageRequest", 1)).MsgId);
        Assert.Null(await client.TryReadAsync());
        await server.UntilAsync(() => server.Counter("stages") == 0 && server.Log.CountOf("stage.destroy 1001") == 1, "the stage ended");
        Assert.Equal(1, server.Counter("closes.stage-closed"));
        await using RawClient again = await server.JoinAsync(1001, "alice");
        Assert.Equal(Encoding.UTF8.GetBytes("new"), (await again.RequestAsync("EchoRequest", 1, "new")).Payload);
    }
}
