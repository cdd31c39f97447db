using System.Buffers.Binary;
using PlayHouse.Engine.Mesh.Tests.Fixtures;
using PlayHouse.Engine.Protocol;

namespace PlayHouse.Engine.Mesh.Tests;

/// <summary>What waits for a peer is bounded by its bytes too.</summary>
public sealed class PeerQueueTests
{
    [Fact]
    [Reaches(nameof(EngineLimits.PeerQueueBytesMax))]
    public async Task Queue_FullOfBytes_RefusesWhatDoesNotFit_AndHasRoomAgainWhenDrained()
    {
        const int QueueBytes = 1024 * 1024;
        const int LargeBytes = 100_000;
        const int Fitting = QueueBytes / LargeBytes;
        InMemoryServerDirectory knownToA = MeshNode.NewDirectory();
        InMemoryServerDirectory knownToB = MeshNode.NewDirectory();
        await using MeshNode b = await MeshNode.StartAsync("b", knownToB);
        await using MeshNode a = await MeshNode.StartAsync("a", knownToA, EngineLimits.Default with { PeerQueueBytesMax = QueueBytes });

        // A peer that does not know the sender does not greet back: until it does, everything waits in the queue.
        await knownToA.ExchangeAsync(new ServerEntry("b", b.Mesh.Address), CancellationToken.None);
        await a.UntilAsync(() => a.Mesh.Send("b", new RouteHeader("first"), default) == SendResult.Accepted, "the peer is listed");
        for (int i = 0; i < Fitting; i++)
        {
            Assert.Equal(SendResult.Accepted, a.Mesh.Send("b", new RouteHeader("large"), Large(i)));
        }

        Assert.Equal(SendResult.RefusedFull, a.Mesh.Send("b", new RouteHeader("large"), Large(-1)));
        Assert.Equal(ErrorCodes.ServerBusy, (await a.FailureOfAsync("b", "large", Large(-1)))?.ErrorCode);
        Assert.Equal(2, a.Counter("mesh.refused-full"));
        Assert.Equal(SendResult.Accepted, a.Mesh.Send("b", new RouteHeader("small"), [1]));
        Assert.Equal(2, a.Counter("mesh.refused-full"));

        await knownToB.ExchangeAsync(new ServerEntry("a", a.Mesh.Address), CancellationToken.None);
        await b.UntilAsync(() => b.Kept.Count == Fitting + 2, "the queue has drained");
        await a.UntilAsync(() => a.Mesh.Send("b", new RouteHeader("large"), Large(Fitting)) == SendResult.Accepted, "there is room again");
        await b.UntilAsync(() => b.Kept.Count == Fitting + 3, "the later message has arrived");
        Assert.Equal(
            Enumerable.Range(0, Fitting + 1),
            b.Kept.Where(m => m.Header.MsgId == "large").Select(m => BinaryPrimitives.ReadInt32LittleEndian(m.Payload)));
        Assert.Equal(0, a.Counter("mesh.lost"));

        static byte[] Large(int number)
        {
            byte[] payload = new byte[LargeBytes];
            BinaryPrimitives.WriteInt32LittleEndian(payload, number);
            return payload;
        }
    }
}
