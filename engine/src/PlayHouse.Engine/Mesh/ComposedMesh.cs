using System.Runtime.CompilerServices;
using Net.Zmq;
using PlayHouse.Engine.Diagnostics;
using PlayHouse.Engine.Protocol;
using PlayHouse.Engine.Strategies;
using PlayHouse.Engine.Strategies.HeaderCodec;
using PlayHouse.Engine.Strategies.HeaderParse;
using PlayHouse.Engine.Strategies.MeshFrame;
using PlayHouse.Engine.Strategies.PeerId;
using PlayHouse.Engine.Strategies.RequestTable;

namespace PlayHouse.Engine.Mesh;

/// <summary>
/// A mesh closed over one combination of strategies: the messages' way in and out. Only the combination in use is ever compiled.
/// </summary>
internal sealed class ComposedMesh<THeaderCodec, THeaderParse, TPeerId, TMeshFrame, TRequestTable> : ServerMesh
    where THeaderCodec : struct, IHeaderCodec<THeaderCodec>
    where THeaderParse : struct, IHeaderParse<THeaderParse>
    where TPeerId : struct, IPeerIds<TPeerId>
    where TMeshFrame : struct, IMeshFrame
    where TRequestTable : struct, IRequestTable<TRequestTable>
{
    private readonly MeshInbound<THeaderParse, TPeerId, TRequestTable> _inbound;
#pragma warning disable IDE0044 // Strategies may be mutable structs: they are called on the field.
    private THeaderCodec _codec;
    private TRequestTable _requests;
#pragma warning restore IDE0044

    public ComposedMesh(MeshParts parts, StrategyComposer strategies)
        : this(
            parts,
            strategies,
            TRequestTable.Create(
                strategies.Choices[RequestTableCatalog.SeamId],
                parts.Limits,
                parts.Counters,
                parts.LastSequence,
                parts.Clock))
    {
    }

    private ComposedMesh(MeshParts parts, StrategyComposer strategies, TRequestTable requests)
        : base(parts, requests.Pending)
    {
        IReadOnlyDictionary<string, StrategyChoice> choices = strategies.Choices;
        _requests = requests;
        _codec = THeaderCodec.Create(choices[HeaderCodecCatalog.SeamId], parts.Options.ServerId);
        THeaderParse parse = THeaderParse.Create(choices[HeaderParseCatalog.SeamId], parts.Ids);
        TPeerId peers = TPeerId.Create(choices[PeerIdCatalog.SeamId], parts.Limits.PeersMax);
        _inbound = new MeshInbound<THeaderParse, TPeerId, TRequestTable>(parts, Links, parse, peers, requests);

        // Without a network nothing is encoded, framed or parsed.
        Built = strategies.Describe(HasNetwork
            ? [typeof(THeaderCodec), typeof(THeaderParse), typeof(TPeerId), typeof(TMeshFrame), typeof(TRequestTable)]
            : [typeof(TRequestTable)]);
    }

    public override IReadOnlyDictionary<string, string> Built { get; }

    protected override ICounterSource Inbound => _inbound;

    public override SendResult Send(string serverId, in RouteHeader header, ReadOnlySpan<byte> payload)
    {
        CheckSize(header, payload.Length);
        return Route(serverId, header, header.MsgSeq, payload);
    }

    public override ValueTask<ServerReply> RequestAsync(string serverId, in RouteHeader header, ReadOnlySpan<byte> payload)
    {
        CheckSize(header, payload.Length);
        if (!_requests.TryBegin(serverId, out RequestTicket ticket))
        {
            return TableFullAsync(serverId);
        }

        // The ticket was read before the message goes out: once it has, the reply may end the request at any time.
        SendResult result = Route(serverId, header, ticket.Sequence, payload);
        return result == SendResult.Accepted || !_requests.TryWithdraw(ticket) ? ticket.Reply : NotSentAsync(serverId, result);
    }

    protected override IMeshSender CreateSender(MeshParts parts, Context context) => new MeshSender<THeaderCodec, TMeshFrame>(
        parts, Links, _requests.Pending, context, _codec, default);

    protected override IMeshReceiver CreateReceiver(MeshParts parts, Context context) =>
        new MeshReceiver<THeaderParse, TPeerId, TMeshFrame, TRequestTable>(parts, _inbound, context, default);

    [SkipLocalsInit]
    private SendResult Route(string serverId, in RouteHeader header, uint msgSeq, ReadOnlySpan<byte> payload)
    {
        if (IsClosed)
        {
            return Refused(SendResult.Unreachable);
        }

        if (serverId == ServerId)
        {
            _inbound.Deliver(header with { MsgSeq = msgSeq, From = ServerId }, payload);
            return SendResult.Accepted;
        }

        if (!Links.TryGet(serverId, out OutboundPeer? peer))
        {
            return Refused(SendResult.Unreachable);
        }

        Span<byte> scratch = stackalloc byte[RouteHeaderCodec.BytesMax];
        EncodedHeader encoded = _codec.Encode(scratch, header, msgSeq, payload.Length);
        SendResult result = peer.TryEnqueue(encoded, payload, out bool isNewlyReady);
        _codec.Release(encoded);
        if (isNewlyReady)
        {
            Links.MakeReady(peer);
        }

        return result == SendResult.Accepted ? result : Refused(result);
    }
}
