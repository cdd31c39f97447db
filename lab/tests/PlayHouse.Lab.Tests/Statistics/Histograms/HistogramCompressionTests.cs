using System.IO.Compression;
using PlayHouse.Lab.Statistics.Histograms;

namespace PlayHouse.Lab.Statistics.Tests.Histograms;

public sealed class HistogramCompressionTests
{
    private static readonly byte[] Header = [.. "PHLH"u8, 1];

    [Fact]
    public void RoundTrip_KeepsEveryCount()
    {
        LatencyHistogram histogram = Sample();

        LatencyHistogram back = LatencyHistogram.FromCompressed(histogram.ToCompressed());

        Assert.Equal((histogram.Count, histogram.Below, histogram.Above), (back.Count, back.Below, back.Above));
        Assert.Equal(histogram.ToHgrm(), back.ToHgrm());
        Assert.Equal(histogram.ToCompressed(), back.ToCompressed());
    }

    [Fact]
    public void RoundTrip_Empty_IsEmpty() =>
        Assert.Equal(0, LatencyHistogram.FromCompressed(new LatencyHistogram().ToCompressed()).Count);

    [Fact]
    public void ToCompressed_TypicalRun_IsSmall() =>
        Assert.InRange(Sample().ToCompressed().Length, 1, 20_000);

    [Fact]
    public void FromCompressed_EveryTruncation_IsRefused()
    {
        byte[] data = Sample().ToCompressed();
        for (int length = 0; length < data.Length - 4; length += 1 + length / 50)
        {
            int cut = length;
            Assert.Throws<InvalidDataException>(() => LatencyHistogram.FromCompressed(data.AsSpan(0, cut)));
        }
    }

    [Fact]
    public void FromCompressed_RandomDamage_IsRefusedOrConsistent()
    {
        const int seed = 8;
        var random = new Random(seed);
        byte[] data = Sample().ToCompressed();
        for (int i = 0; i < 500; i++)
        {
            byte[] damaged = [.. data];
            damaged[random.Next(damaged.Length)] ^= (byte)random.Next(1, 256);
            try
            {
                LatencyHistogram read = LatencyHistogram.FromCompressed(damaged);
                Assert.True(read.Count >= read.Below + read.Above);
            }
            catch (InvalidDataException)
            {
                // Refusal is the other right answer; any other exception fails the test.
            }
        }
    }

    [Theory]
    [InlineData(new byte[] { 0, 0, 1, 0, 5, 5 }, "outside")]
    [InlineData(new byte[] { 0, 0, 1, 0xFF, 0xFF, 0x7F, 5, 5 }, "outside")]
    [InlineData(new byte[] { 0, 0, 1, 9, 0, 0 }, "zero or too large")]
    [InlineData(new byte[] { 0, 0, 1, 9, 5, 6 }, "add up")]
    [InlineData(new byte[] { 9, 0, 1, 9, 5, 5 }, "add up")]
    [InlineData(new byte[] { 0, 0, 1, 9, 5, 5, 0 }, "add up")]
    [InlineData(new byte[] { 0, 0, 2, 9, 5 }, "ends")]
    [InlineData(new byte[] { 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01 }, "63 bits")]
    public void FromCompressed_InconsistentContent_NamesTheReason(byte[] body, string reason)
    {
        InvalidDataException e = Assert.Throws<InvalidDataException>(() => LatencyHistogram.FromCompressed(Wrap(body)));

        Assert.Contains(reason, e.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void FromCompressed_OtherVersionOrFormat_NamesTheReason()
    {
        byte[] data = Sample().ToCompressed();
        data[4] = 2;
        Assert.Contains("version 2", Assert.Throws<InvalidDataException>(() => LatencyHistogram.FromCompressed(data)).Message, StringComparison.Ordinal);
        Assert.Contains("PHLH", Assert.Throws<InvalidDataException>(() => LatencyHistogram.FromCompressed("HIST0"u8)).Message, StringComparison.Ordinal);
    }

    [Fact]
    public void FromCompressed_Bomb_IsRefusedWithBoundedMemory()
    {
        byte[] bomb = Wrap(new byte[64 * 1024 * 1024]);
        long before = GC.GetAllocatedBytesForCurrentThread();

        Assert.Throws<InvalidDataException>(() => LatencyHistogram.FromCompressed(bomb));

        Assert.True(GC.GetAllocatedBytesForCurrentThread() - before < 4 * 1024 * 1024, "it was unpacked whole");
    }

    [Fact]
    public void ToHgrm_HugeCounts_Ends()
    {
        // One value among 9 · 10^18: the steps towards 100 % must stop where numbers can no longer be told apart.
        byte[] body = [0, 0, 2, 100, .. Varint(9_000_000_000_000_000_000), 200, 1, 1, .. Varint(9_000_000_000_000_000_001)];

        string text = LatencyHistogram.FromCompressed(Wrap([.. body])).ToHgrm();

        Assert.InRange(text.Count(c => c == '\n'), 5, 500);
    }

    private static IEnumerable<byte> Varint(long value)
    {
        for (; value >= 0x80; value >>= 7)
        {
            yield return (byte)(value | 0x80);
        }

        yield return (byte)value;
    }

    private static byte[] Wrap(byte[] body)
    {
        using var output = new MemoryStream();
        output.Write(Header);
        using (var zlib = new ZLibStream(output, CompressionLevel.Optimal, leaveOpen: true))
        {
            zlib.Write(body);
        }

        return output.ToArray();
    }

    private static LatencyHistogram Sample()
    {
        var random = new Random(7);
        var histogram = new LatencyHistogram();
        for (int i = 0; i < 100_000; i++)
        {
            histogram.Record((long)(-Math.Log(1 - random.NextDouble()) * 200_000));
        }

        histogram.Record(long.MaxValue);
        return histogram;
    }
}
