using PlayHouse.Engine.Mesh;
using PlayHouse.Engine.Strategies;
using PlayHouse.Engine.Strategies.HeaderCodec;
using PlayHouse.Engine.Strategies.HeaderParse;
using PlayHouse.Engine.Strategies.MeshFrame;
using PlayHouse.Engine.Strategies.PeerId;
using PlayHouse.Engine.Strategies.RequestTable;

namespace PlayHouse.Engine.Hosting;

/// <summary>Turns the ids chosen for a server's mesh into a closed type, a seam per step, as <see cref="StrategyComposer"/> does for its stages.</summary>
internal sealed class MeshComposer
{
    private readonly MeshParts _parts;
    private readonly IReadOnlyDictionary<string, StrategyChoice> _choices;

    private MeshComposer(MeshParts parts, IReadOnlyDictionary<string, StrategyChoice> choices)
    {
        _parts = parts;
        _choices = choices;
    }

    /// <summary>Builds the mesh of a selection; nothing is connected yet.</summary>
    /// <exception cref="ArgumentException">The selection is not valid; the message holds every error.</exception>
    public static ServerMesh Compose(MeshParts parts, StrategySelection selection) =>
        new MeshComposer(parts, StrategyRules.Resolve(selection)).PickHeaderCodec();

    private ServerMesh PickHeaderCodec() => _choices[HeaderCodecCatalog.SeamId].Id switch
    {
        "to-byte-array" => PickHeaderParse<ToByteArrayHeaderCodec>(),
        "coded-output-stream" => PickHeaderParse<CodedOutputStreamHeaderCodec>(),
        "write-to-span" => PickHeaderParse<WriteToSpanHeaderCodec>(),
        _ => throw Unbuilt(HeaderCodecCatalog.SeamId),
    };

    private ServerMesh PickHeaderParse<THeaderCodec>()
        where THeaderCodec : struct, IHeaderCodec<THeaderCodec> => _choices[HeaderParseCatalog.SeamId].Id switch
        {
            "parse-from" => PickPeerIds<THeaderCodec, ParseFromHeaderParse>(),
            "merge-into-pooled" => PickPeerIds<THeaderCodec, MergeIntoPooledHeaderParse>(),
            "field-reader" => PickPeerIds<THeaderCodec, FieldReaderHeaderParse>(),
            _ => throw Unbuilt(HeaderParseCatalog.SeamId),
        };

    private ServerMesh PickPeerIds<THeaderCodec, THeaderParse>()
        where THeaderCodec : struct, IHeaderCodec<THeaderCodec>
        where THeaderParse : struct, IHeaderParse<THeaderParse> => _choices[PeerIdCatalog.SeamId].Id switch
        {
            "string-per-receive" => PickMeshFrame<THeaderCodec, THeaderParse, StringPerReceivePeerIds>(),
            "hash-cache" => PickMeshFrame<THeaderCodec, THeaderParse, HashCachePeerIds>(),
            "byte-compared-cache" => PickMeshFrame<THeaderCodec, THeaderParse, ByteComparedPeerIds>(),
            _ => throw Unbuilt(PeerIdCatalog.SeamId),
        };

    private ServerMesh PickMeshFrame<THeaderCodec, THeaderParse, TPeerIds>()
        where THeaderCodec : struct, IHeaderCodec<THeaderCodec>
        where THeaderParse : struct, IHeaderParse<THeaderParse>
        where TPeerIds : struct, IPeerIds<TPeerIds> => _choices[MeshFrameCatalog.SeamId].Id switch
        {
            "three-frames" => PickRequestTable<THeaderCodec, THeaderParse, TPeerIds, ThreeFramesMeshFrame>(),
            "merged-frame" => PickRequestTable<THeaderCodec, THeaderParse, TPeerIds, MergedMeshFrame>(),
            _ => throw Unbuilt(MeshFrameCatalog.SeamId),
        };

    private ServerMesh PickRequestTable<THeaderCodec, THeaderParse, TPeerIds, TMeshFrame>()
        where THeaderCodec : struct, IHeaderCodec<THeaderCodec>
        where THeaderParse : struct, IHeaderParse<THeaderParse>
        where TPeerIds : struct, IPeerIds<TPeerIds>
        where TMeshFrame : struct, IMeshFrame => _choices[RequestTableCatalog.SeamId].Id switch
        {
            "tcs-cancellation-source" => ComposedMesh<THeaderCodec, THeaderParse, TPeerIds, TMeshFrame, TaskSourceRequests>.Create(_parts, _choices),
            "pooled-awaitable" => ComposedMesh<THeaderCodec, THeaderParse, TPeerIds, TMeshFrame, PooledAwaitableRequests>.Create(_parts, _choices),
            _ => throw Unbuilt(RequestTableCatalog.SeamId),
        };

    private InvalidOperationException Unbuilt(string seam) =>
        new($"Strategy '{_choices[seam].Id}' of seam '{seam}' is in the catalogue but not in the composer.");
}
