using PlayHouse.Engine.Strategies;
using PlayHouse.Multiplexer.Reading;
using PlayHouse.Multiplexer.Tests.Fakes;

namespace PlayHouse.Multiplexer.Tests.Strategies;

/// <summary>Memory of received messages grows with bytes received, never with an announcement.</summary>
public sealed class ReceiveMemoryContractTests
{
    private const int Messages = 100;
    private const uint Announced = 10 * 1024 * 1024;

    // The smallest array of a pool, and what it gives instead when it has none left of that size.
    private const int SmallestArray = 4 * 16;

    public static TheoryData<string> Names => Variants.Data(Variants.OfSeam("mux-receive").Append("mux-original"));

    public static TheoryData<string> WithoutHint => Variants.Data(["mux-receive:list-growth", "mux-receive:sequence-slices", "mux-optimized"]);

    [Theory]
    [MemberData(nameof(Names))]
    public void Starts_WithHugeHints_ReserveNothing(string variant)
    {
        MessageReader reader = Reader(variant, MultiplexerLimits.Default);

        for (uint id = 0; id < Messages; id++)
        {
            Assert.Equal(MultiplexerFailure.None, reader.Consume(Frames.Start(id, Announced)));
        }

        Assert.Equal(0, reader.ReservedBytes);
        Assert.Equal(0, reader.ArraysOut);
    }

    [Theory]
    [MemberData(nameof(WithoutHint))]
    public void FirstBytes_AfterHugeHints_ReserveWhatArrived(string variant)
    {
        MessageReader reader = Reader(variant, MultiplexerLimits.Default);
        OneByteEach(reader);

        Assert.InRange(reader.ReservedBytes, Messages, Messages * SmallestArray);
    }

    /// <summary>The strategy that uses the hint stays below its cap per message, and below one budget for all of them.</summary>
    [Theory]
    [InlineData(0, Messages, Messages * SmallestArray)]
    [InlineData(4_096, Messages * 4_096, 4 * Messages * 4_096)]
    [InlineData(Announced, Announced, 3L * Announced)]
    public void FirstBytes_RentFromHint_StayBelowCapAndBudget(int cap, long least, long most)
    {
        MultiplexerLimits limits = new() { PartialBytesMax = Announced };
        StrategySelection selection = StrategySelection.Default.With("mux-receive", Variants.Choice("rent-from-hint", ("capBytes", cap)));
        MessageReader reader = MultiplexerComposer.Reader(MultiplexerCatalog.Resolve(selection), limits, new ReadyQueue(limits, new MultiplexerCounters()), new MultiplexerCounters());
        OneByteEach(reader);

        Assert.InRange(reader.ReservedBytes, least, most);

        // What a message reserved ahead is free again when it ends, either way.
        for (uint id = 0; id < Messages; id++)
        {
            Assert.Equal(MultiplexerFailure.None, reader.Consume(id % 2 == 0 ? Frames.Abort(id) : Frames.End(id)));
        }

        OneByteEach(reader);
        Assert.InRange(reader.ReservedBytes, least, most);
    }

    [Theory]
    [MemberData(nameof(WithoutHint))]
    public void AnyPieces_AnyTime_ReserveInProportion(string variant)
    {
        MessageReader reader = Reader(variant, MultiplexerLimits.Default);
        Random random = new(7);
        reader.Consume(Frames.Start(1, Announced));
        for (int received = 0; received < 4_000_000;)
        {
            int piece = random.Next(1, random.Next(2) == 0 ? 100 : 60_000);
            received += piece;
            Assert.Equal(MultiplexerFailure.None, reader.Consume(Frames.Data(1, new byte[piece])));
            Assert.Equal(received, reader.PartialBytes);
            Assert.InRange(reader.ReservedBytes, received, (4L * received) + SmallestArray);
        }
    }

    /// <summary>What the historical receivers cost a 1 MiB message: about its size with a hint, about five times without.</summary>
    [Theory]
    [InlineData("mux-original", "mux-original", 1.0, 1.1)]
    [InlineData("mux-optimized", "mux-optimized", 4.0, 6.5)]
    [InlineData("mux-hybrid", "mux-hybrid", 4.0, 6.5)]
    [InlineData("mux-original", "mux-optimized", 4.0, 6.5)]
    public async Task Receive_OneMiBOfHistory_CostsWhatWasFound(string writer, string receiver, double least, double most)
    {
        RecordingStream stream = new();
        await using MultiplexerConnection sender = MultiplexerConnection.Connect(stream, Variants.Selection(writer), MultiplexerLimits.Default);
        await sender.SendAsync(new byte[1 << 20]);
        byte[][] pieces = [.. stream.Writes];
        MessageReader reader = Reader(receiver, MultiplexerLimits.Default);

        long before = GC.GetAllocatedBytesForCurrentThread();
        foreach (byte[] piece in pieces)
        {
            reader.Consume(piece);
        }

        double bytes = GC.GetAllocatedBytesForCurrentThread() - before;
        Assert.InRange(bytes / (1 << 20), least, most);
    }

    private static void OneByteEach(MessageReader reader)
    {
        for (uint id = 0; id < Messages; id++)
        {
            Assert.Equal(MultiplexerFailure.None, reader.Consume([.. Frames.Start(id, Announced), .. Frames.Data(id, 1)]));
        }
    }

    private static MessageReader Reader(string variant, MultiplexerLimits limits) => MultiplexerComposer.Reader(
        MultiplexerCatalog.Resolve(Variants.Selection(variant)), limits, new ReadyQueue(limits, new MultiplexerCounters()), new MultiplexerCounters());
}
