using PlayHouse.Lab.Load.Wire;

namespace PlayHouse.Lab.Load.Tests;

/// <summary>The load's own reading of the multiplexer's and FastPort's frames, against bytes written by hand from the layouts.</summary>
public sealed class OtherWireTests
{
    private const int Connection = 3;
    private static readonly PayloadShape Payload = PayloadShape.Raw(40, seed: 5);

    [Fact]
    public void MultiplexerRequest_IsStartWithTheSizeDataAndEnd()
    {
        byte[] bytes = Write(new MultiplexerWire(Payload).CreateWriter(Connection), 0x01020304);

        Assert.Equal(27 + 40, bytes.Length);
        Assert.Equal("010102030400000028" + "030102030400000028", Convert.ToHexStringLower(bytes[..18]));
        Assert.Equal("020102030400000000", Convert.ToHexStringLower(bytes[^9..]));
        Assert.True(Payload.Matches(bytes.AsSpan(18, 40), Connection, 0x01020304));
    }

    [Fact]
    public void MultiplexerRequest_WithoutPayload_IsStartAndEnd() =>
        Assert.Equal(18, Write(new MultiplexerWire(PayloadShape.Raw(0, 1)).CreateWriter(0), 1).Length);

    [Theory]
    [InlineData(40)]
    [InlineData(7)]
    [InlineData(1)]
    public void MultiplexerReply_InPiecesOfAnySize_IsReadWholeAtEverySplit(int chunk)
    {
        byte[] body = new byte[40];
        Payload.Write(body, Connection, 11);
        byte[] reply = [.. Frame(1, 9, 0), .. body.Chunk(chunk).SelectMany(c => (byte[])[.. Frame(3, 9, c.Length), .. c]), .. Frame(2, 9, 0)];
        WireReader reader = new MultiplexerWire(Payload).CreateReader(Connection);
        for (int length = 0; length < reply.Length; length++)
        {
            Assert.Equal(WireStatus.NeedMore, reader.TryRead(reply.AsSpan(0, length), out _, out _));
        }

        Assert.Equal(WireStatus.Done, reader.TryRead(reply, out WireReply whole, out int consumed));
        Assert.Equal(reply.Length, consumed);
        Assert.Equal(11, reader.IndexOf(whole, 10));
        Assert.True(reader.IsRight(whole, 11));
        Assert.False(reader.IsRight(whole, 12));
    }

    [Theory]
    [InlineData("030000000900000001" + "61", "data before a start")]
    [InlineData("010000000900000000" + "030000000800000001" + "61", "another message's data")]
    [InlineData("010000000900000000" + "0300000009000000ff", "more data than was sent")]
    [InlineData("010000000900000000" + "020000000900000001", "an end with a length")]
    [InlineData("010000000900000000" + "060000000900000000", "an abort")]
    [InlineData("040000000900000000", "a type that is none")]
    public void MultiplexerReply_OutOfPlace_BreaksTheFormat(string hex, string what) =>
        Assert.True(
            new MultiplexerWire(Payload).CreateReader(Connection).TryRead(Convert.FromHexString(hex), out _, out _) == WireStatus.Invalid, what);

    [Fact]
    public void FastPortRequest_IsSizeIdAndProtobuf()
    {
        byte[] bytes = Write(new FastPortWire(Payload).CreateWriter(Connection), 299);

        // Size and packet id little-endian; header { request_id 300 }; data of 40 bytes.
        Assert.Equal("3500" + "01000000" + "0a03" + "08ac02" + "1228", Convert.ToHexStringLower(bytes[..13]));
        Assert.Equal(0x35, bytes.Length);
        Assert.True(Payload.Matches(bytes.AsSpan(13), Connection, 299));
    }

    [Fact]
    public void FastPortReply_IsReadWholeAtEverySplit_AndFieldsItDoesNotKnowArePassedOver()
    {
        byte[] data = new byte[40];
        Payload.Write(data, Connection, 299);
        byte[] body = [.. Convert.FromHexString("0a0608ac021081" + "01" + "1001" + "1a28"), .. data, .. Convert.FromHexString("2a0161" + "3005")];
        byte[] reply = [(byte)(6 + body.Length), 0, 1, 0, 0, 0, .. body];
        WireReader reader = new FastPortWire(Payload).CreateReader(Connection);
        for (int length = 0; length < reply.Length; length++)
        {
            Assert.Equal(WireStatus.NeedMore, reader.TryRead(reply.AsSpan(0, length), out _, out _));
        }

        Assert.Equal(WireStatus.Done, reader.TryRead(reply, out WireReply whole, out int consumed));
        Assert.Equal(reply.Length, consumed);
        Assert.Equal(299, reader.IndexOf(whole, 0));
        Assert.Equal(0, whole.ErrorCode);
        Assert.True(reader.IsRight(whole, 299));
        Assert.False(reader.IsRight(whole, 300));
    }

    [Theory]
    [InlineData("050001000000", "a size below the prefix")]
    [InlineData("08000100000012ff", "a length that ends behind the frame")]
    [InlineData("0800010000000d00", "a wire type that is not used")]
    [InlineData("07000100000080", "a tag that does not end")]
    public void FastPortReply_Malformed_BreaksTheFormat(string hex, string what) =>
        Assert.True(new FastPortWire(Payload).CreateReader(Connection).TryRead(Convert.FromHexString(hex), out _, out _) == WireStatus.Invalid, what);

    [Fact]
    public void FastPortReply_WithAnErrorResult_IsAnError()
    {
        Assert.Equal(WireStatus.Done, new FastPortWire(Payload).CreateReader(Connection).TryRead(Convert.FromHexString("0c00010000000a0208051002"), out WireReply reply, out _));
        Assert.Equal(2, reply.ErrorCode);
    }

    private static byte[] Write(RequestWriter writer, long index)
    {
        byte[] bytes = new byte[writer.RequestBytesMax];
        return bytes[..writer.Write(bytes, index)];
    }

    private static byte[] Frame(byte type, byte id, int length) => [type, 0, 0, 0, id, 0, 0, (byte)(length >> 8), (byte)length];
}
