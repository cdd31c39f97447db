using Google.Protobuf;
using PlayHouse.Engine.Mesh.Tests.Oracle;
using PlayHouse.Engine.Protocol;
using PlayHouse.Engine.Strategies.HeaderCodec;
using PlayHouse.Engine.Strategies.MessageIds;

namespace PlayHouse.Engine.Mesh.Tests;

/// <summary>Headers that no server would write: the reader never throws and accepts what the reference implementation accepts, with the same values.</summary>
public sealed class RouteHeaderFuzzTests
{
    private const int Inputs = 1_050_000;
    private const int OracleEvery = 40;

    [Fact]
    public void Read_MutatedAndRawBytes_NeverThrowsAndAgreesWithTheReference()
    {
        int seed = Environment.TickCount;
        Random random = new(seed);
        MessageIdTable ids = new(256);
        byte[][] seeds = Seeds(random);
        byte[] input = new byte[600];
        int accepted = 0;
        for (int i = 0; i < Inputs; i++)
        {
            int length = NextInput(random, seeds, input, i);
            ReadOnlySpan<byte> bytes = input.AsSpan(0, length);
            RouteHeaderStatus status = RouteHeaderCodec.Read(bytes, ids, "a", out RouteHeader header, out uint payloadSize);
            accepted += status == RouteHeaderStatus.Ok ? 1 : 0;
            if (i % OracleEvery == 0 && !Agrees(bytes, status, header, payloadSize))
            {
                Assert.Fail($"seed {seed}, input {i}: {status} {header} for {Convert.ToHexStringLower(bytes)}");
            }
        }

        Assert.InRange(accepted, Inputs / 20, Inputs * 19 / 20);
    }

    [Fact]
    public void Read_EveryPrefixOfAHeader_AgreesWithTheReference()
    {
        Random random = new(4);
        MessageIdTable ids = new(256);
        for (int i = 0; i < 200; i++)
        {
            byte[] whole = RouteHeaderCodecTests.ToOracle(RouteHeaderCodecTests.RandomHeader(random), random.Next()).ToByteArray();
            for (int end = 0; end <= whole.Length; end++)
            {
                RouteHeaderStatus status = RouteHeaderCodec.Read(whole.AsSpan(0, end), ids, "a", out RouteHeader header, out uint payloadSize);
                Assert.True(Agrees(whole.AsSpan(0, end), status, header, payloadSize), Convert.ToHexStringLower(whole.AsSpan(0, end)));
            }
        }
    }

    /// <summary>Real headers to start from.</summary>
    internal static byte[][] Seeds(Random random) =>
        [.. Enumerable.Range(0, 200).Select(_ => RouteHeaderCodecTests.ToOracle(RouteHeaderCodecTests.RandomHeader(random), random.Next()).ToByteArray())];

    /// <summary>Fills <paramref name="input"/> with noise every third time, else with a damaged header, and returns its length.</summary>
    internal static int NextInput(Random random, byte[][] seeds, byte[] input, int number) => number % 3 == 0 ? Raw(random, input) : Mutate(random, seeds, input);

    private static bool Agrees(ReadOnlySpan<byte> bytes, RouteHeaderStatus status, RouteHeader header, uint payloadSize)
    {
        RouteHeaderMessage oracle;
        try
        {
            oracle = RouteHeaderMessage.Parser.ParseFrom(bytes);
        }
        catch (InvalidProtocolBufferException)
        {
            return status is not RouteHeaderStatus.Ok;
        }

        return status switch
        {
            RouteHeaderStatus.Ok => header == Expected(oracle) && payloadSize == oracle.PayloadSize,
            // What the reference takes and a header must not have.
            RouteHeaderStatus.Group => true,
            RouteHeaderStatus.MsgIdTooLong => System.Text.Encoding.UTF8.GetByteCount(oracle.MsgId) > RequestFrame.MsgIdBytesMax,
            RouteHeaderStatus.MsgIdNotUtf8 => oracle.MsgId.Contains('\uFFFD', StringComparison.Ordinal),
            RouteHeaderStatus.ErrorCodeTooLarge => oracle.ErrorCode > ushort.MaxValue,
            _ => false,
        };
    }

    private static RouteHeader Expected(RouteHeaderMessage oracle) => new(
        oracle.MsgId, oracle.MsgSeq, oracle.ServiceId, (ushort)oracle.ErrorCode, "a", oracle.StageId, oracle.AccountId, oracle.Sid, oracle.IsReply, oracle.IsSystem);

    private static int Raw(Random random, byte[] input)
    {
        int length = random.Next(24);
        random.NextBytes(input.AsSpan(0, length));
        return length;
    }

    /// <summary>A real header with a few bytes changed, doubled, cut off or with a foreign field inside.</summary>
    private static int Mutate(Random random, byte[][] seeds, byte[] input)
    {
        byte[] seed = seeds[random.Next(seeds.Length)];
        seed.CopyTo(input, 0);
        int length = seed.Length;
        switch (random.Next(5))
        {
            case 0:
                for (int i = random.Next(1, 4); i > 0; i--)
                {
                    input[random.Next(length)] = (byte)random.Next(256);
                }

                break;
            case 1:
                length = random.Next(length);
                break;
            case 2:
                byte[] other = seeds[random.Next(seeds.Length)];
                int taken = Math.Min(other.Length, input.Length - length);
                other.AsSpan(0, taken).CopyTo(input.AsSpan(length));
                length += taken;
                break;
            case 3:
                input[length++] = (byte)((random.Next(1, 16) << 3) | random.Next(8));
                input[length++] = (byte)random.Next(256);
                input[length++] = (byte)random.Next(256);
                break;
        }

        return length;
    }
}
