using Google.Protobuf;
using PlayHouse.Engine.Mesh.Tests.Oracle;
using PlayHouse.Engine.Protocol;
using PlayHouse.Engine.Strategies.HeaderCodec;
using PlayHouse.Engine.Strategies.MessageIds;

namespace PlayHouse.Engine.Mesh.Tests;

/// <summary>The hand-written header against golden bytes and against the reference implementation of protobuf.</summary>
public sealed class RouteHeaderCodecTests
{
    private static readonly string[] Ids = ["", "a", "EchoRequest", "Grüße", "한국어 메시지", new string('x', 255), "@Mesh@Checkpoint@"];
    private static readonly string[] Froms = ["a", "EchoRequest", "Grüße", "한국어 메시지", new string('x', ServerRules.OwnIdBytesMax)];
    private static readonly long[] Numbers = [0, 1, 127, 128, 300, 65_535, int.MaxValue, long.MaxValue, -1, long.MinValue];

    [Fact]
    public void Write_FieldsOfTheDesign_GivesGoldenBytes()
    {
        RouteHeader request = new("EchoRequest", MsgSeq: 1, ServiceId: 2, StageId: 1001, AccountId: 7, Sid: 9);
        RouteHeader error = new("EchoReply", MsgSeq: 70_000, ErrorCode: 5, IsReply: true, IsSystem: true);

        Assert.Equal("080110021a0b4563686f526571756573742a06706c61792d3130e907380740095003", Hex(request, "play-1", 3));
        Assert.Equal("08f0a2041a094563686f5265706c7920052a056170692d3148015801", Hex(error, "api-1", 0));
        Assert.Equal("2a0161", Hex(new RouteHeader(""), "a", 0));
    }

    [Fact]
    public void Write_RandomHeaders_GivesTheBytesOfTheReferenceImplementation()
    {
        int seed = Environment.TickCount;
        Random random = new(seed);
        for (int i = 0; i < 50_000; i++)
        {
            RouteHeader header = RandomHeader(random);
            int payload = (int)Math.Min(int.MaxValue, Numbers[random.Next(8)]);
            byte[] expected = ToOracle(header, payload).ToByteArray();

            byte[] actual = Write(header, header.From, payload);

            Assert.True(expected.AsSpan().SequenceEqual(actual), $"seed {seed}, {header}");
        }
    }

    [Fact]
    public void Read_WhatTheReferenceImplementationWrites_GivesTheSameHeader()
    {
        int seed = Environment.TickCount;
        Random random = new(seed);
        MessageIdTable ids = new(64);
        for (int i = 0; i < 50_000; i++)
        {
            RouteHeader header = RandomHeader(random);
            byte[] bytes = ToOracle(header, 77).ToByteArray();

            RouteHeaderStatus status = RouteHeaderCodec.Read(bytes, ids, "network", out RouteHeader actual, out uint payloadSize);

            Assert.True(status == RouteHeaderStatus.Ok && actual == header with { From = "network" } && payloadSize == 77, $"seed {seed}, {header}, {actual}");
        }
    }

    [Fact]
    public void Read_LargestHeader_FitsTheRoomForHeaders()
    {
        RouteHeader header = new(new string('x', 255), uint.MaxValue, uint.MaxValue, ushort.MaxValue, new string('y', ServerRules.OwnIdBytesMax), -1, -1, -1, true, true);

        byte[] bytes = Write(header, header.From, int.MaxValue);

        Assert.InRange(bytes.Length, 400, RouteHeaderCodec.BytesMax);
        Assert.Equal(RouteHeaderStatus.Ok, RouteHeaderCodec.Read(bytes, new MessageIdTable(1), header.From, out RouteHeader read, out _));
        Assert.Equal(header, read);
    }

    [Theory]
    [InlineData("1a", RouteHeaderStatus.NotProtobuf)]
    [InlineData("1a05616263", RouteHeaderStatus.NotProtobuf)]
    [InlineData("1affffffff0f", RouteHeaderStatus.NotProtobuf)]
    [InlineData("00", RouteHeaderStatus.NotProtobuf)]
    [InlineData("08ffffffffffffffffffff", RouteHeaderStatus.NotProtobuf)]
    [InlineData("0e", RouteHeaderStatus.NotProtobuf)]
    [InlineData("63", RouteHeaderStatus.Group)]
    [InlineData("64", RouteHeaderStatus.Group)]
    [InlineData("1a02c328", RouteHeaderStatus.MsgIdNotUtf8)]
    [InlineData("20808004", RouteHeaderStatus.ErrorCodeTooLarge)]
    public void Read_Malformed_IsNamed(string hex, object status)
    {
        Assert.Equal(status, RouteHeaderCodec.Read(Convert.FromHexString(hex), new MessageIdTable(16), "a", out _, out _));
    }

    [Fact]
    public void Read_MessageIdOf129Bytes_IsTooLong()
    {
        byte[] bytes = new RouteHeaderMessage { MsgId = new string('x', 256) }.ToByteArray();

        Assert.Equal(RouteHeaderStatus.MsgIdTooLong, RouteHeaderCodec.Read(bytes, new MessageIdTable(16), "a", out _, out _));
    }

    [Fact]
    public void WriteAndRead_KnownIds_AllocateNothing()
    {
        MessageIdTable ids = new(16);
        RouteHeader header = new("EchoRequest", 5, 6, 0, "", 7, 8, 9, false, false);
        byte[] bytes = new byte[RouteHeaderCodec.BytesMax];
        byte[] from = "play-1"u8.ToArray();
        long before = 0;
        for (int i = 0; i < 110_000; i++)
        {
            before = i == 10_000 ? GC.GetAllocatedBytesForCurrentThread() : before;
            int length = RouteHeaderCodec.Write(bytes, header, (uint)i, from, i);
            RouteHeaderStatus status = RouteHeaderCodec.Read(bytes.AsSpan(0, length), ids, "play-1", out RouteHeader read, out _);
            if (status != RouteHeaderStatus.Ok || read.MsgSeq != (uint)i)
            {
                Assert.Fail("The header did not survive.");
            }
        }

        Assert.Equal(0, GC.GetAllocatedBytesForCurrentThread() - before);
    }

    internal static RouteHeader RandomHeader(Random random) => new(
        Ids[random.Next(Ids.Length)],
        (uint)Pick(random),
        (uint)Pick(random),
        (ushort)Pick(random),
        Froms[random.Next(Froms.Length)],
        Pick(random),
        Pick(random),
        Pick(random),
        random.Next(2) == 0,
        random.Next(2) == 0);

    internal static RouteHeaderMessage ToOracle(RouteHeader header, int payload) => new()
    {
        MsgSeq = header.MsgSeq,
        ServiceId = header.ServiceId,
        MsgId = header.MsgId,
        ErrorCode = header.ErrorCode,
        From = header.From,
        StageId = header.StageId,
        AccountId = header.AccountId,
        Sid = header.Sid,
        IsReply = header.IsReply,
        PayloadSize = (uint)payload,
        IsSystem = header.IsSystem,
    };

    private static long Pick(Random random) => random.Next(3) == 0 ? random.NextInt64(long.MinValue, long.MaxValue) : Numbers[random.Next(Numbers.Length)];

    private static string Hex(RouteHeader header, string from, int payload) => Convert.ToHexStringLower(Write(header, from, payload));

    private static byte[] Write(RouteHeader header, string from, int payload)
    {
        byte[] bytes = new byte[RouteHeaderCodec.BytesMax];
        int length = RouteHeaderCodec.Write(bytes, header, header.MsgSeq, System.Text.Encoding.UTF8.GetBytes(from), payload);
        return bytes[..length];
    }
}
