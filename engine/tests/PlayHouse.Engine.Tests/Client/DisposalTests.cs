using PlayHouse.Engine.Client.Tests.Fakes;

namespace PlayHouse.Engine.Client.Tests;

public sealed class DisposalTests
{
    [Fact]
    public async Task Dispose_NeverConnectedTwiceAndConcurrently_Ends()
    {
        PlayClient client = new();

        await Task.WhenAll(client.DisposeAsync().AsTask(), client.DisposeAsync().AsTask()).WaitAsync(Wait.Deadline);
        await client.DisposeAsync();

        await Assert.ThrowsAsync<ObjectDisposedException>(() => client.ConnectAsync(new Uri("tcp://localhost:1")));
    }

    [Fact]
    public async Task Dispose_DuringTheHandshake_EndsTheConnect()
    {
        await using FakeServer silent = await FakeServer.StartAsync("tcp");
        PlayClient client = new();
        Task connecting = client.ConnectAsync(new Uri($"tls://localhost:{silent.Port}"));
        await silent.NextAsync();

        await client.DisposeAsync().AsTask().WaitAsync(Wait.Deadline);

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => connecting);
    }

    [Theory]
    [InlineData("tcp")]
    [InlineData("tls")]
    [InlineData("ws")]
    [InlineData("wss")]
    public async Task Dispose_AfterSends_DeliversThemAndClosesWithoutAnEvent(string scheme)
    {
        await using FakeServer server = await FakeServer.StartAsync(scheme);
        (PlayClient client, FakeConnection connection) = await Clients.JoinByHandAsync(server, Clients.Options);
        int told = 0;
        client.Disconnected += () => told++;
        for (int i = 0; i < 1000; i++)
        {
            await client.SendAsync("SendRequest", BitConverter.GetBytes(i));
        }

        Task disposing = client.DisposeAsync().AsTask();
        int arrived = 0;
        while (await connection.ReadAsync() is { } request)
        {
            Assert.Equal(arrived++, BitConverter.ToInt32(request.Payload));
        }

        await disposing.WaitAsync(Wait.Deadline);
        Assert.Equal((1000, 0), (arrived, told));
        Assert.Equal(DisconnectKind.ClosedByCaller, client.LastDisconnect!.Kind);
    }

    [Fact]
    public async Task Dispose_AtAnyMomentOfABusyClient_EndsEveryWait()
    {
        const int Seed = 17;
        Random random = new(Seed);
        await using FakeServer server = await FakeServer.EchoAsync();
        for (int round = 0; round < 40; round++)
        {
            PlayClient client = await Clients.JoinAsync(server, Clients.Options with { Reconnect = new ReconnectPolicy { FirstDelay = TimeSpan.FromMilliseconds(1) } })
                .WaitAsync(Wait.Deadline);
            int callbacks = 0;
            int accepted = 0;
            Task working = Task.Run(async () =>
            {
                try
                {
                    while (true)
                    {
                        client.Request("EchoRequest", default, _ => Interlocked.Increment(ref callbacks));
                        accepted++;
                        await client.RequestAsync("EchoRequest", new byte[accepted * 37 % 2000]);
                    }
                }
                catch (PlayClientException)
                {
                    return;
                }
            });
            int moment = random.Next(200);
            await Wait.UntilAsync(() => Volatile.Read(ref callbacks) >= moment || working.IsCompleted, "it works");
            if (round % 2 == 0)
            {
                server.All.ToList().ForEach(c => c.Abort());
            }

            await client.DisposeAsync().AsTask().WaitAsync(Wait.Deadline);
            await working.WaitAsync(Wait.Deadline);

            Assert.Equal(accepted, callbacks);
        }
    }

    [Fact]
    public async Task Dispose_WhileReconnectWaits_DoesNotWaitForIt()
    {
        FakeServer server = await FakeServer.EchoAsync();
        PlayClient client = await Clients.JoinAsync(server, Clients.Options with { Reconnect = new ReconnectPolicy { FirstDelay = TimeSpan.FromHours(1), DelayMax = TimeSpan.FromHours(1) } });
        TaskCompletionSource reconnecting = new();
        client.Reconnecting += _ => reconnecting.SetResult();
        await server.DisposeAsync();
        await reconnecting.Task.WaitAsync(Wait.Deadline);

        await client.DisposeAsync().AsTask().WaitAsync(Wait.Deadline);

        Assert.False(client.IsAuthenticated);
    }

    [Fact]
    public async Task Dispose_ReaderWaitsForThePump_EndsAndTheRestCanBePumped()
    {
        await using FakeServer server = await FakeServer.EchoAsync();
        PlayClient client = await Clients.JoinAsync(server, Clients.Options with { Delivery = ClientDelivery.Pumped, PumpMessagesMax = 2 });
        int pushes = 0;
        client.Pushed += _ => pushes++;
        for (int i = 0; i < 10; i++)
        {
            client.Post("SendRequest", default);
        }

        await Wait.UntilAsync(() => client.PumpWaits > 0, "the reader waits for room");
        await client.DisposeAsync().AsTask().WaitAsync(Wait.Deadline);

        Assert.Equal(2, client.Pump());
        Assert.Equal(2, pushes);
    }

    [Fact]
    public async Task Dispose_ReplyWaitsForRoomInThePump_ItsCallbackStillRunsOnce()
    {
        await using FakeServer server = await FakeServer.EchoAsync();
        PlayClient client = await Clients.JoinAsync(server, Clients.Options with { Delivery = ClientDelivery.Pumped, PumpMessagesMax = 1 });
        List<ushort> ends = [];
        for (int i = 0; i < 3; i++)
        {
            client.Request("EchoRequest", default, reply => ends.Add(reply.ErrorCode));
        }

        await Wait.UntilAsync(() => client.PumpWaits > 0, "the second reply waits for room");
        await client.DisposeAsync().AsTask().WaitAsync(Wait.Deadline);
        client.Pump();

        Assert.Equal((3, 0), (ends.Count, client.Pump()));
        // The third reply was read or was not.
        Assert.InRange(ends.Count(e => e == ErrorCodes.Success), 2, 3);
    }

    [Fact]
    public async Task Post_SteadyState_AllocatesNothingPerMessage()
    {
        await using FakeServer server = await FakeServer.EchoAsync();
        await using PlayClient client = await Clients.JoinAsync(server);
        byte[] payload = new byte[64];
        long allocated = 0;
        for (int round = 0; round < 30; round++)
        {
            long before = GC.GetAllocatedBytesForCurrentThread();
            for (int i = 0; i < 20; i++)
            {
                client.Post("EchoRequest", payload);
            }

            // The first rounds size the buffers.
            allocated += round < 10 ? 0 : GC.GetAllocatedBytesForCurrentThread() - before;
            await client.RequestAsync("EchoRequest", default);
        }

        // Waking the sender costs one small object a burst.
        Assert.InRange(allocated, 0, 20 * 64);
    }
}
