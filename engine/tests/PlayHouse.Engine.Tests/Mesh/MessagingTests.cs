using PlayHouse.Engine.Mesh.Tests.Fixtures;
using PlayHouse.Engine.Protocol;

namespace PlayHouse.Engine.Mesh.Tests;

/// <summary>Messages and requests between two meshes of one process, over real sockets.</summary>
public sealed class MessagingTests
{
    [Fact]
    public async Task Send_EveryField_ArrivesUnchanged()
    {
        InMemoryServerDirectory directory = MeshNode.NewDirectory();
        await using MeshNode a = await MeshNode.StartAsync("a", directory);
        await using MeshNode b = await MeshNode.StartAsync("b", directory);
        await a.UntilReachableAsync("b");
        RouteHeader sent = new("Grüße", ServiceId: 7, StageId: -5, AccountId: long.MaxValue, Sid: long.MinValue, IsSystem: true, From: "forged");

        Assert.Equal(SendResult.Accepted, a.Mesh.Send("b", sent, [1, 2, 3]));

        await b.UntilAsync(() => !b.Kept.IsEmpty, "the message arrives");
        Assert.True(b.Kept.TryDequeue(out (RouteHeader Header, byte[] Payload) received));
        Assert.Equal(sent with { From = "a" }, received.Header);
        Assert.Equal([1, 2, 3], received.Payload);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(1024)]
    [InlineData(4 * 1024 * 1024)]
    public async Task Request_PayloadOfAnySize_ComesBack(int bytes)
    {
        InMemoryServerDirectory directory = MeshNode.NewDirectory();
        await using MeshNode a = await MeshNode.StartAsync("a", directory);
        await using MeshNode b = await MeshNode.StartAsync("b", directory);
        await a.UntilReachableAsync("b");
        byte[] payload = new byte[bytes];
        new Random(bytes).NextBytes(payload);

        using (ServerReply reply = await a.RequestAsync("b", "echo", payload))
        {
            Assert.Equal("echo-reply", reply.MsgId);
            Assert.True(reply.Payload.Span.SequenceEqual(payload));
        }

        Assert.Equal(0, a.Mesh.PendingRequests);
    }

    /// <summary>A reply is a struct that anybody may copy: its bytes are given back once, and never read after that.</summary>
    [Fact]
    public async Task Reply_DisposedTwiceAndInACopy_GivesItsBytesBackOnce()
    {
        InMemoryServerDirectory directory = MeshNode.NewDirectory();
        await using MeshNode a = await MeshNode.StartAsync("a", directory);
        await using MeshNode b = await MeshNode.StartAsync("b", directory);
        await a.UntilReachableAsync("b");
        ServerReply reply = await a.RequestAsync("b", "echo", Filled(1));
        ServerReply copy = reply;
        reply.Dispose();

        // The next owner of the same bytes keeps them, however often the old reply is disposed of.
        using ServerReply second = await a.RequestAsync("b", "echo", Filled(2));
        copy.Dispose();
        reply.Dispose();
        using ServerReply third = await a.RequestAsync("b", "echo", Filled(3));

        Assert.Throws<ObjectDisposedException>(() => copy.Payload);
        Assert.True(second.Payload.Span.SequenceEqual(Filled(2)) && third.Payload.Span.SequenceEqual(Filled(3)), "two replies share their bytes");
    }

    private static byte[] Filled(byte value) => [.. Enumerable.Repeat(value, 1_000)];

    [Fact]
    public async Task Defect9_Request_AnsweredWithAnErrorCode_ThrowsThatCode()
    {
        InMemoryServerDirectory directory = MeshNode.NewDirectory();
        await using MeshNode a = await MeshNode.StartAsync("a", directory);
        await using MeshNode b = await MeshNode.StartAsync("b", directory);
        await a.UntilReachableAsync("b");
        b.Handle = message =>
        {
            message.Release();
            b.Mesh.Send("a", new RouteHeader("", message.Header.MsgSeq, ErrorCode: 1234, IsReply: true), default);
            return true;
        };

        ServerRequestException? failure = await a.FailureOfAsync("b", "fail", [1]);

        Assert.Equal((ushort)1234, failure?.ErrorCode);
        Assert.Equal(0, a.Mesh.PendingRequests);
    }

    [Fact]
    public async Task Send_ToAnUnknownServer_IsUnreachableAndCounted()
    {
        await using MeshNode a = await MeshNode.StartAsync("a", MeshNode.NewDirectory());

        Assert.Equal(SendResult.Unreachable, a.Mesh.Send("missing", new RouteHeader("x"), default));
        ServerRequestException? failure = await a.FailureOfAsync("missing", "x");

        Assert.Equal(ErrorCodes.ServerNotFound, failure?.ErrorCode);
        Assert.Equal(2, a.Counter("mesh.unreachable"));
        Assert.Equal(0, a.Mesh.PendingRequests);
    }

    [Fact]
    public async Task Send_ToAServerThatNeverComesUp_IsLostAfterTheGraceTime()
    {
        using System.Net.Sockets.TcpListener silent = new(System.Net.IPAddress.Loopback, 0);
        silent.Start();
        StaticServerDirectory directory = StaticServerDirectory.Parse($"ghost={silent.LocalEndpoint}");
        await using MeshNode a = await MeshNode.StartAsync("a", directory, configure: o => o with { ConnectGracePeriod = TimeSpan.FromMilliseconds(200) });

        Assert.Equal(SendResult.Accepted, a.Mesh.Send("ghost", new RouteHeader("x"), [1]));
        ServerRequestException? failure = await a.FailureOfAsync("ghost", "x");

        Assert.Equal(ErrorCodes.ServerNotFound, failure?.ErrorCode);
        Assert.Equal(2, a.Counter("mesh.lost"));
        Assert.Equal(SendResult.Unreachable, a.Mesh.Send("ghost", new RouteHeader("x"), [1]));
        await a.UntilAsync(() => a.Pool.Rented == a.Pool.Returned, "every buffer is back");
    }

    [Fact]
    [Reaches(nameof(EngineLimits.PeerMessageBytesMax))]
    public async Task Send_TooLarge_ThrowsAndSendsNothing()
    {
        await using MeshNode a = await MeshNode.StartAsync("a", null, EngineLimits.Default with { PeerMessageBytesMax = 1_024 }, Alone);

        Assert.Throws<ArgumentException>(() => a.Mesh.Send("a", new RouteHeader("x"), new byte[1_025]));
        Assert.Throws<ArgumentException>(() => a.Mesh.Send("a", new RouteHeader(new string('é', 128)), default));
        Assert.Equal(SendResult.Accepted, a.Mesh.Send("a", new RouteHeader(new string('é', 127)), new byte[1_024]));
        Assert.Equal(1, a.Received);
    }

    [Fact]
    public async Task OwnServer_WithoutANetwork_AnswersRequestsAndTakesMessages()
    {
        await using MeshNode a = await MeshNode.StartAsync("a", null, configure: o => Alone(o) with { ServiceId = 3 });

        using (ServerReply reply = await a.RequestAsync("a", "echo", [1, 2, 3]))
        {
            Assert.Equal([1, 2, 3], reply.Payload.ToArray());
        }

        Assert.Equal(SendResult.Accepted, a.Mesh.Send("a", new RouteHeader("note", From: "forged"), [9]));
        Assert.Equal("a", Assert.Single(a.Kept).Header.From);
        Assert.True(a.Mesh.TrySelect(3, ServerSelection.RoundRobin, out string self));
        Assert.Equal("a", self);
        Assert.Equal(SendResult.Unreachable, a.Mesh.Send("b", new RouteHeader("note"), default));
        await a.UntilAsync(() => a.Pool.Rented == a.Pool.Returned, "every buffer is back");
    }

    [Fact]
    [Reaches(nameof(EngineLimits.ServerRequestsMax))]
    public async Task Request_TableFull_IsServerBusy()
    {
        await using MeshNode a = await MeshNode.StartAsync("a", null, EngineLimits.Default with { ServerRequestsMax = 1 }, Alone);
        a.Handle = message =>
        {
            message.Release();
            return true;
        };
        ValueTask<ServerReply> first = a.RequestAsync("a", "mute");

        ServerRequestException? failure = await a.FailureOfAsync("a", "mute");

        Assert.Equal(ErrorCodes.ServerBusy, failure?.ErrorCode);
        Assert.Equal(1, a.Counter("requests.refused"));
        await a.Mesh.DisposeAsync();
        ServerRequestException ended = await Assert.ThrowsAsync<ServerRequestException>(async () => await first);
        Assert.Equal(ErrorCodes.ServerNotFound, ended.ErrorCode);
    }

    [Fact]
    public async Task Stop_WithMessagesQueued_DeliversThemFirst()
    {
        InMemoryServerDirectory directory = MeshNode.NewDirectory();
        await using MeshNode b = await MeshNode.StartAsync("b", directory);
        MeshNode a = await MeshNode.StartAsync("a", directory, configure: o => o with { StopDrainTime = MeshNode.Deadline });
        await a.UntilReachableAsync("b");
        await b.UntilReachableAsync("a");
        long before = b.Received;
        for (int i = 0; i < 9_000; i++)
        {
            Assert.Equal(SendResult.Accepted, a.Mesh.Send("b", new RouteHeader("note"), [1]));
        }

        await a.DisposeAsync();

        Assert.Equal(9_000, b.Received - before);
        Assert.Equal(0, a.Counter("mesh.lost"));
        Assert.Equal(SendResult.Unreachable, a.Mesh.Send("b", new RouteHeader("note"), [1]));
    }

    [Fact]
    public async Task Handler_Throws_CountsAFaultAndTheNextMessageArrives()
    {
        await using MeshNode a = await MeshNode.StartAsync("a", null, configure: Alone);
        a.Handle = _ => throw new InvalidOperationException("handler");
        Assert.Equal(SendResult.Accepted, a.Mesh.Send("a", new RouteHeader("x"), default));
        a.Handle = null;

        Assert.Equal(SendResult.Accepted, a.Mesh.Send("a", new RouteHeader("y"), default));

        Assert.Equal("y", Assert.Single(a.Kept).Header.MsgId);
        Assert.Equal(1, a.Counter("engine.faults"));
    }

    [Fact]
    public async Task Start_OptionsWithErrors_NamesAllOfThem()
    {
        ArgumentException failure = await Assert.ThrowsAsync<ArgumentException>(() => MeshNode.StartAsync("", null, configure: o => o with
        {
            BindAddress = "tcp://*:0",
            SendHighWaterMark = 0,
            ProbePeriod = TimeSpan.Zero,
        }));

        Assert.Contains("Server id", failure.Message, StringComparison.Ordinal);
        Assert.Contains("AdvertisedAddress", failure.Message, StringComparison.Ordinal);
        Assert.Contains("SendHighWaterMark", failure.Message, StringComparison.Ordinal);
        Assert.Contains("ProbePeriod", failure.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Start_AddressTaken_FailsWithTheReasonAndLeavesNothingOpen()
    {
        await using MeshNode a = await MeshNode.StartAsync("a", null, configure: o => o with { Directory = MeshNode.NewDirectory() });

        InvalidOperationException failure = await Assert.ThrowsAsync<InvalidOperationException>(
            () => MeshNode.StartAsync("b", MeshNode.NewDirectory(), configure: o => o with { BindAddress = a.Mesh.Address }));

        Assert.Contains("in use", failure.Message, StringComparison.OrdinalIgnoreCase);
        Assert.Contains(a.Mesh.Address, failure.Message, StringComparison.Ordinal);
    }

    private static MeshOptions Alone(MeshOptions options) => options with { BindAddress = null, Directory = null };
}
