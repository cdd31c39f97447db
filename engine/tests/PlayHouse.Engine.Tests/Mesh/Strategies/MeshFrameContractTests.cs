using System.Text;
using Net.Zmq;
using PlayHouse.Engine.Mesh.Tests.Fixtures;
using PlayHouse.Engine.Protocol;
using PlayHouse.Engine.Strategies;
using PlayHouse.Engine.Strategies.MeshFrame;
using PlayHouse.Engine.Tests.Strategies;
using PlayHouse.Engine.Tests.Strategies.MeshFrame;

namespace PlayHouse.Engine.Mesh.Tests.Strategies;

/// <summary>Every frame layout carries every message, and names what is not its own.</summary>
public sealed class MeshFrameContractTests
{
    private static readonly int[] PayloadSizes = [0, 1, 63, 64, 1_024, 65_536, 300_000];

    public static TheoryData<string> Ids => Variants.Of("mesh-frame");

    [Theory]
    [MemberData(nameof(Ids))]
    public void SendAndSplit_EverySize_GivesHeaderAndPayload(string id)
    {
        MeshFrameBox layout = MeshFrameBox.Create(StrategyChoice.Of(id));
        using Wire wire = new();
        foreach (int size in PayloadSizes)
        {
            byte[] header = [.. Enumerable.Range(0, (size % 97) + 1).Select(i => (byte)i)];
            byte[] payload = new byte[size];
            new Random(size).NextBytes(payload);

            Assert.True(layout.TrySend(wire.Sender, wire.ReceiverId, new MeshRecord(Record(header, payload))));
            byte[][] frames = wire.Receive();

            MeshFrameStatus status = layout.Split(
                frames.Length, frames.ElementAtOrDefault(1), frames.ElementAtOrDefault(2), out ReadOnlySpan<byte> readHeader, out ReadOnlySpan<byte> readPayload);
            Assert.Equal(MeshFrameStatus.Ok, status);
            Assert.Equal(header, readHeader.ToArray());
            Assert.Equal(payload, readPayload.ToArray());
        }
    }

    [Theory]
    [InlineData("three-frames", new[] { "0102", "0304" })]
    [InlineData("merged-frame", new[] { "0200000001020304" })]
    public void Send_TwoHeaderAndTwoPayloadBytes_GivesGoldenFrames(string id, string[] expected)
    {
        using Wire wire = new();

        Assert.True(MeshFrameBox.Create(StrategyChoice.Of(id)).TrySend(wire.Sender, wire.ReceiverId, new MeshRecord(Record([1, 2], [3, 4]))));

        Assert.Equal(expected, wire.Receive().Skip(1).Select(Convert.ToHexStringLower));
    }

    [Theory]
    [MemberData(nameof(Ids))]
    public void Split_AnotherNumberOfFrames_IsNamed(string id)
    {
        MeshFrameBox layout = MeshFrameBox.Create(StrategyChoice.Of(id));
        int own = id == "three-frames" ? 3 : 2;
        for (int frames = 1; frames <= 6; frames++)
        {
            MeshFrameStatus expected = frames == own ? MeshFrameStatus.Ok : frames is 2 or 3 ? MeshFrameStatus.OtherLayout : MeshFrameStatus.Malformed;
            Assert.Equal(expected, layout.Split(frames, new byte[4], default, out _, out _));
        }
    }

    [Theory]
    [InlineData("")]
    [InlineData("010000")]
    [InlineData("01000000")]
    [InlineData("0300000001ff")]
    [InlineData("ffffffff01ff")]
    [InlineData("0000008001ff")]
    public void SplitMerged_HeaderLongerThanItsFrame_IsMalformed(string hex)
    {
        MeshFrameStatus status = MeshFrameBox.Create(StrategyChoice.Of("merged-frame")).Split(
            2, Convert.FromHexString(hex), default, out ReadOnlySpan<byte> header, out ReadOnlySpan<byte> payload);

        Assert.Equal(MeshFrameStatus.Malformed, status);
        Assert.True(header.IsEmpty && payload.IsEmpty);
    }

    [Fact]
    public void SplitMerged_RandomFrames_NeverThrowsAndNeverReachesBeyondTheFrame()
    {
        const int Seed = 77_004;
        Random random = new(Seed);
        MeshFrameBox layout = MeshFrameBox.Create(StrategyChoice.Of("merged-frame"));
        int accepted = 0;
        for (int i = 0; i < 100_000; i++)
        {
            byte[] frame = new byte[random.Next(40)];
            random.NextBytes(frame);
            if (frame.Length >= 4 && random.Next(2) == 0)
            {
                BitConverter.TryWriteBytes(frame, random.Next(frame.Length + 2));
            }

            if (layout.Split(2, frame, default, out ReadOnlySpan<byte> header, out ReadOnlySpan<byte> payload) == MeshFrameStatus.Ok)
            {
                accepted++;
                Assert.Equal(frame.Length, 4 + header.Length + payload.Length);
                Assert.Equal(BitConverter.ToUInt32(frame), (uint)header.Length);
            }
        }

        Assert.InRange(accepted, 10_000, 90_000);
    }

    [Theory]
    [InlineData("three-frames", "merged-frame")]
    [InlineData("merged-frame", "three-frames")]
    public async Task Mismatch_OfTwoServers_IsCountedByNameAndHarmsNobodyElse(string ofA, string ofB)
    {
        InMemoryServerDirectory directory = MeshNode.NewDirectory();
        await using MeshNode a = await MeshNode.StartAsync("a", directory, strategies: Layout(ofA));
        await using MeshNode b = await MeshNode.StartAsync("b", directory, strategies: Layout(ofB));
        await using MeshNode c = await MeshNode.StartAsync("c", directory, strategies: Layout(ofB));

        await c.UntilReachableAsync("b");
        await b.UntilReachableAsync("c");
        await b.UntilAsync(() => b.Counter("mesh.frame-mismatches") > 0 && c.Counter("mesh.frame-mismatches") > 0, "what a sends is named");
        await a.UntilAsync(() => a.Counter("mesh.frame-mismatches") > 0, "what the others send is named");

        foreach (MeshNode node in (MeshNode[])[a, b, c])
        {
            Assert.True(node.Counter("mesh.malformed") >= node.Counter("mesh.frame-mismatches"), node.Mesh.ServerId);
            Assert.Equal(0, node.Counter("engine.faults"));
        }

        Assert.DoesNotContain(b.Kept, m => m.Header.From == "a");
        Assert.Null(await c.FailureOfAsync("b", "echo", [1]));
    }

    [Theory]
    [MemberData(nameof(Ids))]
    public async Task LargestMessage_OfTheLimits_Arrives(string id)
    {
        EngineLimits limits = EngineLimits.Default with { PeerMessageBytesMax = 4_096 };
        InMemoryServerDirectory directory = MeshNode.NewDirectory();
        await using MeshNode a = await MeshNode.StartAsync("a", directory, limits, strategies: Layout(id));
        await using MeshNode b = await MeshNode.StartAsync(new string('b', 255), directory, limits, strategies: Layout(id));
        await a.UntilReachableAsync(b.Mesh.ServerId);
        RouteHeader header = new(new string('x', 128), 0, uint.MaxValue, ushort.MaxValue, "", -1, -1, -1, false, true);

        Assert.Equal(SendResult.Accepted, a.Mesh.Send(b.Mesh.ServerId, header, new byte[4_096]));

        await b.UntilAsync(() => b.Kept.Any(m => m.Payload.Length == 4_096 && m.Header == header with { From = "a" }), "the largest message arrives");
    }

    private static StrategySelection Layout(string id) => StrategySelection.Default.With("mesh-frame", id);

    private static byte[] Record(byte[] header, byte[] payload)
    {
        byte[] prefix = new byte[MeshRecord.PrefixBytes];
        MeshRecord.WritePrefix(prefix, header.Length);
        return [.. prefix, .. header, .. payload];
    }

    /// <summary>Two connected ROUTER sockets.</summary>
    private sealed class Wire : IDisposable
    {
        private readonly Context _context = new();
        private readonly Socket _receiver;

        public Wire()
        {
            _receiver = new Socket(_context, SocketType.Router);
            _receiver.SetOption(SocketOption.Routing_Id, ReceiverId);
            _receiver.Bind("tcp://127.0.0.1:0");
            Sender = new Socket(_context, SocketType.Router);
            Sender.SetOption(SocketOption.Routing_Id, "sender"u8.ToArray());
            Sender.SetOption(SocketOption.Router_Mandatory, 1);
            Sender.SetOption(SocketOption.Linger, 0);
            Sender.Connect(_receiver.GetOptionString(SocketOption.Last_Endpoint));
            UntilConnected();
        }

        public Socket Sender { get; }

        public byte[] ReceiverId { get; } = Encoding.UTF8.GetBytes("receiver");

        public byte[][] Receive()
        {
            List<byte[]> frames = [];
            using Message message = new();
            do
            {
                _receiver.Recv(message);
                frames.Add(message.ToArray());
            }
            while (message.More);

            return [.. frames];
        }

        public void Dispose()
        {
            Sender.Dispose();
            _receiver.Dispose();
            _context.Dispose();
        }

        /// <summary>A mandatory router refuses with an error until it knows the other one's id.</summary>
        private void UntilConnected()
        {
            long deadlineMs = Environment.TickCount64 + (long)MeshNode.Deadline.TotalMilliseconds;
            SpinWait wait = default;
            while (!IsConnected())
            {
                Assert.True(Environment.TickCount64 < deadlineMs, "the sockets did not connect");
                wait.SpinOnce();
            }

            Receive();
        }

        private bool IsConnected()
        {
            try
            {
                return Sender.Send(ReceiverId, SendFlags.SendMore) && Sender.Send(default(ReadOnlySpan<byte>));
            }
            catch (ZmqException)
            {
                return false;
            }
        }
    }
}
