using PlayHouse.Engine.Protocol;
using PlayHouse.Engine.Strategies.HeaderCodec;
using PlayHouse.Engine.Strategies.MessageIds;
using Xunit.Abstractions;

namespace PlayHouse.Engine.Fuzz.RouteHeader;

/// <summary>
/// Whatever bytes another server sends as a header, or as a merged frame: the answer of the oracle, field by field, from
/// every strategy of the seam <c>header-parse</c>, and no exception.
/// </summary>
public sealed class RouteHeaderFuzz(ITestOutputHelper output)
{
    private const int EveryPrefixUpTo = 256;
    private const int EveryPrefixOneIn = 8;

    private readonly MessageIdTable _ids = new(64);
    private readonly HeaderParsers _variants = new();

    [Fact]
    public void AnyBytes_AsAHeader_GiveWhatTheOracleReads() => new FuzzRun("route-header", output).Start(RouteHeaders.Next, Execute);

    /// <summary>A header always comes whole, so that what a split is to a stream is an early end to a header.</summary>
    private int Execute(byte[] bytes, Random random)
    {
        Check(bytes);
        if (bytes.Length > EveryPrefixUpTo || random.Next(EveryPrefixOneIn) != 0)
        {
            return 1;
        }

        for (int end = 0; end < bytes.Length; end++)
        {
            Check(bytes[..end]);
        }

        return 1 + bytes.Length;
    }

    private void Check(byte[] bytes)
    {
        ReferenceHeader expected = ReferenceHeader.Read(bytes);
        _variants.Check(bytes, expected);
        MergedFrames.Check(bytes);
        RouteHeaderStatus status = RouteHeaderCodec.Read(bytes, _ids, "proven", out Protocol.RouteHeader header, out uint payloadSize);
        Assert.True(status == expected.Status, $"read {status}, the oracle {expected.Status} for {Convert.ToHexStringLower(bytes)}");
        if (status != RouteHeaderStatus.Ok)
        {
            Assert.Equal((default, 0u), (header, payloadSize));
            return;
        }

        bool isSame = header.MsgId == expected.MsgId
            && header.From == "proven"
            && header.MsgSeq == (uint)expected[1]
            && header.ServiceId == (uint)expected[2]
            && header.ErrorCode == (ushort)expected[4]
            && header.StageId == (long)expected[6]
            && header.AccountId == (long)expected[7]
            && header.Sid == (long)expected[8]
            && header.IsReply == (expected[9] != 0)
            && payloadSize == (uint)expected[10]
            && header.IsSystem == (expected[11] != 0);
        Assert.True(isSame, $"read {header} with {payloadSize} bytes for {Convert.ToHexStringLower(bytes)}");
        CheckWritten(header, payloadSize);
    }

    /// <summary>What was read is written so that the oracle reads it again.</summary>
    private static void CheckWritten(Protocol.RouteHeader header, uint payloadSize)
    {
        Span<byte> written = stackalloc byte[RouteHeaderCodec.BytesMax];
        int bytes = RouteHeaderCodec.Write(written, header, header.MsgSeq, "proven"u8, (int)payloadSize);
        ReferenceHeader again = ReferenceHeader.Read(written[..bytes].ToArray());
        bool isSame = again.Status == RouteHeaderStatus.Ok
            && again.MsgId == header.MsgId
            && again[1] == header.MsgSeq
            && again[2] == header.ServiceId
            && again[4] == header.ErrorCode
            && (long)again[6] == header.StageId
            && (long)again[7] == header.AccountId
            && (long)again[8] == header.Sid
            && again[9] == (header.IsReply ? 1UL : 0)
            && again[10] == payloadSize
            && again[11] == (header.IsSystem ? 1UL : 0);
        Assert.True(isSame, $"{header} with {payloadSize} bytes is written as {Convert.ToHexStringLower(written[..bytes])}");
    }
}
