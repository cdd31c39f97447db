using System.Text;
using Google.Protobuf.WellKnownTypes;
using PlayHouse.Engine.Hosting.Tests.Fixtures;

namespace PlayHouse.Engine.Hosting.Tests;

/// <summary>One-way messages to stages and clients: order, bounds, allocation.</summary>
public sealed class SendTests
{
    private static readonly byte[] Payload = [1, 2, 3];

    [Fact]
    public async Task SendToStage_ManyMessages_ArriveInOrderWithoutARequestId()
    {
        const int Messages = 2_000;
        LoopbackHub hub = new();
        await using RoomServer first = await RoomServer.StartAsync("play-1", hub);
        await using RoomServer second = await RoomServer.StartAsync("play-2", hub);
        IStageLink room = await first.RoomAsync(1);
        await second.RoomAsync(2);

        for (int i = 0; i < Messages; i++)
        {
            Assert.Equal(SendResult.Accepted, room.SendToStage("play-2", 2, "Note", Encoding.UTF8.GetBytes($"{i}")));
        }

        await Wait.UntilAsync(() => second.Log.Events.Count == Messages + 1, "all notes are handled");
        Assert.Equal(Enumerable.Range(0, Messages).Select(i => $"note {i} 0"), second.Log.Events.Skip(1));
        await Wait.UntilAsync(() => second.Counter("buffers.rented") == second.Counter("buffers.returned"), "all buffers are back");
    }

    [Fact]
    public async Task SendToStage_ThatIsFull_DropsAndCountsOneWayAndRefusesRequests()
    {
        EngineLimits limits = new() { MailboxMessagesMax = 4 };
        await using RoomServer server = await RoomServer.StartAsync(limits: limits);
        IStageLink room = await server.RoomAsync(1);
        await server.RoomAsync(2);
        Task<ServerReply> waiting = room.RequestToStageAsync("play-1", 2, "Wait", Payload).AsTask();
        await Wait.UntilAsync(() => server.Log.CountOf("waiting") == 1, "the stage is busy");

        for (int i = 0; i < 10; i++)
        {
            Assert.Equal(SendResult.Accepted, room.SendToStage("play-1", 2, "Note", Payload));
        }

        // One is being handled, three more fit.
        Assert.Equal(7, server.Counter("mesh.dropped"));
        Assert.Equal(ErrorCodes.SystemError, await RequestFailures.CodeOfAsync(room.RequestToStageAsync("play-1", 2, "Echo", Payload)));
        server.Log.Gate.SetResult();
        (await Wait.InTimeAsync(waiting)).Dispose();
        await Wait.UntilAsync(() => server.Log.Events.Count(e => e.StartsWith("note", StringComparison.Ordinal)) == 3, "what was admitted is handled");
    }

    [Fact]
    public async Task SendToStage_WithMoreBytesThanTheMailboxTakes_CountsAgainstItsBytes()
    {
        EngineLimits limits = new() { MailboxBytesMax = 10_000 };
        await using RoomServer server = await RoomServer.StartAsync(limits: limits);
        IStageLink room = await server.RoomAsync(1);
        await server.RoomAsync(2);
        Task<ServerReply> waiting = room.RequestToStageAsync("play-1", 2, "Wait", new byte[4_000]).AsTask();
        await Wait.UntilAsync(() => server.Log.CountOf("waiting") == 1, "the stage is busy");

        room.SendToStage("play-1", 2, "Note", new byte[4_000]);
        room.SendToStage("play-1", 2, "Note", new byte[4_000]);

        Assert.Equal(1, server.Counter("mesh.dropped"));
        server.Log.Gate.SetResult();
        (await Wait.InTimeAsync(waiting)).Dispose();
    }

    [Fact]
    public async Task SendToStage_OneWay_AllocatesNothing()
    {
        const int Bursts = 100;
        const int Messages = 200;
        await using RoomServer server = await RoomServer.StartAsync();
        IStageLink room = await server.RoomAsync(1);
        await server.RoomAsync(2);
        long sent = server.Counter("seam.stage-loop");
        long bytes = 0;
        for (int burst = 0; burst < 2 * Bursts; burst++)
        {
            long allocated = Send(room, Messages);
            bytes += burst < Bursts ? 0 : allocated;
            sent += Messages;
            await Wait.UntilAsync(() => server.Counter("seam.stage-loop") >= sent, "the stage has handled the burst");
        }

        Assert.True(bytes < Bursts * Messages / 2, $"{bytes} bytes for {Bursts * Messages} messages.");
        Assert.Equal(0, server.Counter("mesh.dropped"));

        // Bytes of the sending thread alone; the stage runs on others.
        static long Send(IStageLink room, int messages)
        {
            long before = GC.GetAllocatedBytesForCurrentThread();
            for (int i = 0; i < messages; i++)
            {
                room.SendToStage("play-1", 2, "Silent", Payload);
            }

            return GC.GetAllocatedBytesForCurrentThread() - before;
        }
    }

    [Fact]
    public async Task SendToClient_OfASessionOfAnotherServer_ReachesOnlyThatClient()
    {
        LoopbackHub hub = new();
        await using RoomServer first = await RoomServer.StartAsync("play-1", hub);
        await using RoomServer second = await RoomServer.StartAsync("play-2", hub);
        IStageLink room = await first.RoomAsync(1);
        await using RawClient ann = await second.JoinAsync(5, "ann");
        await using RawClient bob = await second.JoinAsync(5, "bob");
        long session = BitConverter.ToInt64((await ann.RequestAsync("Who", 2)).Payload);

        Assert.Equal(SendResult.Accepted, room.SendToClient("play-2", session, "Hello", Payload));
        Assert.Equal(SendResult.Accepted, room.SendToClient("play-2", session, new StringValue { Value = "again" }));

        Reply push = await ann.ReadAsync();
        Assert.Equal(("Hello", 0, 5L), (push.MsgId, push.MsgSeq, push.StageId));
        Assert.Equal(Payload, push.Payload);
        Assert.Equal("StringValue", (await ann.ReadAsync()).MsgId);
        Assert.Equal("Session", (await bob.RequestAsync("Who", 3)).MsgId);
    }

    [Fact]
    public async Task SendToClient_OfASessionThatIsGone_IsDroppedAndCounted()
    {
        await using RoomServer server = await RoomServer.StartAsync();
        IStageLink room = await server.RoomAsync(1);

        Assert.Equal(SendResult.Accepted, room.SendToClient("play-1", 4711, "Hello", Payload));
        Assert.Throws<ArgumentOutOfRangeException>(() => room.SendToClient("play-1", 0, "Hello", Payload));

        Assert.Equal(1, server.Counter("mesh.dropped"));
    }

    [Fact]
    public async Task Send_WithAnIllegalMessageId_ThrowsAtTheSender()
    {
        await using RoomServer server = await RoomServer.StartAsync();
        IStageLink room = await server.RoomAsync(1);

        Assert.Throws<ArgumentException>(() => room.SendToStage("play-1", 1, "", Payload));
        Assert.Throws<ArgumentException>(() => room.SendToStage("play-1", 1, new string('é', 128), Payload));
        Assert.Equal(SendResult.Accepted, room.SendToStage("play-1", 1, new string('é', 127), Payload));
    }

    [Fact]
    public async Task Send_ToAPeerWhoseQueueIsFull_SaysSo()
    {
        LoopbackHub hub = new();
        await using RoomServer first = await RoomServer.StartAsync("play-1", hub);
        await using RoomServer second = await RoomServer.StartAsync("play-2", hub);
        IStageLink room = await first.RoomAsync(1);
        hub.Full["play-2"] = true;

        Assert.Equal(SendResult.RefusedFull, room.SendToStage("play-2", 1, "Note", Payload));
        Assert.Equal(ErrorCodes.ServerBusy, await RequestFailures.CodeOfAsync(room.RequestToStageAsync("play-2", 1, "Echo", Payload)));
    }

    [Fact]
    public async Task Requests_WhenTheServerStops_FailByName()
    {
        EngineLimits limits = new() { StopTimeout = TimeSpan.FromMilliseconds(200) };
        RoomServer server = await RoomServer.StartAsync(limits: limits);
        IStageLink room = await server.RoomAsync(1);
        Task<ServerReply> waiting = room.RequestToStageAsync("play-1", 1, "Silent", Payload).AsTask();

        await server.DisposeAsync();

        Assert.Equal(ErrorCodes.ServerNotFound, (await Assert.ThrowsAsync<ServerRequestException>(() => Wait.InTimeAsync(waiting))).ErrorCode);
    }
}
