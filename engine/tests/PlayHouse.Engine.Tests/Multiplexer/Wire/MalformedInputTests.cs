using PlayHouse.Engine.Strategies;
using PlayHouse.Multiplexer.Tests.Fakes;

namespace PlayHouse.Multiplexer.Tests.Wire;

/// <summary>What is not the protocol ends the connection with its name, and what came before is still delivered.</summary>
public sealed class MalformedInputTests
{
    private static readonly MultiplexerLimits Small = new()
    {
        MessageBytesMax = 100,
        PartialMessagesMax = 3,
        PartialBytesMax = 200,
    };

    public static TheoryData<MultiplexerFailure, string, byte[]> Inputs => new()
    {
        { MultiplexerFailure.UnknownType, "type 0", Frames.Header(0, 9, 0) },
        { MultiplexerFailure.UnknownType, "type 4", Frames.Header(4, 9, 0) },
        { MultiplexerFailure.UnknownType, "type 5", Frames.Header(5, 9, 0) },
        { MultiplexerFailure.UnknownType, "type 7", Frames.Header(7, 9, 0) },
        { MultiplexerFailure.UnknownType, "type 255", Frames.Header(255, 9, 0) },
        { MultiplexerFailure.DuplicateStart, "twice", [.. Frames.Start(9), .. Frames.Start(9)] },
        { MultiplexerFailure.DuplicateStart, "after data", [.. Frames.Start(9), .. Frames.Data(9, 1), .. Frames.Start(9)] },
        { MultiplexerFailure.UnknownId, "data", Frames.Data(9, 1) },
        { MultiplexerFailure.UnknownId, "empty data", Frames.Data(9) },
        { MultiplexerFailure.UnknownId, "end", Frames.End(9) },
        { MultiplexerFailure.UnknownId, "abort", Frames.Abort(9) },
        { MultiplexerFailure.UnknownId, "end of another", [.. Frames.Start(9), .. Frames.End(10)] },
        { MultiplexerFailure.UnknownId, "data after end", [.. Frames.Message(9, 1), .. Frames.Data(9, 1)] },
        { MultiplexerFailure.UnknownId, "end after abort", [.. Frames.Start(9), .. Frames.Abort(9), .. Frames.End(9)] },
        { MultiplexerFailure.LengthNotZero, "end", [.. Frames.Start(9), .. Frames.Header(2, 9, 1)] },
        { MultiplexerFailure.LengthNotZero, "abort", [.. Frames.Start(9), .. Frames.Header(6, 9, uint.MaxValue)] },
        { MultiplexerFailure.DataTooLarge, "10 MiB and one", [.. Frames.Start(9), .. Frames.Header(3, 9, (10 * 1024 * 1024) + 1)] },
        { MultiplexerFailure.DataTooLarge, "largest number", [.. Frames.Start(9), .. Frames.Header(3, 9, uint.MaxValue)] },
        { MultiplexerFailure.MessageTooLarge, "at once", [.. Frames.Start(9), .. Frames.Header(3, 9, 101)] },
        { MultiplexerFailure.MessageTooLarge, "in pieces", [.. Frames.Start(9), .. Frames.Data(9, new byte[100]), .. Frames.Header(3, 9, 1)] },
        { MultiplexerFailure.TooManyPartialMessages, "a fourth", [.. Frames.Start(1), .. Frames.Start(2), .. Frames.Start(3), .. Frames.Start(4)] },
        { MultiplexerFailure.TooManyPartialBytes, "a third full one", [.. Frames.Start(1), .. Frames.Data(1, new byte[100]), .. Frames.Start(2), .. Frames.Data(2, new byte[100]), .. Frames.Start(3), .. Frames.Header(3, 3, 1)] },
        { MultiplexerFailure.Truncated, "header", [1, 0, 0] },
        { MultiplexerFailure.Truncated, "after start", Frames.Start(9) },
        { MultiplexerFailure.Truncated, "inside data", [.. Frames.Start(9), .. Frames.Header(3, 9, 5), 1, 2] },
        { MultiplexerFailure.Truncated, "before end", [.. Frames.Start(9), .. Frames.Data(9, 1)] },
    };

    [Theory]
    [MemberData(nameof(Inputs))]
    public async Task Receive_Malformed_FailsWithTheReason(MultiplexerFailure expected, string what, byte[] input)
    {
        RecordingStream stream = new();
        await using MultiplexerConnection connection = MultiplexerConnection.Connect(stream, StrategySelection.Default, Small);

        stream.Feed(Frames.Message(77, "before"u8.ToArray()));
        stream.Feed(input);
        stream.EndFeed();

        Assert.Equal("before"u8.ToArray(), await connection.NextAsync());
        while (true)
        {
            // A message that was complete before the mistake comes first.
            try
            {
                Assert.NotNull(await connection.NextOrEndAsync());
            }
            catch (MultiplexerException error)
            {
                Assert.True(expected == error.Reason, $"{what}: {error.Reason}");
                break;
            }
        }

        Assert.Equal(expected, connection.Failure);
        Assert.Equal(1, connection.ReadCounters()[MultiplexerCounterNames.Of(expected)]);
        MultiplexerException refused = await Assert.ThrowsAsync<MultiplexerException>(async () => await connection.SendAsync("late"u8.ToArray()));
        Assert.Equal(expected, refused.Reason);
        Assert.Equal(0, connection.ArraysOut);
    }

    /// <summary>At every limit, and not one beyond.</summary>
    [Fact]
    public async Task Receive_AtEveryLimit_IsDelivered()
    {
        RecordingStream stream = new();
        await using MultiplexerConnection connection = MultiplexerConnection.Connect(stream, StrategySelection.Default, Small);

        stream.Feed([.. Frames.Start(1), .. Frames.Data(1, new byte[100]), .. Frames.Start(2), .. Frames.Data(2, new byte[100]), .. Frames.Start(3), .. Frames.Data(3)]);
        stream.Feed([.. Frames.End(3), .. Frames.End(2), .. Frames.End(1)]);

        Assert.Empty(await connection.NextAsync());
        Assert.Equal(100, (await connection.NextAsync()).Length);
        Assert.Equal(100, (await connection.NextAsync()).Length);
        Assert.Equal(200, connection.ReadCounters()["mux.partial-bytes-peak"]);
        Assert.Equal(MultiplexerFailure.None, connection.Failure);
    }

    /// <summary>What has ended, either way, no longer counts.</summary>
    [Fact]
    public async Task Receive_ManyOneAfterTheOther_NeverMeetsTheLimits()
    {
        RecordingStream stream = new();
        await using MultiplexerConnection connection = MultiplexerConnection.Connect(stream, StrategySelection.Default, Small);

        for (uint id = 0; id < 10; id++)
        {
            stream.Feed([.. Frames.Start(50), .. Frames.Data(50, new byte[100]), .. Frames.Abort(50)]);
            stream.Feed(Frames.Message(id, new byte[100]));
        }

        for (int i = 0; i < 10; i++)
        {
            Assert.Equal(100, (await connection.NextAsync()).Length);
        }

        IReadOnlyDictionary<string, long> counters = connection.ReadCounters();
        Assert.Equal((10, 100), (counters["mux.aborts-in"], counters["mux.partial-bytes-peak"]));
    }

    /// <summary>A size in START that is not the size is only a bad hint.</summary>
    [Theory]
    [InlineData(0u)]
    [InlineData(1u)]
    [InlineData(uint.MaxValue)]
    public async Task Receive_WrongHint_IsDelivered(uint hint)
    {
        foreach (string receive in (string[])["list-growth", "rent-from-hint", "sequence-slices"])
        {
            RecordingStream stream = new();
            await using MultiplexerConnection connection = MultiplexerConnection.Connect(stream, StrategySelection.Default.With("mux-receive", receive), Small);

            stream.Feed([.. Frames.Start(1, hint), .. Frames.Data(1, 1, 2), .. Frames.Data(1), .. Frames.Data(1, 3), .. Frames.End(1)]);

            Assert.Equal([1, 2, 3], await connection.NextAsync());
        }
    }

    [Fact]
    public async Task Receive_StreamThrows_FailsWithTheCause()
    {
        await using MultiplexerConnection connection = MultiplexerConnection.Connect(new MemoryStream([], false), new ThrowingStream(), StrategySelection.Default, MultiplexerLimits.Default);

        MultiplexerException error = await Assert.ThrowsAsync<MultiplexerException>(async () => await connection.SendAsync("x"u8.ToArray()));

        Assert.Equal(MultiplexerFailure.Stream, error.Reason);
        Assert.IsType<IOException>(error.InnerException);
        Assert.Equal(1, connection.ReadCounters()["fails.stream"]);
    }

    private sealed class ThrowingStream : MemoryStream
    {
        public override ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default) => throw new IOException("gone");
    }
}
