using PlayHouse.Engine.Transport.WebSockets;
using Xunit.Abstractions;

namespace PlayHouse.Engine.IntegrationTests;

/// <summary>The glue between WebSocket messages and frames, without sockets.</summary>
public sealed class MessageShapeTests(ITestOutputHelper output)
{
    [Fact]
    public void Accept_OneFramePerMessage_InEverySplit_PassesEveryByte()
    {
        byte[] frame = RawClient.Frame("EchoRequest", 1, 1, "abc"u8);
        for (int first = 0; first <= frame.Length; first++)
        {
            for (int second = first; second <= frame.Length; second++)
            {
                MessageShape shape = new();
                int accepted = shape.Accept(frame.AsSpan(0, first), true, false)
                    + shape.Accept(frame.AsSpan(first, second - first), true, false)
                    + shape.Accept(frame.AsSpan(second), true, true)
                    + shape.Accept(frame, true, true);
                Assert.Equal((2 * frame.Length, false), (accepted, shape.IsViolated));
            }
        }
    }

    [Theory]
    [InlineData("", 0)]
    [InlineData("0c0000", 3)]
    [InlineData("0c000000ff", 5)]
    [InlineData("01000000ffff", 5)]
    [InlineData("01000000ff01000000ff", 5)]
    [InlineData("00000000ff", 4)]
    [InlineData("ffffffffff", 4)]
    public void Accept_NotExactlyOneFrame_IsViolatedAfterTheFramesBytes(string hex, int expected)
    {
        byte[] message = Convert.FromHexString(hex);
        for (int split = 0; split <= message.Length; split++)
        {
            MessageShape shape = new();
            int accepted = shape.Accept(message.AsSpan(0, split), true, false) + shape.Accept(message.AsSpan(split), true, true);
            Assert.Equal((expected, true), (accepted, shape.IsViolated));
            Assert.Equal(0, shape.Accept(RawClient.Frame("A", 1, 1, default), true, true));
        }
    }

    [Fact]
    public void Accept_Text_IsViolatedAndPassesNothing()
    {
        MessageShape shape = new();

        Assert.Equal(0, shape.Accept(RawClient.Frame("A", 1, 1, default), isBinary: false, endsMessage: true));
        Assert.True(shape.IsViolated);
    }

    [Fact]
    public void Accept_RandomMessagesInRandomPieces_AgreesWithTheWholeMessage()
    {
        int seed = Environment.TickCount;
        output.WriteLine($"seed {seed}");
        Random random = new(seed);
        for (int round = 0; round < 20_000; round++)
        {
            byte[] message = new byte[random.Next(0, 24)];
            random.NextBytes(message);
            if (message.Length >= 4)
            {
                BitConverter.TryWriteBytes(message, random.Next(-2, 24));
            }

            (int Accepted, bool IsViolated) expected = Oracle(message);
            MessageShape shape = new();
            int accepted = 0;
            for (int at = 0; at < message.Length;)
            {
                int bytes = random.Next(0, message.Length - at + 1);
                accepted += shape.Accept(message.AsSpan(at, bytes), true, false);
                at += bytes;
            }

            accepted += shape.Accept(default, true, true);
            Assert.Equal(expected, (accepted, shape.IsViolated));
        }
    }

    /// <summary>Looks at the whole message at once.</summary>
    private static (int Accepted, bool IsViolated) Oracle(byte[] message)
    {
        if (message.Length < 4)
        {
            return (message.Length, true);
        }

        long frame = 4L + Math.Max(0, BitConverter.ToInt32(message));
        return ((int)Math.Min(frame, message.Length), frame != message.Length);
    }
}
