using System.Runtime.CompilerServices;
using PlayHouse.Engine.Diagnostics;
using PlayHouse.Engine.Protocol;
using PlayHouse.Engine.Strategies;
using PlayHouse.Engine.Strategies.HeaderCodec;
using PlayHouse.Engine.Strategies.HeaderParse;
using PlayHouse.Engine.Strategies.MeshFrame;
using PlayHouse.Engine.Strategies.MessageIds;
using PlayHouse.Engine.Strategies.PeerId;
using PlayHouse.Engine.Strategies.RequestTable;

namespace PlayHouse.Engine.Tests.Strategies.Child;

/// <summary>The seam sites of messages between servers and nothing else, closed over strategies as a mesh is. Its machine code shows what a seam costs.</summary>
internal static class MeshSeamConsumer
{
    /// <summary>Methods whose machine code is read.</summary>
    public static IReadOnlyList<string> Methods { get; } = ["EncodeThroughMeshSeams", "ReceiveThroughMeshSeams", "BeginThroughMeshSeams"];

    public static void RunDefaults()
    {
        StrategyChoice none = StrategyChoice.Of("none");
        MessageIdTable ids = new(16);
        ClosedMesh<WriteToSpanHeaderCodec, FieldReaderHeaderParse, ByteComparedPeerIds, ThreeFramesMeshFrame, PooledAwaitableRequests> mesh = new(
            WriteToSpanHeaderCodec.Create(none, "play-1"),
            FieldReaderHeaderParse.Create(none, ids),
            ByteComparedPeerIds.Create(none, 16),
            default,
            PooledAwaitableRequests.Create(none, EngineLimits.Default, new EngineCounters(), 0, Timers.EngineClock.System));
        ClosedMesh<CallingCodec, FieldReaderHeaderParse, ByteComparedPeerIds, ThreeFramesMeshFrame, PooledAwaitableRequests> control = new(
            default, FieldReaderHeaderParse.Create(none, ids), ByteComparedPeerIds.Create(none, 16), default, default);
        byte[] scratch = new byte[RouteHeaderCodec.BytesMax];
        byte[] header = new byte[RouteHeaderCodec.BytesMax];
        for (int i = 0; i < 3; i++)
        {
            int length = mesh.EncodeThroughMeshSeams(new RouteHeader("Echo", StageId: 7), scratch, header);
            mesh.ReceiveThroughMeshSeams("play-1"u8, header.AsSpan(0, length), default);
            mesh.BeginThroughMeshSeams("play-2");
            control.EncodeThroughMeshSeams(new RouteHeader("Echo", StageId: 7), scratch, header);
        }
    }

    private sealed class ClosedMesh<TCodec, TParse, TPeers, TFrame, TRequests>(TCodec codec, TParse parse, TPeers peers, TFrame frame, TRequests requests)
        where TCodec : struct, IHeaderCodec<TCodec>
        where TParse : struct, IHeaderParse<TParse>
        where TPeers : struct, IPeerIds<TPeers>
        where TFrame : struct, IMeshFrame
        where TRequests : struct, IRequestTable<TRequests>
    {
#pragma warning disable IDE0044 // Strategies may be mutable structs: they are called on the field.
        private TCodec _codec = codec;
        private TParse _parse = parse;
        private TPeers _peers = peers;
        private TFrame _frame = frame;
        private TRequests _requests = requests;
#pragma warning restore IDE0044

        [MethodImpl(MethodImplOptions.NoInlining)]
        public int EncodeThroughMeshSeams(in RouteHeader header, byte[] scratch, byte[] destination)
        {
            EncodedHeader encoded = _codec.Encode(scratch, header, header.MsgSeq, 0);
            int length = encoded.Bytes.Length;
            encoded.Bytes.CopyTo(destination);
            _codec.Release(encoded);
            return length;
        }

        [MethodImpl(MethodImplOptions.NoInlining)]
        public RouteHeaderStatus ReceiveThroughMeshSeams(ReadOnlySpan<byte> peerId, ReadOnlySpan<byte> second, ReadOnlySpan<byte> third)
        {
            MeshFrameStatus status = _frame.Split(3, second, third, out ReadOnlySpan<byte> headerBytes, out _);
            return status == MeshFrameStatus.Ok && _peers.TryGet(peerId, 0, out _, out string? from, out _)
                ? _parse.Read(headerBytes, from, out _, out _)
                : RouteHeaderStatus.NotProtobuf;
        }

        [MethodImpl(MethodImplOptions.NoInlining)]
        public bool BeginThroughMeshSeams(string serverId) => _requests.TryBegin(serverId, out RequestTicket ticket) && _requests.TryWithdraw(ticket);
    }

    /// <summary>A strategy that cannot be inlined: shows that a call at a seam site would be seen.</summary>
    private readonly struct CallingCodec : IHeaderCodec<CallingCodec>
    {
        public static CallingCodec Create(StrategyChoice choice, string serverId) => default;

        [MethodImpl(MethodImplOptions.NoInlining)]
        public EncodedHeader Encode(Span<byte> scratch, in RouteHeader header, uint msgSeq, int payloadBytes) => new(scratch[..1], null, WriteToSpanHeaderCodec.Encoded);

        [MethodImpl(MethodImplOptions.NoInlining)]
        public void Release(in EncodedHeader encoded)
        {
        }
    }
}
