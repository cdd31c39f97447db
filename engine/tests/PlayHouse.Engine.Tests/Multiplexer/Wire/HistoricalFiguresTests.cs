using PlayHouse.Multiplexer.Tests.Fakes;
using PlayHouse.Multiplexer.Tests.Strategies;

namespace PlayHouse.Multiplexer.Tests.Wire;

/// <summary>The figures of seed 004 that do not depend on a machine: write calls and bytes besides the payload.</summary>
public sealed class HistoricalFiguresTests
{
    private const int KiB = 1024;
    private const int MiB = 1024 * KiB;

    [Theory]
    [InlineData("mux-original", KiB, 4, 27)]
    [InlineData("mux-original", 4 * KiB, 10, 54)]
    [InlineData("mux-original", 8 * KiB, 18, 90)]
    [InlineData("mux-original", 64 * KiB, 130, 594)]
    [InlineData("mux-original", MiB, 2_050, 9_234)]
    [InlineData("mux-original", 4 * MiB, 8_194, 36_882)]
    [InlineData("mux-original", 10 * MiB, 20_482, 92_178)]
    [InlineData("mux-optimized", KiB, 4, 27)]
    [InlineData("mux-optimized", 4 * KiB, 10, 54)]
    [InlineData("mux-optimized", (4 * KiB) + 1, 6, 36)]
    [InlineData("mux-optimized", 8 * KiB, 6, 36)]
    [InlineData("mux-optimized", 64 * KiB, 34, 162)]
    [InlineData("mux-optimized", (64 * KiB) + 1, 12, 63)]
    [InlineData("mux-optimized", MiB, 130, 594)]
    [InlineData("mux-optimized", 4 * MiB, 130, 594)]
    [InlineData("mux-optimized", 10 * MiB, 322, 1_458)]
    [InlineData("mux-hybrid", KiB, 4, 27)]
    [InlineData("mux-hybrid", 4 * KiB, 10, 54)]
    [InlineData("mux-hybrid", (4 * KiB) + 1, 6, 36)]
    [InlineData("mux-hybrid", 64 * KiB, 34, 162)]
    [InlineData("mux-hybrid", MiB, 130, 594)]
    [InlineData("mux-hybrid", 10 * MiB, 322, 1_458)]
    public async Task Send_Preset_MakesTheWritesAndBytesOfHistory(string preset, int bytes, int writes, int overhead)
    {
        RecordingStream stream = new();
        await using MultiplexerConnection connection = MultiplexerConnection.Connect(stream, Variants.Selection(preset), MultiplexerLimits.Default);

        await connection.SendAsync(new byte[bytes]);

        Assert.Equal(writes, stream.Writes.Count);
        Assert.Equal(overhead, stream.Writes.Sum(w => w.Length) - bytes);
        IReadOnlyDictionary<string, long> counters = connection.ReadCounters();
        Assert.Equal(writes, counters["mux.writes"]);
        Assert.Equal(bytes + overhead, counters["mux.bytes-out"]);
        Assert.Equal(bytes, counters["mux.payload-bytes-out"]);
    }

    /// <summary>The table is not monotonic: one byte more can mean fewer frames.</summary>
    [Theory]
    [InlineData(4 * KiB, 4)]
    [InlineData((4 * KiB) + 1, 2)]
    [InlineData(64 * KiB, 16)]
    [InlineData((64 * KiB) + 1, 5)]
    public async Task Send_Table_CutsAsHistory(int bytes, int frames)
    {
        RecordingStream stream = new();
        await using MultiplexerConnection connection = MultiplexerConnection.Connect(stream, Variants.Selection("mux-chunk:table"), MultiplexerLimits.Default);

        await connection.SendAsync(new byte[bytes]);

        Assert.Equal(frames, Frames.Parse(stream.Written).Count(f => f.Type == 3));
    }

    [Theory]
    [InlineData(0, 8 * KiB, 2)]
    [InlineData(2 * KiB, 8 * KiB, 2)]
    [InlineData(8 * KiB, 8 * KiB, 8)]
    [InlineData(16 * KiB, 8 * KiB, 8)]
    [InlineData(64 * KiB, 64 * KiB, 64)]
    [InlineData(64 * KiB, (64 * KiB) + 1, 5)]
    public async Task Send_TableWithThreshold_KeepsSmallFramesUpToIt(int threshold, int bytes, int frames)
    {
        RecordingStream stream = new();
        await using MultiplexerConnection connection = MultiplexerConnection.Connect(
            stream,
            PlayHouse.Engine.Strategies.StrategySelection.Default.With("mux-chunk", Variants.Choice("table", ("thresholdBytes", threshold))),
            MultiplexerLimits.Default);

        await connection.SendAsync(new byte[bytes]);

        Assert.Equal(frames, Frames.Parse(stream.Written).Count(f => f.Type == 3));
    }

    /// <summary>START announces the size in the first design, never in the second, and up to its threshold in the third.</summary>
    [Theory]
    [InlineData("mux-original", 4 * KiB, 4 * KiB)]
    [InlineData("mux-original", MiB, MiB)]
    [InlineData("mux-optimized", 4 * KiB, 0)]
    [InlineData("mux-optimized", MiB, 0)]
    [InlineData("mux-hybrid", 4 * KiB, 4 * KiB)]
    [InlineData("mux-hybrid", (4 * KiB) + 1, 0)]
    [InlineData("default", MiB, MiB)]
    public async Task Send_Preset_AnnouncesTheSizeOfHistory(string preset, int bytes, uint announced)
    {
        RecordingStream stream = new();
        await using MultiplexerConnection connection = MultiplexerConnection.Connect(stream, Variants.Selection(preset), MultiplexerLimits.Default);

        await connection.SendAsync(new byte[bytes]);

        Assert.Equal(announced, Frames.Parse(stream.Written)[0].Length);
    }

    /// <summary>No frame is longer than the wire allows, even where a message may be.</summary>
    [Fact]
    public async Task Send_WholeAboveTheLargestFrame_CutsThere()
    {
        RecordingStream stream = new();
        MultiplexerLimits limits = new() { MessageBytesMax = 11 * MiB };
        await using MultiplexerConnection connection = MultiplexerConnection.Connect(stream, Variants.Selection("mux-chunk:whole"), limits);

        await connection.SendAsync(new byte[(10 * MiB) + 1]);

        Assert.Equal([10u * MiB, 1u], Frames.Parse(stream.Written).Where(f => f.Type == 3).Select(f => f.Length));
    }
}
