using PlayHouse.Engine.Strategies;
using PlayHouse.Engine.Strategies.HeaderCodec;
using PlayHouse.Engine.Strategies.HeaderParse;
using PlayHouse.Engine.Strategies.MeshFrame;
using PlayHouse.Engine.Strategies.PeerId;
using PlayHouse.Engine.Strategies.RequestTable;

namespace PlayHouse.Engine.Hosting;

/// <summary>From the built types of a mesh back to ids, independent of the composer's switches like <see cref="VariantNames"/>.</summary>
internal static class MeshVariantNames
{
    private static readonly Dictionary<Type, (string Seam, string Id)> Names = new()
    {
        [typeof(ToByteArrayHeaderCodec)] = (HeaderCodecCatalog.SeamId, "to-byte-array"),
        [typeof(CodedOutputStreamHeaderCodec)] = (HeaderCodecCatalog.SeamId, "coded-output-stream"),
        [typeof(WriteToSpanHeaderCodec)] = (HeaderCodecCatalog.SeamId, "write-to-span"),
        [typeof(ParseFromHeaderParse)] = (HeaderParseCatalog.SeamId, "parse-from"),
        [typeof(MergeIntoPooledHeaderParse)] = (HeaderParseCatalog.SeamId, "merge-into-pooled"),
        [typeof(FieldReaderHeaderParse)] = (HeaderParseCatalog.SeamId, "field-reader"),
        [typeof(StringPerReceivePeerIds)] = (PeerIdCatalog.SeamId, "string-per-receive"),
        [typeof(HashCachePeerIds)] = (PeerIdCatalog.SeamId, "hash-cache"),
        [typeof(ByteComparedPeerIds)] = (PeerIdCatalog.SeamId, "byte-compared-cache"),
        [typeof(ThreeFramesMeshFrame)] = (MeshFrameCatalog.SeamId, "three-frames"),
        [typeof(MergedMeshFrame)] = (MeshFrameCatalog.SeamId, "merged-frame"),
        [typeof(TaskSourceRequests)] = (RequestTableCatalog.SeamId, "tcs-cancellation-source"),
        [typeof(PooledAwaitableRequests)] = (RequestTableCatalog.SeamId, "pooled-awaitable"),
    };

    /// <summary>Adds seam id and <c>strategy{knob=value,…}</c> of the built types.</summary>
    public static void Describe(IEnumerable<Type> variants, StrategySelection selection, Dictionary<string, string> built)
    {
        IReadOnlyDictionary<string, StrategyChoice> choices = StrategyRules.Resolve(selection);
        foreach (Type variant in variants)
        {
            (string seam, string id) = Names[variant];
            built[seam] = choices[seam].DescribeAs(id);
        }
    }
}
