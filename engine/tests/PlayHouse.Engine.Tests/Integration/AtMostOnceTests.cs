using System.Buffers.Binary;
using System.Collections.Concurrent;
using System.Net.Sockets;
using PlayHouse.Engine.IntegrationTests.Fixtures;
using PlayHouse.Engine.Strategies;
using PlayHouse.Engine.Tests.Fixtures;
using Xunit.Abstractions;

namespace PlayHouse.Engine.IntegrationTests;

/// <summary>
/// Numbered messages through handlers, posts, timers, work off the stage and reconnects: in order per sender, never twice,
/// and lost only at the end of a connection that was cut.
/// </summary>
public sealed class AtMostOnceTests(ITestOutputHelper output)
{
    [Fact]
    public async Task HundredThousandMessages_AreHandledInOrderAtMostOnce()
    {
        const int Messages = 1_000;
        const int Connections = 5;
        int all = SoakSize.Or(100_000);
        // What is kept of each message would fill the memory: more of them are sent in turns, each to a server of its own.
        int senders = Math.Min(100, all / (Connections * Messages));
        for (int sent = 0; sent < all; sent += senders * Connections * Messages)
        {
            await RunAsync(StrategySelection.Default, senders, Connections, Messages);
        }

        output.WriteLine($"{all:N0} messages in turns of {senders * Connections * Messages:N0}");
    }

    [Theory]
    [MemberData(nameof(VariantTests.Variants), MemberType = typeof(VariantTests))]
    public Task Messages_OfEveryVariant_AreHandledInOrderAtMostOnce(string seam, string strategy) =>
        RunAsync(VariantSelection.Of(seam, strategy), senders: 6, connections: 4, messages: 100);

    private async Task RunAsync(StrategySelection strategies, int senders, int connections, int messages)
    {
        Ledger ledger = new();
        EngineLimits limits = new() { TimersPerStageMax = 1_000_000, OffStageWorkMax = 1_000_000 };
        await using RoomServer server = await RoomServer.StartAsync(new RoomScript { Handle = ledger.Handle }, limits, strategies);
        await Task.WhenAll(Enumerable.Range(0, senders).Select(s => SendAsync(server, s, connections, messages)));
        await server.UntilAsync(
            () => server.Counter("sessions") == 0 && server.Counter("seam.stage-loop") == server.Counter("seam.hand-over"), "what came in has had its turn");
        await server.UntilAsync(() => ledger.ReturnedCount == ledger.DirectCount, "everything that left a stage has come back");

        int lost = 0;
        for (int sender = 0; sender < senders; sender++)
        {
            for (int connection = 0; connection < connections; connection++)
            {
                List<int> handled = ledger.Direct.GetValueOrDefault((sender, connection)) ?? [];
                Assert.Equal(Enumerable.Range(0, handled.Count), handled);
                Assert.True(IsCut(connection) || handled.Count == messages, $"{messages - handled.Count} messages of a connection that ended well are lost");
                lost += messages - handled.Count;
            }
        }

        Assert.Empty(ledger.Doubles);
        Assert.All(ledger.Posted.Values, numbers => Assert.Equal(numbers.Order(), numbers));
        Assert.Equal(0, server.Counter("timers.refused") + server.Counter("off-stage.refused") + server.Counter("handler.failures"));
        AssertLossIsCounted(server, senders, connections, ledger.DirectCount);
        output.WriteLine($"{senders * connections * messages} sent, {ledger.DirectCount} handled, {lost} lost with cut connections, {server.Counter("late.drops")} of them dropped by the stage, {server.Counter("reconnects")} reconnects");
    }

    /// <summary>
    /// Every frame the server has received whole was handled or is counted. What it has received, it says in bytes, which
    /// the frames' sizes turn into a number of frames; less than a frame is left over at the end of each cut connection.
    /// </summary>
    private static void AssertLossIsCounted(RoomServer server, int senders, int connections, int handled)
    {
        int frameBytes = RawClient.Frame("Number", 0, 1, new byte[12]).Length;
        int endBytes = RawClient.Frame("End", 1, 1, "end"u8).Length;
        int ended = Enumerable.Range(0, connections).Count(c => !IsCut(c));
        long otherBytes = Enumerable.Range(0, senders)
            .Sum(s => (connections * RawClient.Frame(GameServer.AuthenticateId, 1, 1, System.Text.Encoding.UTF8.GetBytes("s" + s)).Length) + (ended * endBytes));
        long numberBytes = server.Counter("bytes.in") - otherBytes;
        long received = numberBytes / frameBytes;
        long dropped = server.Counter("late.drops");
        int cut = senders * (connections - ended);

        Assert.Equal(handled + (senders * ended), server.Counter("messages.completed"));
        Assert.InRange(handled + dropped, received - cut, received);
        Assert.InRange(server.Counter("seam.hand-over"), handled, handled + (senders * ended) + dropped);
    }

    /// <summary>Every other connection of a sender is replaced while its messages are still on their way.</summary>
    private static bool IsCut(int connection) => connection % 2 == 1;

    private static async Task SendAsync(RoomServer server, int sender, int connections, int messages)
    {
        RawClient? old = null;
        for (int connection = 0; connection < connections; connection++)
        {
            RawClient client = await server.JoinAsync(1 + (sender % 4), "s" + sender);
            if (old is not null)
            {
                await old.DisposeAsync();
            }

            List<byte> batch = [];
            for (int number = 0; number < messages; number++)
            {
                byte[] payload = new byte[12];
                BinaryPrimitives.WriteInt32LittleEndian(payload, sender);
                BinaryPrimitives.WriteInt32LittleEndian(payload.AsSpan(4), connection);
                BinaryPrimitives.WriteInt32LittleEndian(payload.AsSpan(8), number);
                batch.AddRange(RawClient.Frame("Number", 0, client.StageId, payload));
                if (number % 50 == 49)
                {
                    await client.SendBytesAsync(batch.ToArray());
                    batch.Clear();
                }
            }

            await client.SendBytesAsync(batch.ToArray());
            if (IsCut(connection))
            {
                old = client;
                continue;
            }

            Assert.Equal("end", (await client.RequestAsync("End", 1, "end")).Text);
            client.Socket.Shutdown(SocketShutdown.Send);
            await client.DisposeAsync();
        }

        if (old is not null)
        {
            await old.DisposeAsync();
        }
    }

    /// <summary>What happened to each message. Lists of one connection are written by its one stage.</summary>
    private sealed class Ledger
    {
        private readonly ConcurrentDictionary<(int, int, int), bool> _returned = new();
        private int _directCount;

        public ConcurrentDictionary<(int Sender, int Connection), List<int>> Direct { get; } = new();

        public ConcurrentDictionary<(int Sender, int Connection), List<int>> Posted { get; } = new();

        public ConcurrentQueue<(int, int, int)> Doubles { get; } = new();

        public int DirectCount => Volatile.Read(ref _directCount);

        public int ReturnedCount => _returned.Count;

        public ValueTask Handle(Room room, Member member, IPacket packet)
        {
            if (packet.MsgId == "End")
            {
                return Room.EchoAsync(room, member, packet);
            }

            ReadOnlySpan<byte> bytes = packet.Payload.Span;
            (int, int, int) message = (BinaryPrimitives.ReadInt32LittleEndian(bytes), BinaryPrimitives.ReadInt32LittleEndian(bytes[4..]), BinaryPrimitives.ReadInt32LittleEndian(bytes[8..]));
            Direct.GetOrAdd((message.Item1, message.Item2), _ => []).Add(message.Item3);
            Interlocked.Increment(ref _directCount);
            return Send(room.Link, message);
        }

        private ValueTask Send(IStageLink link, (int Sender, int Connection, int Number) message)
        {
            switch (message.Number % 5)
            {
                case 0:
                    link.Post(() =>
                    {
                        Posted.GetOrAdd((message.Sender, message.Connection), _ => []).Add(message.Number);
                        return Return(message);
                    });
                    break;
                case 1:
                    link.AsyncCompute(() => message, r => Return(r.Value));
                    break;
                case 2:
                    link.AsyncIO(
                        async _ =>
                        {
                            await Task.Yield();
                            return message;
                        },
                        r => Return(r.Value));
                    break;
                case 3:
                    link.AddCountTimer(TimeSpan.FromMilliseconds(message.Number % 7), TimeSpan.FromMilliseconds(1), 1, () => Return(message));
                    break;
                default:
                    return YieldAsync(message);
            }

            return default;
        }

        private async ValueTask YieldAsync((int, int, int) message)
        {
            await Task.Yield();
            await Return(message);
        }

        private ValueTask Return((int, int, int) message)
        {
            if (!_returned.TryAdd(message, true))
            {
                Doubles.Enqueue(message);
            }

            return default;
        }
    }
}
