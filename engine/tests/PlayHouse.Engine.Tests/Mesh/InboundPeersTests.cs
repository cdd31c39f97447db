using System.Text;
using PlayHouse.Engine.Strategies.PeerId;

namespace PlayHouse.Engine.Mesh.Tests;

/// <summary>Recognising servers by their ids.</summary>
public sealed class InboundPeersTests
{
    [Fact]
    public void Defect8_TryGet_TwoIdsWithEqualHash_AreTwoServers()
    {
        (byte[] first, byte[] second) = Collision();
        InboundPeers peers = new(16);
        Assert.Equal(InboundPeers.Hash(first), InboundPeers.Hash(second));

        Assert.True(peers.TryGet(first, 0, out InboundPeer? a, out _));
        Assert.True(peers.TryGet(second, 0, out InboundPeer? b, out _));

        Assert.NotSame(a, b);
        Assert.Equal(Encoding.UTF8.GetString(first), a.Id);
        Assert.Equal(Encoding.UTF8.GetString(second), b.Id);
        Assert.True(peers.TryGet(first, 0, out InboundPeer? again, out _));
        Assert.Same(a, again);
    }

    [Fact]
    public void TryGet_BeyondTheLimit_IsRefusedUntilOthersHaveLongBeenSilent()
    {
        InboundPeers peers = new(2);
        Assert.True(peers.TryGet("a"u8, 0, out InboundPeer? a, out _));
        Assert.True(peers.TryGet("b"u8, 0, out InboundPeer? b, out _));
        (a.LastSeenMs, b.LastSeenMs) = (0, 50_000);

        Assert.False(peers.TryGet("c"u8, 59_000, out _, out bool isFull));
        Assert.True(isFull);

        Assert.True(peers.TryGet("c"u8, 61_000, out _, out _));
        Assert.True(peers.TryGet("b"u8, 61_000, out InboundPeer? same, out _));
        Assert.Same(b, same);
        Assert.Equal(2, peers.Count);
    }

    [Theory]
    [InlineData("")]
    [InlineData("00ab12cd34")]
    [InlineData("c328")]
    public void TryGet_IdThatIsNone_IsRefused(string hex)
    {
        InboundPeers peers = new(2);

        Assert.False(peers.TryGet(Convert.FromHexString(hex), 0, out _, out bool isFull));
        Assert.False(isFull);
        Assert.Equal(0, peers.Count);
    }

    /// <summary>The first two different ids with the same hash.</summary>
    private static (byte[] First, byte[] Second) Collision()
    {
        Dictionary<uint, byte[]> seen = [];
        for (int i = 0; ; i++)
        {
            byte[] id = Encoding.UTF8.GetBytes($"server-{i}");
            if (!seen.TryAdd(InboundPeers.Hash(id), id))
            {
                return (seen[InboundPeers.Hash(id)], id);
            }
        }
    }
}
