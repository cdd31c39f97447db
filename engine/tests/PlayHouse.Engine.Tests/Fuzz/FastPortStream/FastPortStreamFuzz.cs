using PlayHouse.Engine.Strategies.Locks;
using PlayHouse.FastPort;
using PlayHouse.FastPort.Buffers;
using PlayHouse.FastPort.Protocol;
using PlayHouse.FastPort.Sessions;
using Xunit.Abstractions;

namespace PlayHouse.Engine.Fuzz.FastPortStream;

/// <summary>Whatever bytes come, in whatever pieces, through whatever buffer: the same packets, the same end, and a handler that answers or closes.</summary>
public sealed class FastPortStreamFuzz(ITestOutputHelper output)
{
    private const int EverySplitUpTo = 48;
    private const int EverySplitOneIn = 8;
    private const int RandomSplits = 4;
    private const int ReceiveBytesMax = 400;

    private static readonly FastPortLimits Limits = new() { FrameBytesMax = FastPortStreams.FrameBytesMax, ReceiveBufferBytesMax = ReceiveBytesMax };
    private byte[] _scratch = [];

    [Fact]
    public void AnyBytes_AnySplit_GiveWhatTheOracleReads() => new FuzzRun("fastport-stream", output).Start(FastPortStreams.Next, Execute);

    private int Execute(byte[] stream, Random random)
    {
        (List<ReferencePacket> expected, FrameStatus end) = ReferencePackets.Parse(stream, Limits.FrameBytesMax);
        CheckEveryBuffer(stream, [], expected, end);
        CheckEveryBuffer(stream, [.. Enumerable.Range(1, stream.Length)], expected, end);
        if (stream.Length <= EverySplitUpTo && random.Next(EverySplitOneIn) == 0)
        {
            for (int cut = 1; cut < stream.Length; cut++)
            {
                CheckEveryBuffer(stream, [cut], expected, end);
            }

            return 4 * (1 + stream.Length);
        }

        for (int i = 0; i < RandomSplits && stream.Length > 0; i++)
        {
            int first = random.Next(stream.Length);
            CheckEveryBuffer(stream, [first, random.Next(first, stream.Length)], expected, end);
        }

        return 4 * (2 + RandomSplits);
    }

    private void CheckEveryBuffer(byte[] stream, int[] cuts, List<ReferencePacket> expected, FrameStatus end)
    {
        Check<LinearBuffer>(stream, cuts, expected, end);
        Check<CircularArrayBuffer>(stream, cuts, expected, end);
        Check<CircularPooledBuffer>(stream, cuts, expected, end);
        Check<PipeBuffer>(stream, cuts, expected, end);
    }

    private void Check<TBuffer>(byte[] stream, int[] cuts, List<ReferencePacket> expected, FrameStatus expectedEnd)
        where TBuffer : struct, IByteBuffer<TBuffer>
    {
        GuardedBuffer<LockTypeLock, TBuffer> buffer = new(initialBytes: 16, ReceiveBytesMax);
        PacketCutter<LockTypeLock, TBuffer> cutter = new(buffer, Limits.FrameBytesMax);
        int read = 0;
        int piece = 0;
        int received = 0;
        FrameStatus status = FrameStatus.Incomplete;
        while (received < stream.Length && status == FrameStatus.Incomplete)
        {
            int until = piece < cuts.Length ? cuts[piece++] : stream.Length;
            while (received < until && status == FrameStatus.Incomplete)
            {
                received += buffer.Write(stream.AsSpan(received, until - received));
                while ((status = cutter.TryTake(null, out Packet packet, out int waiting)) == FrameStatus.Announced)
                {
                    Assert.True(waiting <= ReceiveBytesMax, "more waits than the limit");
                    Assert.True(read < expected.Count, "a packet that the oracle does not know");
                    Assert.Equal(expected[read].Id, packet.Id);
                    Assert.Equal(expected[read++].Body, packet.Body.ToArray());
                    CheckHandler(packet);
                    packet.Release();
                }
            }
        }

        Assert.Equal(expectedEnd, status);
        Assert.Equal(expected.Count, read);
        buffer.Release();
    }

    /// <summary>A packet is answered with a whole frame within the limit, or the connection is told to close.</summary>
    private void CheckHandler(in Packet packet)
    {
        HandleResult result = new ServerEcho(Limits.FrameBytesMax).Handle(packet, ref _scratch);
        if (result.Failure != global::PlayHouse.FastPort.Sessions.CloseReason.None)
        {
            Assert.True(result.Failure is global::PlayHouse.FastPort.Sessions.CloseReason.UnknownPacket or global::PlayHouse.FastPort.Sessions.CloseReason.MalformedBody, $"{result.Failure}");
            return;
        }

        FrameStatus status = PacketFrame.Inspect(_scratch.AsSpan(0, result.ResponseBytes), Limits.FrameBytesMax, out _, out int bodyBytes);
        Assert.Equal((FrameStatus.Announced, result.ResponseBytes), (status, PacketFrame.HeaderBytes + bodyBytes));
    }
}
