using System.Buffers;
using Google.Protobuf;
using Google.Protobuf.WellKnownTypes;
using PlayHouse.Engine.Strategies;
using PlayHouse.Engine.Strategies.ReplyCodec;
using Xunit.Abstractions;

namespace PlayHouse.Engine.Tests.Strategies.ReplyCodec;

public sealed class ReplyCodecContractTests(ITestOutputHelper output)
{
    private static readonly int[] Sizes = [0, 1, 2, 63, 64, 126, 127, 128, 129, 1023, 1024, 1500, 16_383, 16_384, 65_535, 65_536, (1 << 20) - 5, 1 << 20];

    public static TheoryData<string> Ids => Variants.Of("reply-codec");

    [Theory]
    [MemberData(nameof(Ids))]
    public void Encode_EverySize_GivesTheWireBytes(string id)
    {
        ReplyCodecBox codec = ReplyCodecBox.Create(StrategyChoice.Of(id));
        foreach (int size in Sizes)
        {
            byte[] value = new byte[size];
            new Random(size).NextBytes(value);
            AssertWritten(codec, new BytesValue { Value = ByteString.CopyFrom(value) }, WireBytes(value));
        }
    }

    [Theory]
    [MemberData(nameof(Ids))]
    public void Encode_RandomMessages_GivesTheLibrarysBytes(string id)
    {
        const int Seed = 20_251;
        output.WriteLine($"seed {Seed}");
        Random random = new(Seed);
        ReplyCodecBox codec = ReplyCodecBox.Create(StrategyChoice.Of(id));
        for (int i = 0; i < 500; i++)
        {
            Struct message = RandomStruct(random, depth: 3);
            AssertWritten(codec, message, message.ToByteArray());
        }
    }

    [Theory]
    [MemberData(nameof(Ids))]
    public void Encode_BufferKnob_ChangesNoByte(string id)
    {
        foreach (int initialBuffer in (int[])[1, 64, 4096, 1 << 20])
        {
            ReplyCodecBox codec = ReplyCodecBox.Create(Variants.Choice(id, ("initialBuffer", initialBuffer)));
            byte[] value = new byte[300];
            new Random(initialBuffer).NextBytes(value);
            AssertWritten(codec, new BytesValue { Value = ByteString.CopyFrom(value) }, WireBytes(value));
        }
    }

    [Theory]
    [InlineData(0, 1024)]
    [InlineData(100_000, 131_072)]
    public void Prepare_CodedOutputStream_RentsForTheKnob(int initialBuffer, int arrayBytes)
    {
        ReplyCodecBox codec = ReplyCodecBox.Create(Variants.Choice("coded-output-stream", ("initialBuffer", initialBuffer)));
        PreparedPayload prepared = codec.Prepare(new BytesValue { Value = ByteString.CopyFrom(new byte[600]) });
        Assert.Equal(arrayBytes, prepared.Bytes!.Length);
        codec.Discard(prepared);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void CodedOutputStream_WrittenOrDiscarded_GivesItsArrayBackOnce(bool isDiscarded)
    {
        ReplyCodecBox codec = ReplyCodecBox.Create(StrategyChoice.Of("coded-output-stream"));
        BytesValue message = new() { Value = ByteString.CopyFrom(new byte[5000]) };
        PreparedPayload prepared = codec.Prepare(message);
        byte[] array = prepared.Bytes!;
        if (isDiscarded)
        {
            codec.Discard(prepared);
        }
        else
        {
            codec.Write(message, prepared, new byte[prepared.Size]);
        }

        // The shared pool hands a thread the array it returned last: first this one, then, if returned once, another.
        byte[] next = ArrayPool<byte>.Shared.Rent(array.Length);
        byte[] afterNext = ArrayPool<byte>.Shared.Rent(array.Length);
        Assert.Same(array, next);
        Assert.NotSame(array, afterNext);
        ArrayPool<byte>.Shared.Return(next);
        ArrayPool<byte>.Shared.Return(afterNext);
    }

    [Theory]
    [MemberData(nameof(Ids))]
    public void Discard_Repeatedly_LeavesTheCodecUsable(string id)
    {
        ReplyCodecBox codec = ReplyCodecBox.Create(StrategyChoice.Of(id));
        BytesValue message = new() { Value = ByteString.CopyFromUtf8("kept") };
        for (int i = 0; i < 100; i++)
        {
            codec.Discard(codec.Prepare(message));
        }

        AssertWritten(codec, message, WireBytes("kept"u8.ToArray()));
    }

    [Theory]
    [MemberData(nameof(Ids))]
    public void Prepare_TwoInFlight_DoNotMix(string id)
    {
        ReplyCodecBox codec = ReplyCodecBox.Create(StrategyChoice.Of(id));
        BytesValue one = new() { Value = ByteString.CopyFromUtf8("first message") };
        BytesValue two = new() { Value = ByteString.CopyFromUtf8("other message") };
        PreparedPayload preparedOne = codec.Prepare(one);
        PreparedPayload preparedTwo = codec.Prepare(two);
        byte[] writtenTwo = new byte[preparedTwo.Size];
        byte[] writtenOne = new byte[preparedOne.Size];
        codec.Write(two, preparedTwo, writtenTwo);
        codec.Write(one, preparedOne, writtenOne);
        Assert.Equal(WireBytes("first message"u8.ToArray()), writtenOne);
        Assert.Equal(WireBytes("other message"u8.ToArray()), writtenTwo);
    }

    private static void AssertWritten(ReplyCodecBox codec, IMessage message, byte[] expected)
    {
        PreparedPayload prepared = codec.Prepare(message);
        Assert.Equal(expected.Length, prepared.Size);

        // Guard bytes on both sides: exactly the destination is written.
        byte[] area = new byte[expected.Length + 16];
        area.AsSpan().Fill(0xA5);
        codec.Write(message, prepared, area.AsSpan(8, prepared.Size));
        Assert.True(expected.AsSpan().SequenceEqual(area.AsSpan(8, expected.Length)), $"Bytes differ at a payload of {expected.Length} bytes.");
        Assert.Equal(-1, area.AsSpan(0, 8).IndexOfAnyExcept((byte)0xA5));
        Assert.Equal(-1, area.AsSpan(8 + expected.Length).IndexOfAnyExcept((byte)0xA5));
    }

    /// <summary>The wire format written by hand: field 1, length delimited; an empty value is not on the wire.</summary>
    private static byte[] WireBytes(byte[] value)
    {
        if (value.Length == 0)
        {
            return [];
        }

        List<byte> bytes = [0x0A];
        for (uint left = (uint)value.Length; ; left >>= 7)
        {
            if (left < 0x80)
            {
                bytes.Add((byte)left);
                break;
            }

            bytes.Add((byte)(left | 0x80));
        }

        bytes.AddRange(value);
        return [.. bytes];
    }

    private static Struct RandomStruct(Random random, int depth)
    {
        Struct message = new();
        int fields = random.Next(0, 6);
        for (int i = 0; i < fields; i++)
        {
            message.Fields[$"field{i}{new string('x', random.Next(0, 40))}"] = random.Next(depth > 0 ? 5 : 4) switch
            {
                0 => Value.ForNumber(random.NextDouble()),
                1 => Value.ForBool(random.Next(2) == 1),
                2 => Value.ForString(new string('é', random.Next(0, 200))),
                3 => Value.ForNull(),
                _ => Value.ForStruct(RandomStruct(random, depth - 1)),
            };
        }

        return message;
    }
}
