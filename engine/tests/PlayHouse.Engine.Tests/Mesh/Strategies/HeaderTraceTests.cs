using System.Diagnostics;
using Google.Protobuf;
using PlayHouse.Engine.Diagnostics;
using PlayHouse.Engine.Hosting.Tests.Fixtures;
using PlayHouse.Engine.Protocol;
using PlayHouse.Engine.Strategies;
using PlayHouse.Engine.Strategies.HeaderCodec;
using PlayHouse.Engine.Strategies.MessageIds;
using PlayHouse.Engine.Tests.Strategies;
using PlayHouse.Engine.Tests.Strategies.HeaderCodec;
using PlayHouse.Engine.Tests.Strategies.HeaderParse;

namespace PlayHouse.Engine.Mesh.Tests.Strategies;

/// <summary>The span of the sender in the header, for every way of writing and of reading it. Alone: it is read only while something listens.</summary>
[Collection(nameof(Alone))]
public sealed class HeaderTraceTests
{
    private static readonly byte[] Trace = [.. Enumerable.Range(1, 24).Select(i => (byte)i), 1];
    private static readonly RouteHeader Header = new("EchoRequest", MsgSeq: 1, ServiceId: 2, StageId: 1001, AccountId: 7, Sid: 9, IsSystem: true);

    public static TheoryData<string> Codecs => Variants.Of("header-codec");

    public static TheoryData<string> Parses => Variants.Of("header-parse");

    public static TheoryData<string, string> Pairs
    {
        get
        {
            TheoryData<string, string> pairs = [];
            foreach (StrategyDescriptor codec in StrategyCatalog.Seam("header-codec").Strategies)
            {
                foreach (StrategyDescriptor parse in StrategyCatalog.Seam("header-parse").Strategies)
                {
                    pairs.Add(codec.Id, parse.Id);
                }
            }

            return pairs;
        }
    }

    [Theory]
    [MemberData(nameof(Codecs))]
    public void Encode_Trace_FollowsTheBytesOfTheReferenceImplementation(string id)
    {
        byte[] expected = [.. RouteHeaderCodecTests.ToOracle(Header with { From = "play-1" }, 3).ToByteArray(), 0x62, 25, .. Trace];

        Assert.Equal(expected, Encode(id, Header with { Trace = Trace }, "play-1", 3));
    }

    [Theory]
    [MemberData(nameof(Codecs))]
    public void Encode_LargestHeader_FitsTheRoomForHeaders(string id)
    {
        RouteHeader header = new(new string('x', 255), uint.MaxValue, uint.MaxValue, ushort.MaxValue, "", -1, -1, -1, true, true, Trace);

        Assert.InRange(Encode(id, header, new string('y', ServerRules.OwnIdBytesMax), int.MaxValue).Length, 400, RouteHeaderCodec.BytesMax);
    }

    [Theory]
    [MemberData(nameof(Pairs))]
    public void Read_WhatWasWritten_GivesTheTrace(string codec, string parse)
    {
        using SpanLog listener = new();
        HeaderParseBox box = HeaderParseBox.Create(StrategyChoice.Of(parse), new MessageIdTable(16));

        Assert.Equal(RouteHeaderStatus.Ok, box.Read(Encode(codec, Header with { Trace = Trace }, "play-1", 3), "play-1", out RouteHeader read, out _));
        Assert.Equal(RouteHeaderStatus.Ok, box.Read(Encode(codec, Header, "play-1", 3), "play-1", out RouteHeader next, out _));

        Assert.Equal(Trace, read.Trace);
        Assert.Equal(Header with { From = "play-1" }, read with { Trace = null });
        Assert.Equal(Header with { From = "play-1" }, next);
    }

    [Theory]
    [MemberData(nameof(Parses))]
    public void Read_WithoutAListener_OrOfAnotherLength_IgnoresIt(string parse)
    {
        HeaderParseBox box = HeaderParseBox.Create(StrategyChoice.Of(parse), new MessageIdTable(16));
        Assert.Equal(RouteHeaderStatus.Ok, box.Read([0x1a, 1, (byte)'x', 0x62, 25, .. Trace], "a", out RouteHeader unheard, out _));
        Assert.Equal(new RouteHeader("x", From: "a"), unheard);
        using SpanLog listener = new();
        foreach (int length in (int[])[0, 1, 24, 26, 127, 10_000])
        {
            using MemoryStream bytes = new();
            using (CodedOutputStream output = new(bytes, leaveOpen: true))
            {
                output.WriteTag(12, WireFormat.WireType.LengthDelimited);
                output.WriteBytes(ByteString.CopyFrom(new byte[length]));
            }

            Assert.Equal(RouteHeaderStatus.Ok, box.Read([0x1a, 1, (byte)'x', .. bytes.ToArray()], "a", out RouteHeader header, out _));
            Assert.Equal(new RouteHeader("x", From: "a"), header);
        }

        Assert.Equal(RouteHeaderStatus.NotProtobuf, box.Read([0x62, 25, 1], "a", out _, out _));
        Assert.Equal(RouteHeaderStatus.Ok, box.Read([0x60, 25, 0x1a, 1, (byte)'x'], "a", out RouteHeader otherType, out _));
        Assert.Equal(new RouteHeader("x", From: "a"), otherType);
    }

    [Fact]
    public void Decode_Trace_IsTheSpanThatWroteIt()
    {
        using Activity activity = new Activity("test").SetIdFormat(ActivityIdFormat.W3C).Start();
        activity.ActivityTraceFlags = ActivityTraceFlags.Recorded;

        byte[] bytes = TraceContext.OfCurrent()!;
        ActivityContext context = TraceContext.Decode(bytes);

        Assert.Equal(new ActivityContext(activity.TraceId, activity.SpanId, ActivityTraceFlags.Recorded, isRemote: true), context);
        bytes[^1] = 0xFE;
        Assert.Equal(ActivityTraceFlags.None, TraceContext.Decode(bytes).TraceFlags);
        Assert.Equal(default, TraceContext.Decode(null));
    }

    private static byte[] Encode(string id, RouteHeader header, string from, int payload)
    {
        byte[] destination = new byte[RouteHeaderCodec.BytesMax];
        int length = HeaderCodecBox.Create(StrategyChoice.Of(id), from).EncodeInto(destination, new byte[RouteHeaderCodec.BytesMax], header, payload);
        return destination[..length];
    }
}
