using System.Diagnostics.CodeAnalysis;
using PlayHouse.Engine.Diagnostics;

namespace PlayHouse.Engine.Strategies.PeerId;

/// <summary>Decodes a new string from every routing id and finds the server by it.</summary>
internal struct StringPerReceivePeerIds : IPeerIds<StringPerReceivePeerIds>
{
    public static StrategyCounter Made { get; } = new(
        PeerIdCatalog.SeamId, "string-per-receive", "made", "strings made", StrategyCounter.PerMessage);

    public static StrategyDescriptor Descriptor { get; } = new()
    {
        Seam = PeerIdCatalog.SeamId,
        Id = "string-per-receive",
        Type = typeof(StringPerReceivePeerIds),
        Summary = "A new string from the routing id of every message.",
        Source = "seed 000 (its baseline)",
        Counters = [Made],
        Bytes = [new("recognise one of 16 servers by 6 B", 40, 0)],
    };

    private readonly PeerTable<string> _table;
    private long _made;

    private StringPerReceivePeerIds(PeerTable<string> table) => _table = table;

    public static StringPerReceivePeerIds Create(StrategyChoice choice, int peersMax) => new(new PeerTable<string>(peersMax));

    public bool TryGet(
        ReadOnlySpan<byte> id, long nowMs,
        [NotNullWhen(true)] out InboundPeer? peer, [NotNullWhen(true)] out string? from, out bool isFull)
    {
        isFull = false;
        peer = null;
        if (!InboundPeer.TryDecode(id, out from))
        {
            return false;
        }

        _made++;
        if (_table.TryGet(from, out peer))
        {
            return true;
        }

        peer = new InboundPeer(id.ToArray(), from);
        isFull = !_table.TryAdd(from, peer, nowMs);
        return !isFull;
    }

    public readonly void AddTo(CounterBlock block) => block.Add(Made, _made);
}
