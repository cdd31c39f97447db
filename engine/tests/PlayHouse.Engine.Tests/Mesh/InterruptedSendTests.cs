using Net.Zmq;
using PlayHouse.Engine.Diagnostics;
using PlayHouse.Engine.Mesh.Tests.Fixtures;
using PlayHouse.Engine.Strategies;
using PlayHouse.Engine.Strategies.HeaderCodec;
using PlayHouse.Engine.Strategies.HeaderParse;
using PlayHouse.Engine.Strategies.MeshFrame;
using PlayHouse.Engine.Strategies.PeerId;
using PlayHouse.Engine.Strategies.RequestTable;

namespace PlayHouse.Engine.Mesh.Tests;

/// <summary>Sends that fail: a binding that says that a signal interrupted it, as the package Net.Zmq does and the lab's own does not, and a defect.</summary>
public sealed class InterruptedSendTests
{
    [Fact]
    public async Task Send_InterruptedBySignals_IsMadeAgain_AndTheLinkStays()
    {
        InMemoryServerDirectory directory = MeshNode.NewDirectory();
        await using MeshNode a = await MeshNode.StartAsync("a", directory, compose: parts => new ComposedMesh<
            ToByteArrayHeaderCodec, ParseFromHeaderParse, StringPerReceivePeerIds, InterruptedFrame, TaskSourceRequests>(parts, StrategyRules.Composer(StrategySelection.Default)));
        await using MeshNode b = await MeshNode.StartAsync("b", directory);

        await a.UntilReachableAsync("b");
        for (int i = 0; i < 20; i++)
        {
            using ServerReply reply = await a.RequestAsync("b", "echo", [1, 2, 3]);
            Assert.Equal([1, 2, 3], reply.Payload.ToArray());
        }

        Assert.Equal(0, a.Counter("mesh.lost"));
        Assert.Equal(0, a.Counter("engine.faults"));
    }

    /// <summary>The link that failed connects again and serves its queue. Before, the peer took no further message.</summary>
    [Fact]
    public async Task Send_ThatFailsByADefect_LosesItsLinkOnly()
    {
        InMemoryServerDirectory directory = MeshNode.NewDirectory();
        await using MeshNode a = await MeshNode.StartAsync("a", directory, compose: parts => new ComposedMesh<
            ToByteArrayHeaderCodec, ParseFromHeaderParse, StringPerReceivePeerIds, DefectiveFrame, TaskSourceRequests>(parts, StrategyRules.Composer(StrategySelection.Default)));
        await using MeshNode b = await MeshNode.StartAsync("b", directory);
        await using MeshNode c = await MeshNode.StartAsync("c", directory);
        await a.UntilReachableAsync("b");
        await a.UntilReachableAsync("c");

        ServerRequestException? failure = await a.FailureOfAsync("b", DefectiveFrame.Fails, [1]);

        Assert.Equal(ErrorCodes.ServerNotFound, failure?.ErrorCode);
        Assert.IsType<NotSupportedException>(Assert.Single(a.Faults));
        Assert.Equal(1, a.Counter("engine.faults"));
        Assert.Null(await a.FailureOfAsync("c", "echo", [1]));
        await a.UntilReachableAsync("b");
    }

    // A message of one id cannot be sent.
    private struct DefectiveFrame : IMeshFrame
    {
        public const string Fails = "fails";

        private ThreeFramesMeshFrame _frame;

        public static long FrameBytesMax(EngineLimits limits) => ThreeFramesMeshFrame.FrameBytesMax(limits);

        public bool TrySend(Socket socket, byte[] routingId, MeshRecord message) =>
            message.Header.IndexOf("fails"u8) >= 0 ? throw new NotSupportedException("defect of a frame") : _frame.TrySend(socket, routingId, message);

        public MeshFrameStatus Split(int frames, ReadOnlySpan<byte> second, ReadOnlySpan<byte> third, out ReadOnlySpan<byte> header, out ReadOnlySpan<byte> payload) =>
            _frame.Split(frames, second, third, out header, out payload);

        public readonly void AddTo(CounterBlock block)
        {
        }
    }

    // Two of three attempts meet a signal before anything is sent.
    private struct InterruptedFrame : IMeshFrame
    {
        private ThreeFramesMeshFrame _frame;
        private int _attempts;

        public static long FrameBytesMax(EngineLimits limits) => ThreeFramesMeshFrame.FrameBytesMax(limits);

        public bool TrySend(Socket socket, byte[] routingId, MeshRecord message) =>
            ++_attempts % 3 == 0 ? _frame.TrySend(socket, routingId, message) : throw new ZmqException(MeshSocket.Interrupted);

        public MeshFrameStatus Split(int frames, ReadOnlySpan<byte> second, ReadOnlySpan<byte> third, out ReadOnlySpan<byte> header, out ReadOnlySpan<byte> payload) =>
            _frame.Split(frames, second, third, out header, out payload);

        public readonly void AddTo(CounterBlock block)
        {
        }
    }
}
