using PlayHouse.Engine.Mesh.Tests.Fixtures;

namespace PlayHouse.Engine.Mesh.Tests;

/// <summary>A machine without libzmq, made by naming a library that does not exist.</summary>
public sealed class MissingLibraryTests
{
    private static readonly (string, string) Nowhere = ("PLAYHOUSE_ZMQ_LIBRARY", "/nowhere/libzmq.so.5");

    [Fact]
    public async Task Start_ConfiguredMesh_FailsWithTheInstallHint()
    {
        using PeerProcess peer = await PeerProcess.StartAsync("a", "b=127.0.0.1:1", environment: Nowhere);

        Assert.StartsWith("missing ", peer.FirstLine, StringComparison.Ordinal);
        Assert.Contains("apt-get install libzmq5", peer.FirstLine, StringComparison.Ordinal);
        Assert.Contains("./plab setup mesh", peer.FirstLine, StringComparison.Ordinal);
        Assert.Contains("ldconfig -p", peer.FirstLine, StringComparison.Ordinal);
        Assert.Equal(3, await peer.QuitAsync());
    }

    [Fact]
    public async Task Start_WithoutANetwork_WorksForTheOwnServer()
    {
        using PeerProcess peer = await PeerProcess.StartAsync("a", "", bind: "none", environment: Nowhere);

        Assert.Equal("alone echo-reply Unreachable", peer.FirstLine);
        Assert.Equal(0, await peer.QuitAsync());
    }
}
