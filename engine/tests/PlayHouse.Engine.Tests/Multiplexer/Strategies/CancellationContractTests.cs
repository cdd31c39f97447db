using PlayHouse.Engine.Strategies;
using PlayHouse.Multiplexer.Tests.Fakes;

namespace PlayHouse.Multiplexer.Tests.Strategies;

/// <summary>A message that is given up: ABORT when it has begun, nothing when it has not, and no harm to any other.</summary>
public sealed class CancellationContractTests
{
    private const int MiB = 1024 * 1024;

    /// <summary>Writers that cut: a message that is one frame cannot be given up once it has begun.</summary>
    public static TheoryData<string> Cutting => Variants.Data(
        Variants.AllAndCut.Where(v => v is "mux-chunk:fixed-1k" or "mux-chunk:table" or "mux-chunk:fixed-64k" or "mux-original" or "mux-optimized" or "mux-hybrid" || v.EndsWith(":cut", StringComparison.Ordinal)));

    public static TheoryData<string> Names => Variants.Data(Variants.AllAndCut);

    [Theory]
    [MemberData(nameof(Cutting))]
    public async Task Cancel_BegunMessage_SendsAbortAndTheNextArrives(string variant)
    {
        RecordingStream stream = new();
        await using MultiplexerConnection connection = MultiplexerConnection.Connect(stream, Variants.Selection(variant), MultiplexerLimits.Default);
        using CancellationTokenSource cancel = new();
        stream.Hold();
        Task sending = connection.SendAsync(new byte[MiB], cancel.Token).AsTask();
        await Wait.UntilAsync(() => stream.Writes.Count > 0, "the first write");

        await cancel.CancelAsync();
        stream.LetGo();

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => sending.WaitAsync(Wait.Deadline));
        await connection.SendAsync("next"u8.ToArray());
        List<(byte Type, uint Id, uint Length)> frames = Frames.Parse(stream.Written);
        Assert.Equal((byte)1, frames[0].Type);
        Assert.Equal((6, 1u, 0u), frames[^4]);
        Assert.DoesNotContain(frames, f => f.Type == 2 && f.Id == 1);
        Assert.Equal(1, connection.ReadCounters()["mux.aborts-out"]);
        await AssertOnlyAsync(variant, stream.Written, "next"u8.ToArray());
    }

    [Theory]
    [MemberData(nameof(Names))]
    public async Task Cancel_WaitingMessages_LeavesNothingOfThemAndKeepsTheOthers(string variant)
    {
        RecordingStream stream = new();
        await using MultiplexerConnection connection = MultiplexerConnection.Connect(stream, Variants.Selection(variant), MultiplexerLimits.Default);
        using CancellationTokenSource cancel = new();
        stream.Hold();
        Task first = connection.SendAsync("first"u8.ToArray(), CancellationToken.None).AsTask();
        await Wait.UntilAsync(() => stream.Writes.Count > 0, "the first write");
        Task second = connection.SendAsync("second"u8.ToArray(), CancellationToken.None).AsTask();
        Task third = connection.SendAsync("third"u8.ToArray(), cancel.Token).AsTask();

        await cancel.CancelAsync();
        stream.LetGo();

        await Task.WhenAll(first, second).WaitAsync(Wait.Deadline);
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => third.WaitAsync(Wait.Deadline));
        await AssertOnlyAsync(variant, stream.Written, "first"u8.ToArray(), "second"u8.ToArray());
        Assert.Equal(0, connection.ReadCounters()["mux.aborts-out"]);
    }

    [Fact]
    public async Task Cancel_BeforeTheCall_SendsNothing()
    {
        RecordingStream stream = new();
        await using MultiplexerConnection connection = MultiplexerConnection.Connect(stream, StrategySelection.Default, MultiplexerLimits.Default);

        await Assert.ThrowsAnyAsync<OperationCanceledException>(async () => await connection.SendAsync("x"u8.ToArray(), new CancellationToken(true)));

        Assert.Empty(stream.Writes);
    }

    /// <summary>An id that is given and open waits for its turn; the writer's own ids pass it by.</summary>
    [Fact]
    public async Task GivenId_WhileOpen_BeginsAfterItsEnd()
    {
        RecordingStream stream = new();
        await using MultiplexerConnection connection = MultiplexerConnection.Connect(stream, Variants.Selection("mux-original"), MultiplexerLimits.Default, 7);
        stream.Hold();
        Task first = connection.SendAsync(7, new byte[5_000], CancellationToken.None).AsTask();
        await Wait.UntilAsync(() => stream.Writes.Count > 0, "the first write");
        Task second = connection.SendAsync(7, new byte[5_000], CancellationToken.None).AsTask();
        Task own = connection.SendAsync(new byte[5_000]).AsTask();
        stream.LetGo();

        await Task.WhenAll(first, second, own).WaitAsync(Wait.Deadline);

        List<(byte Type, uint Id, uint Length)> frames = Frames.Parse(stream.Written);
        Assert.Equal([1, 2, 1, 2], frames.Where(f => f.Id == 7 && f.Type != 3).Select(f => (int)f.Type));
        Assert.Contains(frames, f => f.Id == 8 && f.Type == 1);
    }

    private static async Task AssertOnlyAsync(string variant, byte[] stream, params byte[][] expected)
    {
        RecordingStream back = new();
        await using MultiplexerConnection receiver = MultiplexerConnection.Connect(back, Variants.Selection(variant), MultiplexerLimits.Default);
        back.Feed(stream);
        back.EndFeed();
        foreach (byte[] body in expected)
        {
            Assert.Equal(body, await receiver.NextAsync());
        }

        Assert.Null(await receiver.NextOrEndAsync());
        Assert.Equal(0, receiver.ArraysOut);
    }
}
