using PlayHouse.Lab.Load.Wire;
using PlayHouse.Lab.Model.Scenarios;

namespace PlayHouse.Lab.Load.Tests;

public sealed class PayloadShapeTests
{
    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(8)]
    [InlineData(13)]
    [InlineData(64)]
    [InlineData(300)]
    public void Matches_AnySingleChangedByte_IsFalse(int dataBytes)
    {
        foreach (PayloadShape shape in new[] { PayloadShape.Raw(dataBytes, 5), PayloadShape.Proto(dataBytes, 5) })
        {
            byte[] payload = Written(shape, 3, 77);
            Assert.True(shape.Matches(payload, 3, 77));
            Assert.False(shape.Matches([.. payload, 0], 3, 77));
            for (int i = 0; i < payload.Length; i++)
            {
                payload[i] ^= 1;
                Assert.False(shape.Matches(payload, 3, 77), $"byte {i} of {payload.Length}");
                payload[i] ^= 1;
            }
        }
    }

    [Fact]
    public void Matches_WithStampedTime_ChecksEveryByteButTheTime()
    {
        foreach ((PayloadShape shape, int first) in new[] { (PayloadShape.Raw(64, 5, stampsTime: true), 12), (PayloadShape.Proto(200, 5, stampsTime: true), 15) })
        {
            byte[] payload = Written(shape, 3, 77);
            shape.Stamp(payload, 0x0102030405060708);
            Assert.Equal(0x0102030405060708, BitConverter.ToInt64(payload, first));
            for (int i = 0; i < payload.Length; i++)
            {
                payload[i] ^= 1;
                Assert.Equal(i >= first && i < first + 8, shape.Matches(payload, 3, 77));
                payload[i] ^= 1;
            }
        }

        Assert.False(PayloadShape.Raw(19, 5, stampsTime: true).StampsTime);
        Assert.True(PayloadShape.Raw(20, 5, stampsTime: true).StampsTime);
    }

    [Fact]
    public void Write_DifferentRequests_GiveDifferentPayloads()
    {
        PayloadShape shape = PayloadShape.Raw(12, 5);
        var seen = new HashSet<string>();
        for (int connection = 0; connection < 20; connection++)
        {
            for (long index = 0; index < 500; index++)
            {
                Assert.True(seen.Add(Convert.ToHexString(Written(shape, connection, index))));
            }
        }
    }

    [Fact]
    public void Proto_IsTheMessageOfFieldOneBytesAndFieldTwoInt64()
    {
        byte[] payload = Written(PayloadShape.Proto(200, 5), 1, 9);

        // Tag of field 1, length 200 as a varint; then tag of field 2 and a varint up to the end.
        Assert.Equal([0x0A, 0xC8, 0x01], payload[..3]);
        Assert.Equal(0x10, payload[203]);
        Assert.All(payload[204..^1], b => Assert.True(b >= 0x80));
        Assert.True(payload[^1] is > 0 and < 0x80);
        Assert.Equal(Written(PayloadShape.Raw(200, 5), 1, 9), payload[3..203]);
    }

    [Fact]
    public void Proto_WithoutData_LeavesTheEmptyFieldOutAsTheFormatDoes()
    {
        byte[] payload = Written(PayloadShape.Proto(0, 5), 1, 9);

        Assert.Equal(0x10, payload[0]);
    }

    [Theory]
    [InlineData(0, 1000, 1000)]
    [InlineData(1, 1000, 1003)]
    [InlineData(2, 65_534, 65_540)]
    [InlineData(8, 1000, 70_000)]
    public void IndexIn_NamesTheIndexAsFarAsItsBytesReach(int dataBytes, long first, long index)
    {
        PayloadShape shape = PayloadShape.Raw(dataBytes, 5);

        Assert.Equal(dataBytes == 0 ? first : index, shape.IndexIn(Written(shape, 0, index), first));
    }

    [Fact]
    public void Sequence_WrapsWithoutZeroAndIsFoundAgain()
    {
        var wire = (ClientWire)ScenarioWire.Find(ScenarioCatalog.Echo, 0, 1)!;
        WireReader reader = wire.CreateReader(0);
        for (long first = 65_000; first < 66_000; first++)
        {
            for (long index = first; index < first + 100; index += 7)
            {
                ushort sequence = wire.SequenceOf(index);
                Assert.NotEqual(0, sequence);
                Assert.Equal(index, reader.IndexOf(new WireReply { Number = sequence }, first));
            }
        }
    }

    private static byte[] Written(PayloadShape shape, int connection, long index)
    {
        byte[] payload = new byte[shape.Length];
        shape.Write(payload, connection, index);
        return payload;
    }
}
