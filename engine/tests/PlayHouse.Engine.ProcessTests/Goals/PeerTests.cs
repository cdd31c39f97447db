namespace PlayHouse.Engine.Goals.Tests;

/// <summary>The servers that the engine is compared with do the same work: a faster one that answers less would prove nothing.</summary>
public sealed class PeerTests
{
    [Theory]
    [InlineData("engine")]
    [InlineData("engine-inline")]
    [InlineData("raw-saea")]
    [InlineData("raw-saea-per-message")]
    [InlineData("kestrel")]
    [InlineData("pipelines")]
    public async Task Peer_AnswersEveryRequestWithItsPayload(string kind)
    {
        await using ServerProcess server = await ServerProcess.StartAsync(kind);
        using var client = new EchoClient(server.Port, 7);
        using var other = new EchoClient(server.Port, 8);

        client.Echo(64, 10, 20);
        other.Echo(0, 1, 20);
        client.Echo(40_000, 5, 5);
        client.Echo(200_000, 1, 3);
    }
}
