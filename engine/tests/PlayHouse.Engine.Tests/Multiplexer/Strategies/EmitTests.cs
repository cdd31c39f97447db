using System.Net.Sockets;
using PlayHouse.Multiplexer.Tests.Fakes;

namespace PlayHouse.Multiplexer.Tests.Strategies;

/// <summary>Write calls of each way to emit: alone, and for senders that wait for each other.</summary>
public sealed class EmitTests
{
    private const int Waiting = 100;

    [Theory]
    [InlineData("two-writes", 64, 4)]
    [InlineData("two-writes", 1 << 20, 4)]
    [InlineData("one-copied-frame", 64, 3)]
    [InlineData("one-copied-frame", 1 << 20, 3)]
    [InlineData("gather", 64, 1)]
    [InlineData("gather", 1 << 20, 1)]
    [InlineData("flush-per-batch", 64, 1)]
    [InlineData("flush-per-batch", 1 << 20, 1)]
    public async Task OneMessage_OverASocket_MakesTheseCalls(string emit, int bytes, int calls)
    {
        (Socket near, Socket far) = await ConnectionPair.SocketsAsync();
        await using MultiplexerConnection sender = MultiplexerConnection.Connect(near, Variants.Selection($"mux-emit:{emit}"), MultiplexerLimits.Default);
        await using MultiplexerConnection receiver = MultiplexerConnection.Connect(far, Variants.Selection("default"), MultiplexerLimits.Default);
        byte[] body = Bodies.Make(3, 4, bytes);

        Task sending = sender.SendAsync(body).AsTask();

        Assert.Equal(body, await receiver.NextAsync());
        await sending.WaitAsync(Wait.Deadline);

        // A socket may take less than a call offers; then the rest is one call more, and only then.
        long writes = sender.ReadCounters()["mux.writes"];
        Assert.InRange(writes, calls, bytes < 1024 ? calls : calls + 3);
    }

    [Theory]
    [InlineData("two-writes", 4 * Waiting)]
    [InlineData("one-copied-frame", 3 * Waiting)]
    [InlineData("gather", Waiting)]
    [InlineData("flush-per-batch", 1)]
    public async Task WaitingSenders_SmallMessages_MakeTheseCalls(string emit, int calls)
    {
        RecordingStream stream = new();
        await using MultiplexerConnection connection = MultiplexerConnection.Connect(stream, Variants.Selection($"mux-emit:{emit}"), MultiplexerLimits.Default);
        stream.Hold();
        Task first = connection.SendAsync("first"u8.ToArray()).AsTask();
        await Wait.UntilAsync(() => stream.Writes.Count > 0, "the first write");
        Task[] others = [.. Enumerable.Range(0, Waiting).Select(_ => connection.SendAsync(new byte[64]).AsTask())];
        int before = connection.ReadCounters()["mux.writes"] is var w ? (int)w : 0;
        stream.LetGo();

        await Task.WhenAll([first, .. others]).WaitAsync(Wait.Deadline);

        int firstRest = emit switch { "two-writes" => 3, "one-copied-frame" => 2, _ => 0 };
        Assert.Equal(before + firstRest + calls, stream.Writes.Count);
        Assert.Equal(Waiting + 1, Frames.Parse(stream.Written).Count(f => f.Type == 2));
    }

    /// <summary>What collects never grows beyond its buffer.</summary>
    [Fact]
    public async Task FlushPerBatch_ManyWaiting_NeverCollectsMoreThanItsBuffer()
    {
        RecordingStream stream = new();
        await using MultiplexerConnection connection = MultiplexerConnection.Connect(stream, Variants.Selection("default"), MultiplexerLimits.Default);
        stream.Hold();
        Task[] sends = [.. Enumerable.Range(0, 1_000).Select(_ => connection.SendAsync(new byte[4_096]).AsTask())];
        stream.LetGo();

        await Task.WhenAll(sends).WaitAsync(Wait.Deadline);

        Assert.All(stream.Writes, w => Assert.InRange(w.Length, 1, 64 * 1024));
        Assert.Equal(1_000, Frames.Parse(stream.Written).Count(f => f.Type == 2));
        Assert.InRange(stream.Writes.Count, 1_000 * 4_096 / (64 * 1024), 100);
    }

    /// <summary>Headers count too: empty messages are nothing else.</summary>
    [Fact]
    public async Task FlushPerBatch_ManyEmptyWaiting_FillsItsBufferAndNoMore()
    {
        const int Messages = 4_000;
        RecordingStream stream = new();
        await using MultiplexerConnection connection = MultiplexerConnection.Connect(stream, Variants.Selection("default"), MultiplexerLimits.Default);
        stream.Hold();
        Task[] sends = [.. Enumerable.Range(0, Messages).Select(_ => connection.SendAsync(default).AsTask())];
        stream.LetGo();

        await Task.WhenAll(sends).WaitAsync(Wait.Deadline);

        Assert.All(stream.Writes, w => Assert.InRange(w.Length, 1, 64 * 1024));
        Assert.Equal(Messages, Frames.Parse(stream.Written).Count(f => f.Type == 2));
        Assert.InRange(stream.Writes.Count, 3, 5);
    }

    /// <summary>A payload that is not worth a copy leaves with what has collected before it.</summary>
    [Fact]
    public async Task FlushPerBatch_LargeBehindSmall_KeepsTheOrder()
    {
        RecordingStream stream = new();
        await using MultiplexerConnection connection = MultiplexerConnection.Connect(stream, Variants.Selection("default"), MultiplexerLimits.Default);
        stream.Hold();
        List<Task> sends = [connection.SendAsync("first"u8.ToArray()).AsTask()];
        await Wait.UntilAsync(() => stream.Writes.Count > 0, "the first write");
        sends.AddRange([.. Enumerable.Range(0, 20).Select(i => connection.SendAsync(Bodies.Make(1, i, i % 5 == 4 ? 50_000 : 40)).AsTask())]);
        stream.LetGo();
        await Task.WhenAll(sends).WaitAsync(Wait.Deadline);

        RecordingStream back = new();
        await using MultiplexerConnection receiver = MultiplexerConnection.Connect(back, Variants.Selection("default"), MultiplexerLimits.Default);
        back.Feed(stream.Written);
        Assert.Equal("first"u8.ToArray(), await receiver.NextAsync());
        for (int i = 0; i < 20; i++)
        {
            Assert.Equal((1, i), Bodies.Check(await receiver.NextAsync()));
        }
    }
}
