using PlayHouse.Engine.IntegrationTests.Fixtures;

namespace PlayHouse.Engine.IntegrationTests;

public sealed class OrderingTests
{
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task ManyPipeliningClients_GetEveryReplyOnceInOrder(bool inOneRoom)
    {
        const int Clients = 50;
        const int Depth = 100;
        const int Rounds = 20;
        await using GameServer server = await GameServer.StartAsync();
        List<RawClient> clients = [];
        for (int i = 0; i < Clients; i++)
        {
            clients.Add(await server.JoinAsync(inOneRoom ? 1 : 1 + i, "c" + i));
        }

        await Task.WhenAll(clients.Select(c => PipelineAsync(c, Depth, Rounds)));

        Assert.Equal(Clients * Depth * Rounds, server.Counter("messages.completed"));
        Assert.Equal(0, server.Counter("late.drops"));
        foreach (RawClient client in clients)
        {
            await client.DisposeAsync();
        }

        await server.UntilAsync(() => server.Counter("sessions") == 0, "every session is gone");
        await server.UntilAsync(() => server.Counter("buffers.rented") == server.Counter("buffers.returned"), "every buffer is back");
    }

    [Fact]
    public async Task HandlerThatAnswersFromAnotherThreadWhileItsStageRuns_KeepsItsPlace()
    {
        await using GameServer server = await GameServer.StartAsync();
        await using RawClient client = await server.JoinAsync(1, "alice");
        byte[] batch = [.. new[] { "EchoRequest", "ElsewhereRequest", "EchoRequest" }.SelectMany((id, i) => RawClient.Frame(id, (ushort)(i + 1), 1, default))];
        await client.SendBytesAsync(batch);

        Assert.Equal(1, (await client.ReadAsync()).MsgSeq);
        Assert.Equal(2, (await client.ReadAsync()).MsgSeq);
        Assert.Equal(3, (await client.ReadAsync()).MsgSeq);
    }

    private static async Task PipelineAsync(RawClient client, int depth, int rounds)
    {
        int sequence = 0;
        for (int round = 0; round < rounds; round++)
        {
            List<byte> batch = [];
            for (int i = 0; i < depth; i++)
            {
                int number = (round * depth) + i;
                batch.AddRange(RawClient.Frame(i % 7 == 3 ? "YieldRequest" : "EchoRequest", (ushort)(number + 1), client.StageId, BitConverter.GetBytes(number)));
            }

            await client.SendBytesAsync(batch.ToArray());
            for (int i = 0; i < depth; i++, sequence++)
            {
                Reply reply = await client.ReadAsync();
                Assert.Equal((sequence + 1, sequence), (reply.MsgSeq, BitConverter.ToInt32(reply.Payload)));
            }
        }
    }
}
