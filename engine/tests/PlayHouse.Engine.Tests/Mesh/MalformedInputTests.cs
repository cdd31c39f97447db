using System.Collections.Concurrent;
using System.Text;
using Google.Protobuf;
using Net.Zmq;
using PlayHouse.Engine.Mesh.Tests.Fixtures;
using PlayHouse.Engine.Mesh.Tests.Oracle;
using PlayHouse.Engine.Protocol;

namespace PlayHouse.Engine.Mesh.Tests;

/// <summary>A peer that speaks ZeroMQ but not our messages.</summary>
public sealed class MalformedInputTests
{
    [Fact]
    [Reaches(nameof(EngineLimits.PeerMessageBytesMax))]
    public async Task WrongMessages_AreCountedAndDroppedAndTheNextOneArrives()
    {
        await using MeshNode node = await StartKnowingAsync("stranger", EngineLimits.Default with { PeerMessageBytesMax = 4_096 });
        using Context context = new();
        using Socket stranger = Connect(context, node, "stranger");
        byte[][][] wrong =
        [
            [],
            [Header(0)],
            [Header(1), [1], [2]],
            [[0xff, 0xff], [1]],
            [Header(2), [1]],
            [new RouteHeaderMessage { MsgId = "x" }.ToByteArray(), [1]],
            [new RouteHeaderMessage { MsgId = "x", IsReply = true }.ToByteArray(), []],
            [new RouteHeaderMessage { MsgId = "x", ErrorCode = 70_000 }.ToByteArray(), []],
            [new RouteHeaderMessage { MsgId = ControlMessages.CheckpointId, IsSystem = true, AccountId = -1 }.ToByteArray(), []],
            [Header(0), new byte[4_000]],
        ];
        foreach (byte[][] message in wrong)
        {
            Send(stranger, message);
        }

        Send(stranger, [Header(1), [7]]);

        await node.UntilAsync(() => node.Received == 1, "the right message arrives");
        Assert.Equal(wrong.Length, node.Counter("mesh.malformed"));
        (RouteHeader header, byte[] payload) = Assert.Single(node.Kept);
        Assert.Equal("stranger", header.From);
        Assert.Equal([7], payload);
        await node.UntilAsync(() => node.Pool.Rented == node.Pool.Returned, "every buffer is back");
    }

    [Fact]
    public async Task ForgedReply_OfAnotherServer_DoesNotReachTheRequester()
    {
        InMemoryServerDirectory directory = MeshNode.NewDirectory();
        await ListAsync(directory, "c");
        await using MeshNode a = await MeshNode.StartAsync("a", directory, configure: o => o with { LastSequence = 100_000 });
        await using MeshNode b = await MeshNode.StartAsync("b", directory);
        TaskCompletionSource<uint> asked = new(TaskCreationOptions.RunContinuationsAsynchronously);
        await a.UntilReachableAsync("b");
        b.Handle = message =>
        {
            asked.SetResult(message.Header.MsgSeq);
            message.Release();
            return true;
        };
        Task<ServerRequestException?> request = a.FailureOfAsync("b", "ask");
        uint sequence = await asked.Task;
        using Context context = new();
        using Socket forger = Connect(context, a, "c");

        Send(forger, [new RouteHeaderMessage { MsgId = "ask-reply", MsgSeq = sequence, IsReply = true, From = "b" }.ToByteArray(), []]);
        await a.UntilAsync(() => a.Counter("requests.late-replies") == 1, "the forged reply is counted");

        Assert.False(request.IsCompleted);
        b.Mesh.Send("a", new RouteHeader("ask-reply", sequence, IsReply: true), default);
        Assert.Null(await request);
    }

    /// <summary>More senders than there are places say that they are servers: nothing of theirs is taken, and none of them takes a server's place.</summary>
    [Fact]
    public async Task Strangers_AreDroppedAndCounted_AndKeepNoServerOut()
    {
        InMemoryServerDirectory directory = MeshNode.NewDirectory();
        await using MeshNode node = await MeshNode.StartAsync("a", directory, EngineLimits.Default with { PeersMax = 2 });
        ConcurrentBag<string> heard = [];
        node.Handle = message =>
        {
            heard.Add(message.Header.From);
            return false;
        };
        using Context context = new();
        for (int i = 1; i <= 5; i++)
        {
            using Socket stranger = Connect(context, node, $"stranger-{i}");
            Send(stranger, [Header(0), []]);
            int seen = i;
            await node.UntilAsync(() => node.Counter("mesh.strangers") == seen, "the stranger's message was dropped");
        }

        await using MeshNode server = await MeshNode.StartAsync("b", directory);
        await server.UntilReachableAsync("a");
        Assert.All(heard, from => Assert.Equal("b", from));
        Assert.Equal(0, node.Counter("mesh.peers-refused"));
    }

    /// <summary>A server that the directory takes off its list is a stranger from then on.</summary>
    [Fact]
    public async Task Server_ThatIsNotListedAnyMore_IsAStranger()
    {
        InMemoryServerDirectory directory = MeshNode.NewDirectory();
        await ListAsync(directory, "leaving");
        await using MeshNode node = await MeshNode.StartAsync("a", directory);
        using Context context = new();
        using Socket leaving = Connect(context, node, "leaving");
        Send(leaving, [Header(0), []]);
        await node.UntilAsync(() => node.Received == 1, "it is listed");

        directory.Remove("leaving");
        await node.UntilAsync(
            () =>
            {
                Send(leaving, [Header(0), []]);
                return node.Counter("mesh.strangers") > 0;
            },
            "it has left the list");
    }

    private static async Task<MeshNode> StartKnowingAsync(string server, EngineLimits limits)
    {
        InMemoryServerDirectory directory = MeshNode.NewDirectory();
        await ListAsync(directory, server);
        return await MeshNode.StartAsync("a", directory, limits);
    }

    /// <summary>Lists a server that is spoken for by the test; nothing answers at its address.</summary>
    private static async Task ListAsync(InMemoryServerDirectory directory, string server) =>
        await directory.ExchangeAsync(new ServerEntry(server, "tcp://127.0.0.1:1", 0, ServerKind.Play, 1), CancellationToken.None);

    private static byte[] Header(uint payloadSize) => new RouteHeaderMessage { MsgId = "x", PayloadSize = payloadSize }.ToByteArray();

    /// <summary>A dealer's message reaches a router with the dealer's id in front.</summary>
    private static Socket Connect(Context context, MeshNode node, string id)
    {
        Socket socket = new(context, SocketType.Dealer);
        socket.SetOption(SocketOption.Routing_Id, Encoding.UTF8.GetBytes(id));
        socket.SetOption(SocketOption.Linger, 1_000);
        socket.Connect(node.Mesh.Address);
        return socket;
    }

    private static void Send(Socket socket, byte[][] frames)
    {
        // A dealer cannot send nothing: an empty frame stands for a message without frames.
        byte[][] sent = frames.Length == 0 ? [[]] : frames;
        for (int i = 0; i < sent.Length; i++)
        {
            socket.Send(sent[i], i < sent.Length - 1 ? SendFlags.SendMore : SendFlags.None);
        }
    }
}
