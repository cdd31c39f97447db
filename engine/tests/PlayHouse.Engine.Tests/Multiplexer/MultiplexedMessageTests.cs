using System.Buffers;
using PlayHouse.Engine.Strategies;
using PlayHouse.Multiplexer.Tests.Fakes;

namespace PlayHouse.Multiplexer.Tests;

public sealed class MultiplexedMessageTests
{
    [Theory]
    [InlineData("list-growth")]
    [InlineData("rent-from-hint")]
    [InlineData("sequence-slices")]
    public async Task Dispose_Twice_DoesNotTouchTheNextMessage(string receive)
    {
        RecordingStream stream = new();
        await using MultiplexerConnection connection = MultiplexerConnection.Connect(stream, StrategySelection.Default.With("mux-receive", receive), MultiplexerLimits.Default);
        stream.Feed(Frames.Message(1, 1, 1, 1));
        MultiplexedMessage first = (await connection.ReadAsync())!.Value;
        first.Dispose();
        stream.Feed(Frames.Message(2, 2, 2, 2));
        MultiplexedMessage second = (await connection.ReadAsync())!.Value;

        first.Dispose();

        Assert.Equal([2, 2, 2], second.Body.ToArray());
        Assert.Throws<ObjectDisposedException>(() => first.Body);
        Assert.Equal((2u, 3), (second.Id, second.Length));
        second.Dispose();
        Assert.Equal(0, connection.ArraysOut);
    }

    [Fact]
    public async Task Body_InSlices_KeepsEveryByteInOrder()
    {
        RecordingStream stream = new();
        await using MultiplexerConnection connection = MultiplexerConnection.Connect(stream, StrategySelection.Default, MultiplexerLimits.Default);
        byte[] body = Bodies.Make(5, 6, 300_001);
        byte[] frames = [.. Frames.Start(1), .. Frames.Data(1, body), .. Frames.End(1)];
        Random random = new(3);
        for (int at = 0; at < frames.Length;)
        {
            int piece = Math.Min(random.Next(1, 3_000), frames.Length - at);
            stream.Feed(frames[at..(at + piece)]);
            at += piece;
        }

        using MultiplexedMessage message = (await connection.ReadAsync())!.Value;

        Assert.False(message.Body.IsSingleSegment);
        Assert.Equal(body, message.Body.ToArray());
    }
}
