using System.Buffers;
using Google.Protobuf;
using PlayHouse.Engine.Protocol;
using PlayHouse.Engine.Strategies;
using PlayHouse.Engine.Strategies.HeaderCodec;
using PlayHouse.Engine.Tests.Strategies;
using PlayHouse.Engine.Tests.Strategies.HeaderCodec;

namespace PlayHouse.Engine.Mesh.Tests.Strategies;

/// <summary>Every way of encoding a header gives the bytes of the reference implementation, whatever else is in flight.</summary>
public sealed class HeaderCodecContractTests
{
    private const string From = "play-1";

    public static TheoryData<string> Ids => Variants.Of("header-codec");

    [Theory]
    [MemberData(nameof(Ids))]
    public void Encode_FieldsOfTheDesign_GivesGoldenBytes(string id)
    {
        HeaderCodecBox codec = HeaderCodecBox.Create(StrategyChoice.Of(id), From);
        RouteHeader request = new("EchoRequest", MsgSeq: 1, ServiceId: 2, StageId: 1001, AccountId: 7, Sid: 9);
        RouteHeader error = new("EchoReply", MsgSeq: 70_000, ErrorCode: 5, IsReply: true, IsSystem: true);

        Assert.Equal("080110021a0b4563686f526571756573742a06706c61792d3130e907380740095003", Hex(codec, request, 3));
        Assert.Equal("08f0a2041a094563686f5265706c7920052a06706c61792d3148015801", Hex(codec, error, 0));
        Assert.Equal("2a06706c61792d31", Hex(codec, new RouteHeader(""), 0));
    }

    [Theory]
    [MemberData(nameof(Ids))]
    public void Encode_RandomHeaders_GivesTheBytesOfTheReferenceImplementation(string id)
    {
        const int Seed = 77_001;
        Random random = new(Seed);
        HeaderCodecBox codec = HeaderCodecBox.Create(StrategyChoice.Of(id), From);
        for (int i = 0; i < 20_000; i++)
        {
            RouteHeader header = RouteHeaderCodecTests.RandomHeader(random) with { From = From };
            int payload = random.Next();

            byte[] expected = RouteHeaderCodecTests.ToOracle(header, payload).ToByteArray();

            Assert.True(expected.AsSpan().SequenceEqual(Encode(codec, header, payload)), $"{id}, seed {Seed}, {header}");
        }
    }

    [Theory]
    [MemberData(nameof(Ids))]
    public void Encode_LargestHeader_FitsTheRoomForHeaders(string id)
    {
        RouteHeader header = new(new string('x', 128), uint.MaxValue, uint.MaxValue, ushort.MaxValue, "", -1, -1, -1, true, true);
        HeaderCodecBox codec = HeaderCodecBox.Create(StrategyChoice.Of(id), new string('y', 255));

        byte[] bytes = Encode(codec, header, int.MaxValue);

        Assert.InRange(bytes.Length, 400, RouteHeaderCodec.BytesMax);
        Assert.Equal(RouteHeaderCodecTests.ToOracle(header with { From = new string('y', 255) }, int.MaxValue).ToByteArray(), bytes);
    }

    [Theory]
    [MemberData(nameof(Ids))]
    public void Encode_SequenceOfTheRequest_StandsInPlaceOfTheHeaders(string id)
    {
        HeaderCodecBox codec = HeaderCodecBox.Create(StrategyChoice.Of(id), From);
        byte[] scratch = new byte[RouteHeaderCodec.BytesMax];

        EncodedHeader encoded = codec.Encode(scratch, new RouteHeader("x", MsgSeq: 1), msgSeq: 9, payloadBytes: 0);

        Assert.Equal("08091a01782a06706c61792d31", Convert.ToHexStringLower(encoded.Bytes));
        codec.Release(encoded);
    }

    [Theory]
    [MemberData(nameof(Ids))]
    public void Encode_TwoInFlight_DoNotMix(string id)
    {
        HeaderCodecBox codec = HeaderCodecBox.Create(StrategyChoice.Of(id), From);
        RouteHeader one = new("first", MsgSeq: 1);
        RouteHeader two = new("other", MsgSeq: 2);
        EncodedHeader encodedOne = codec.Encode(new byte[RouteHeaderCodec.BytesMax], one, 1, 10);
        EncodedHeader encodedTwo = codec.Encode(new byte[RouteHeaderCodec.BytesMax], two, 2, 20);

        Assert.Equal(Expected(one, 10), encodedOne.Bytes.ToArray());
        Assert.Equal(Expected(two, 20), encodedTwo.Bytes.ToArray());
        codec.Release(encodedOne);
        codec.Release(encodedTwo);
    }

    [Theory]
    [MemberData(nameof(Ids))]
    public async Task Encode_ManyThreads_GiveEachItsOwnBytes(string id)
    {
        HeaderCodecBox codec = HeaderCodecBox.Create(StrategyChoice.Of(id), From);

        await Task.WhenAll(Enumerable.Range(0, 4).Select(worker => Task.Run(() =>
        {
            for (int i = 1; i <= 10_000; i++)
            {
                RouteHeader header = new($"from-{worker}", MsgSeq: (uint)i, StageId: worker);
                Assert.Equal(Expected(header, i), Encode(codec, header, i));
            }
        })));
    }

    [Theory]
    [MemberData(nameof(Ids))]
    public void Encode_BufferKnob_ChangesNoByte(string id)
    {
        foreach (StrategyDescriptor strategy in StrategyCatalog.Seam("header-codec").Strategies.Where(s => s.Id == id && s.Knobs.Count > 0))
        {
            foreach (int initialBuffer in (int[])[1, 64, 4096, 1 << 20])
            {
                HeaderCodecBox codec = HeaderCodecBox.Create(Variants.Choice(strategy.Id, ("initialBuffer", initialBuffer)), From);
                Assert.Equal(Expected(new RouteHeader("x"), 5), Encode(codec, new RouteHeader("x"), 5));
            }
        }
    }

    [Theory]
    [InlineData(0, 16)]
    [InlineData(100_000, 131_072)]
    public void CodedOutputStream_Knob_IsTheSmallestArray(int initialBuffer, int arrayBytes)
    {
        HeaderCodecBox codec = HeaderCodecBox.Create(Variants.Choice("coded-output-stream", ("initialBuffer", initialBuffer)), From);
        EncodedHeader encoded = codec.Encode(default, new RouteHeader("x"), 0, 0);

        Assert.Equal(arrayBytes, encoded.Rented!.Length);
        codec.Release(encoded);
    }

    [Fact]
    public void CodedOutputStream_Release_GivesTheArrayBackOnce()
    {
        HeaderCodecBox codec = HeaderCodecBox.Create(Variants.Choice("coded-output-stream", ("initialBuffer", 5_000)), From);
        EncodedHeader encoded = codec.Encode(default, new RouteHeader("x"), 0, 0);
        byte[] array = encoded.Rented!;
        codec.Release(encoded);

        // The shared pool hands a thread the array it returned last: first this one, then, if returned once, another.
        byte[] next = ArrayPool<byte>.Shared.Rent(array.Length);
        byte[] afterNext = ArrayPool<byte>.Shared.Rent(array.Length);
        Assert.Same(array, next);
        Assert.NotSame(array, afterNext);
        ArrayPool<byte>.Shared.Return(next);
        ArrayPool<byte>.Shared.Return(afterNext);
    }

    private static byte[] Expected(RouteHeader header, int payload) => RouteHeaderCodecTests.ToOracle(header with { From = From }, payload).ToByteArray();

    private static string Hex(HeaderCodecBox codec, RouteHeader header, int payload) => Convert.ToHexStringLower(Encode(codec, header, payload));

    private static byte[] Encode(HeaderCodecBox codec, RouteHeader header, int payload)
    {
        byte[] destination = new byte[RouteHeaderCodec.BytesMax];
        int length = codec.EncodeInto(destination, new byte[RouteHeaderCodec.BytesMax], header, payload);
        return destination[..length];
    }
}
