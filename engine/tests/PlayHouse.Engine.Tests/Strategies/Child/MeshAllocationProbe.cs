using PlayHouse.Engine.Diagnostics;
using PlayHouse.Engine.Protocol;
using PlayHouse.Engine.Strategies;
using PlayHouse.Engine.Strategies.BufferPools;
using PlayHouse.Engine.Strategies.HeaderCodec;
using PlayHouse.Engine.Strategies.MessageIds;
using PlayHouse.Engine.Strategies.RequestTable;
using PlayHouse.Engine.Tests.Strategies.HeaderCodec;
using PlayHouse.Engine.Tests.Strategies.HeaderParse;
using PlayHouse.Engine.Tests.Strategies.MeshFrame;
using PlayHouse.Engine.Tests.Strategies.PeerId;
using PlayHouse.Engine.Tests.Strategies.RequestTable;

namespace PlayHouse.Engine.Tests.Strategies.Child;

/// <summary>Bytes per operation of the strategies of messages between servers, counted like those of <see cref="AllocationProbe"/>.</summary>
internal static class MeshAllocationProbe
{
    public const string EncodeOperation = "encode a header of 34 B and release it";
    public const string ParseOperation = "read a header of 34 B";
    public const string PeerOperation = "recognise one of 16 servers by 6 B";
    public const string SplitOperation = "split received frames";
    public const string RequestOperation = "begin a request, reply without payload, take the result";

    private const int WarmUpBatches = 20;
    private const string ServerId = "play-1";
    private static readonly RouteHeader Header = new("EchoRequest", MsgSeq: 1, ServiceId: 2, StageId: 1001, AccountId: 7, Sid: 9);

    public static void PrintAll(TextWriter output)
    {
        AllocationProbe.Each("header-codec", output, (choice, print) => print(EncodeOperation, Encode(choice)));
        AllocationProbe.Each("header-parse", output, (choice, print) => print(ParseOperation, Parse(choice)));
        AllocationProbe.Each("peer-id", output, (choice, print) => print(PeerOperation, Recognise(choice)));
        AllocationProbe.Each("request-table", output, (choice, print) => print(RequestOperation, Request(choice)));
        AllocationProbe.Each("mesh-frame", output, (choice, print) => print(SplitOperation, Split(choice)));
    }

    private static double Encode(StrategyChoice choice)
    {
        HeaderCodecBox codec = HeaderCodecBox.Create(choice, ServerId);
        byte[] scratch = new byte[RouteHeaderCodec.BytesMax];
        byte[] destination = new byte[RouteHeaderCodec.BytesMax];
        return AllocationProbe.OnThisThread(1, () => codec.EncodeInto(destination, scratch, Header, 3));
    }

    private static double Parse(StrategyChoice choice)
    {
        HeaderParseBox parse = HeaderParseBox.Create(choice, new MessageIdTable(16));
        byte[] bytes = Encoded();
        return AllocationProbe.OnThisThread(1, () => parse.Read(bytes, ServerId, out _, out _));
    }

    private static double Recognise(StrategyChoice choice)
    {
        PeerIdsBox peers = PeerIdsBox.Create(choice, 16);
        byte[][] ids = [.. Enumerable.Range(0, 16).Select(i => System.Text.Encoding.UTF8.GetBytes($"play-{(char)('a' + i)}"))];
        int next = 0;
        return AllocationProbe.OnThisThread(1, () => peers.TryGet(ids[next++ & 15], 0, out _, out _, out _));
    }

    private static double Split(StrategyChoice choice)
    {
        MeshFrameBox layout = MeshFrameBox.Create(choice);
        byte[] frame = [4, 0, 0, 0, 1, 2, 3, 4, 5, 6];
        int frames = choice.Id == "three-frames" ? 3 : 2;
        return AllocationProbe.OnThisThread(1, () => layout.Split(frames, frame, frame, out _, out _));
    }

    /// <summary>
    /// The requester's thread only: it begins, the replies come, and the results are taken once they are there. Many at a
    /// time, because each wait for the thread pool is slow on a busy machine.
    /// </summary>
    private static double Request(StrategyChoice choice)
    {
        const int Batch = 100;
        const int Batches = 50;
        RequestTableBox table = RequestTableBox.Create(choice, EngineLimits.Default, new EngineCounters(), 0, Timers.EngineClock.System);
        BufferPool pool = new(0);
        RequestTicket[] tickets = new RequestTicket[Batch];
        long allocated = 0;
        for (int i = -WarmUpBatches; i < Batches; i++)
        {
            long before = GC.GetAllocatedBytesForCurrentThread();
            Exchange(table, pool, tickets);
            allocated += i < 0 ? 0 : GC.GetAllocatedBytesForCurrentThread() - before;
        }

        return allocated / (double)(Batch * Batches);
    }

    private static void Exchange(RequestTableBox table, BufferPool pool, RequestTicket[] tickets)
    {
        for (int i = 0; i < tickets.Length; i++)
        {
            table.TryBegin("b", out tickets[i]);
        }

        for (int i = 0; i < tickets.Length; i++)
        {
            table.OnReply(new RouteHeader("ok", tickets[i].Sequence, From: "b", IsReply: true), default, pool);
        }

        SpinWait wait = default;
        for (int i = 0; i < tickets.Length; i++)
        {
            ValueTask<ServerReply> reply = tickets[i].Reply;
            while (!reply.IsCompleted)
            {
                wait.SpinOnce(sleep1Threshold: -1);
            }

#pragma warning disable VSTHRD002 // It is there.
            reply.GetAwaiter().GetResult().Dispose();
#pragma warning restore VSTHRD002
        }
    }

    private static byte[] Encoded()
    {
        byte[] destination = new byte[RouteHeaderCodec.BytesMax];
        int length = HeaderCodecBox.Create(StrategyChoice.Of("write-to-span"), ServerId).EncodeInto(destination, new byte[RouteHeaderCodec.BytesMax], Header, 3);
        return destination[..length];
    }
}
