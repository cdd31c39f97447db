using System.Text;
using PlayHouse.Engine.Strategies;
using PlayHouse.Engine.Strategies.PeerId;
using PlayHouse.Engine.Tests.Strategies;
using PlayHouse.Engine.Tests.Strategies.PeerId;

namespace PlayHouse.Engine.Mesh.Tests.Strategies;

/// <summary>Every way of recognising servers: the same server for the same id, a bound, and no exception for ids that are none.</summary>
public sealed class PeerIdContractTests
{
    public static TheoryData<string> Ids => Variants.Of("peer-id");

    /// <summary>Those that promise to tell servers apart for certain.</summary>
    public static TheoryData<string> SafeIds
    {
        get
        {
            TheoryData<string> ids = [];
            foreach (StrategyDescriptor strategy in StrategyCatalog.Seam("peer-id").Strategies.Where(s => s.Status != StrategyStatus.HistoricalDefect))
            {
                ids.Add(strategy.Id);
            }

            return ids;
        }
    }

    [Theory]
    [MemberData(nameof(Ids))]
    public void TryGet_SameId_IsTheSameServer(string id)
    {
        PeerIdsBox peers = PeerIdsBox.Create(StrategyChoice.Of(id), 300);
        InboundPeer[] first = [.. Enumerable.Range(0, 256).Select(i => Get(peers, $"서버-{i}"))];

        for (int i = 0; i < first.Length; i++)
        {
            Assert.Same(first[i], Get(peers, $"서버-{i}"));
            Assert.Equal($"서버-{i}", first[i].Id);
        }

        Assert.Equal(first.Length, first.Distinct().Count());
    }

    [Theory]
    [MemberData(nameof(Ids))]
    public void TryGet_IdThatIsNone_IsRefused(string id)
    {
        PeerIdsBox peers = PeerIdsBox.Create(StrategyChoice.Of(id), 2);
        foreach (string hex in (string[])["", "00ab12cd34", "c328"])
        {
            Assert.False(peers.TryGet(Convert.FromHexString(hex), 0, out _, out _, out bool isFull));
            Assert.False(isFull);
        }

        Get(peers, "a");
        Get(peers, "b");
    }

    [Theory]
    [MemberData(nameof(Ids))]
    public void TryGet_BeyondTheLimit_IsRefusedUntilOthersHaveLongBeenSilent(string id)
    {
        PeerIdsBox peers = PeerIdsBox.Create(StrategyChoice.Of(id), 2);
        Get(peers, "a").LastSeenMs = 0;
        Get(peers, "b").LastSeenMs = 50_000;
        InboundPeer b = Get(peers, "b");

        Assert.False(peers.TryGet("c"u8, 59_000, out _, out _, out bool isFull));
        Assert.True(isFull);

        Assert.True(peers.TryGet("c"u8, 61_000, out _, out string? c, out _));
        Assert.Equal("c", c);
        Assert.Same(b, Get(peers, "b", 61_000));
    }

    [Theory]
    [MemberData(nameof(SafeIds))]
    public void Defect8_TryGet_TwoIdsWithEqualHash_AreTwoServers(string id)
    {
        (string first, string second) = Collision();
        PeerIdsBox peers = PeerIdsBox.Create(StrategyChoice.Of(id), 16);

        InboundPeer a = Get(peers, first);
        InboundPeer b = Get(peers, second);

        Assert.NotSame(a, b);
        Assert.Same(a, Get(peers, first));
        Assert.Same(b, Get(peers, second));
    }

    [Fact]
    public void HashCache_TwoIdsWithEqualHash_AreOneServer_WhichIsItsDefect()
    {
        (string first, string second) = Collision();
        PeerIdsBox peers = PeerIdsBox.Create(StrategyChoice.Of("hash-cache"), 16);

        Get(peers, first);
        Assert.True(peers.TryGet(Encoding.UTF8.GetBytes(second), 0, out _, out string? from, out _));

        Assert.Equal(first, from);
    }

    private static InboundPeer Get(PeerIdsBox peers, string id, long nowMs = 0)
    {
        Assert.True(peers.TryGet(Encoding.UTF8.GetBytes(id), nowMs, out InboundPeer? peer, out string? from, out bool isFull), id);
        Assert.Equal(id, from);
        Assert.False(isFull);
        return peer;
    }

    /// <summary>The first two different ids with the same hash.</summary>
    private static (string First, string Second) Collision()
    {
        Dictionary<uint, string> seen = [];
        for (int i = 0; ; i++)
        {
            string id = $"server-{i}";
            uint hash = InboundPeers.Hash(Encoding.UTF8.GetBytes(id));
            if (!seen.TryAdd(hash, id))
            {
                return (seen[hash], id);
            }
        }
    }
}
