using System.IO.Compression;

namespace PlayHouse.Lab.Statistics.Histograms;

/// <summary>
/// Binary form of a histogram: four magic bytes and a version in the clear, then in ZLib the below and above counts, the
/// number of buckets in use, for each the gap to the one before and its count, and at the end the total as a check.
/// </summary>
internal static class HistogramCodec
{
    private const byte Version = 1;
    private const int MaxVarintBytes = 10;
    private const int MaxFields = 5;

    private static ReadOnlySpan<byte> Magic => "PHLH"u8;

    private static int HeaderBytes => Magic.Length + 1;

    // No histogram of this version is longer, so more never has to be read.
    private static int MaxBodyBytes => (2 * HistogramLayout.BucketCount + MaxFields) * MaxVarintBytes;

    public static byte[] Compress(ReadOnlySpan<long> counts, long below, long above)
    {
        using var output = new MemoryStream();
        output.Write(Magic);
        output.WriteByte(Version);
        using (var zlib = new ZLibStream(output, CompressionLevel.Optimal, leaveOpen: true))
        {
            zlib.Write(Encode(counts, below, above));
        }

        return output.ToArray();
    }

    public static (long Below, long Above) Decompress(ReadOnlySpan<byte> data, Span<long> counts)
    {
        if (data.Length < HeaderBytes || !data.StartsWith(Magic))
        {
            throw new InvalidDataException("not a histogram: the first bytes are not PHLH");
        }

        if (data[Magic.Length] != Version)
        {
            throw new InvalidDataException($"histogram version {data[Magic.Length]}, expected {Version}");
        }

        if (data.Length > MaxBodyBytes)
        {
            throw new InvalidDataException($"{data.Length} bytes are more than any histogram has");
        }

        return Decode(Inflate(data[HeaderBytes..]), counts);
    }

    private static byte[] Encode(ReadOnlySpan<long> counts, long below, long above)
    {
        using var body = new MemoryStream();
        int used = counts.Length - counts.Count(0L);
        WriteVarint(body, below);
        WriteVarint(body, above);
        WriteVarint(body, used);
        int previous = -1;
        long total = 0;
        for (int i = 0; i < counts.Length; i++)
        {
            if (counts[i] == 0)
            {
                continue;
            }

            WriteVarint(body, i - previous);
            WriteVarint(body, counts[i]);
            total += counts[i];
            previous = i;
        }

        WriteVarint(body, total);
        return body.ToArray();
    }

    private static byte[] Inflate(ReadOnlySpan<byte> data)
    {
        byte[] body = new byte[MaxBodyBytes];
        using var zlib = new ZLibStream(new MemoryStream(data.ToArray()), CompressionMode.Decompress);
        int length = zlib.ReadAtLeast(body, body.Length, throwOnEndOfStream: false);
        if (length == body.Length && zlib.ReadByte() >= 0)
        {
            throw new InvalidDataException("the content is longer than any histogram");
        }

        return body[..length];
    }

    private static (long Below, long Above) Decode(ReadOnlySpan<byte> body, Span<long> counts)
    {
        long below = ReadVarint(ref body);
        long above = ReadVarint(ref body);
        long used = ReadVarint(ref body);
        long index = -1;
        long total = 0;
        for (long i = 0; i < used; i++)
        {
            long gap = ReadVarint(ref body);
            long count = ReadVarint(ref body);
            if (gap < 1 || gap >= counts.Length - index)
            {
                throw new InvalidDataException("a bucket lies outside the histogram");
            }

            if (count < 1 || count > long.MaxValue - total)
            {
                throw new InvalidDataException("a count is zero or too large");
            }

            index += gap;
            total += count;
            counts[(int)index] = count;
        }

        if (ReadVarint(ref body) != total || below > total || above > total - below || !body.IsEmpty)
        {
            throw new InvalidDataException("the counts do not add up to their total");
        }

        return (below, above);
    }

    private static void WriteVarint(MemoryStream output, long value)
    {
        ulong rest = (ulong)value;
        while (rest >= 0x80)
        {
            output.WriteByte((byte)(rest | 0x80));
            rest >>= 7;
        }

        output.WriteByte((byte)rest);
    }

    private static long ReadVarint(ref ReadOnlySpan<byte> body)
    {
        long value = 0;
        // Nine groups of seven bits hold every non-negative number; a tenth would be a negative one.
        for (int i = 0; i < MaxVarintBytes - 1; i++)
        {
            if (i >= body.Length)
            {
                throw new InvalidDataException("the content ends in the middle of a number");
            }

            value |= (long)(body[i] & 0x7F) << (7 * i);
            if (body[i] < 0x80)
            {
                body = body[(i + 1)..];
                return value;
            }
        }

        throw new InvalidDataException("a number is longer than 63 bits");
    }
}
