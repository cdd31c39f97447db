using System.Buffers.Binary;
using PlayHouse.Engine.Client;
using PlayHouse.Engine.Protocol;
using Xunit.Abstractions;

namespace PlayHouse.Engine.Conformance;

public sealed class MalformedFrameTests(ITestOutputHelper output)
{
    private const int Limit = 1000;

    [Theory]
    [InlineData(0, FrameStatus.LengthTooSmall)]
    [InlineData(-1, FrameStatus.LengthTooSmall)]
    [InlineData(int.MinValue, FrameStatus.LengthTooSmall)]
    [InlineData(10, FrameStatus.LengthTooSmall)]
    [InlineData(11, FrameStatus.Incomplete)]
    [InlineData(Limit, FrameStatus.Incomplete)]
    [InlineData(Limit + 1, FrameStatus.LengthTooLarge)]
    [InlineData(int.MaxValue, FrameStatus.LengthTooLarge)]
    public void Inspect_AnnouncedLength_IsJudgedFromFourBytes(int length, object expected)
    {
        byte[] prefix = new byte[4];
        BinaryPrimitives.WriteInt32LittleEndian(prefix, length);
        Assert.Equal((FrameStatus)expected, RequestFrame.Inspect(prefix, Limit, out _));
    }

    [Theory]
    [InlineData(0, 11, FrameStatus.Complete)]
    [InlineData(0, 200, FrameStatus.Complete)]
    [InlineData(1, 11, FrameStatus.MsgIdLengthInvalid)]
    [InlineData(1, 12, FrameStatus.Complete)]
    [InlineData(2, 12, FrameStatus.MsgIdLengthInvalid)]
    [InlineData(128, 139, FrameStatus.Complete)]
    [InlineData(128, 138, FrameStatus.MsgIdLengthInvalid)]
    [InlineData(255, 266, FrameStatus.Complete)]
    [InlineData(255, 265, FrameStatus.MsgIdLengthInvalid)]
    public void Inspect_MsgIdLength_MustFitLimitAndBody(int msgIdBytes, int body, object expected)
    {
        byte[] frame = new byte[4 + body];
        BinaryPrimitives.WriteInt32LittleEndian(frame, body);
        frame[4] = (byte)msgIdBytes;
        Assert.Equal((FrameStatus)expected, RequestFrame.Inspect(frame, Limit, out _));
    }

    [Theory]
    [InlineData(0)]
    [InlineData(-1)]
    [InlineData(16)]
    [InlineData(ClientFrame.ReplyBytesMax + 1)]
    [InlineData(int.MaxValue)]
    public void Client_AnnouncedLengthOutOfRange_IsInvalid(int length)
    {
        byte[] prefix = new byte[4];
        BinaryPrimitives.WriteInt32LittleEndian(prefix, length);
        Assert.Equal(ClientFrameStatus.Invalid, ClientFrame.TryReadReply(prefix, out _, out _));
    }

    [Theory]
    [InlineData(0, ClientFrameStatus.Done)]
    [InlineData(255, ClientFrameStatus.Done)]
    [InlineData(256, ClientFrameStatus.Invalid)]
    public void Client_MsgId_MustFitItsLengthByte(int msgIdBytes, ClientFrameStatus expected) =>
        Assert.Equal(expected, ClientFrame.TryWriteRequest(new byte[1000], new byte[msgIdBytes], 1, 1, default, out _));

    [Fact]
    public void BothCodecs_RandomBytes_NeverThrowOrReadBeyond()
    {
        const int Seed = 20_260_101;
        const int Inputs = 300_000;
        output.WriteLine($"seed {Seed}, {Inputs} inputs");
        Random random = new(Seed);
        byte[] bytes = new byte[96];
        int complete = 0;
        for (int i = 0; i < Inputs; i++)
        {
            int length = random.Next(bytes.Length + 1);
            random.NextBytes(bytes);

            // Half of the inputs get a plausible start, or nearly all would end at the length.
            if ((i & 1) == 0)
            {
                BinaryPrimitives.WriteInt32LittleEndian(bytes, random.Next(-2, 100));
                bytes[4] = (byte)random.Next(0, 140);
            }

            ReadOnlySpan<byte> input = bytes.AsSpan(0, length);
            if (RequestFrame.Inspect(input, Limit, out int totalBytes) == FrameStatus.Complete)
            {
                complete++;
                RequestFrame frame = RequestFrame.Open(input);
                Assert.True(totalBytes <= length && frame.PayloadLength >= 0);
                Assert.Equal(totalBytes, frame.PayloadOffset + frame.PayloadLength);
                Assert.Equal(input[4], frame.MsgId.Length);
            }

            if (ClientFrame.TryReadReply(input, out ReplyView reply, out int consumed) == ClientFrameStatus.Done)
            {
                Assert.Equal(consumed, 4 + 1 + reply.MsgIdUtf8.Length + 16 + reply.Payload.Length);
            }
        }

        Assert.True(complete > Inputs / 50, $"only {complete} inputs were frames");
    }
}
