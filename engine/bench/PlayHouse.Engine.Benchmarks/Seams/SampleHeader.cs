using PlayHouse.Engine.Protocol;
using PlayHouse.Engine.Strategies;
using PlayHouse.Engine.Strategies.HeaderCodec;
using PlayHouse.Engine.Tests.Strategies.HeaderCodec;

namespace PlayHouse.Engine.Benchmarks.Seams;

/// <summary>The header that benchmarks write and read. Immutable.</summary>
internal static class SampleHeader
{
    public const string ServerId = "play-1";
    public const int PayloadBytes = 3;

    public static readonly RouteHeader Value = new("EchoRequest", MsgSeq: 1, ServiceId: 2, StageId: 1001, AccountId: 7, Sid: 9);

    /// <summary>The header as a peer writes it.</summary>
    public static byte[] Encode()
    {
        byte[] destination = new byte[RouteHeaderCodec.BytesMax];
        HeaderCodecBox codec = HeaderCodecBox.Create(StrategyChoice.Of(BenchmarkSeams.Find("header-codec").Default.Id), ServerId);
        return destination[..codec.EncodeInto(destination, new byte[RouteHeaderCodec.BytesMax], Value, PayloadBytes)];
    }
}
