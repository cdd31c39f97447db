using Microsoft.Extensions.Time.Testing;
using PlayHouse.Engine.Client.Tests.Fakes;

namespace PlayHouse.Engine.Client.Tests;

public sealed class CallbackTests
{
    private static readonly PlayClientOptions Pumped = Clients.Options with { Delivery = ClientDelivery.Pumped };

    [Fact]
    public async Task Request_OnReadingTask_CallsBackOnceEachInOrder()
    {
        await using FakeServer server = await FakeServer.EchoAsync();
        await using PlayClient client = await Clients.JoinAsync(server);
        List<int> seen = [];

        for (int i = 0; i < 1000; i++)
        {
            client.Request("EchoRequest", BitConverter.GetBytes(i), reply => seen.Add(BitConverter.ToInt32(reply.Payload.Span)));
        }

        await Wait.UntilAsync(() => seen.Count == 1000, "every callback ran");
        Assert.Equal(Enumerable.Range(0, 1000), seen);
    }

    [Fact]
    public async Task Request_Pumped_RunsOnlyOnThePumpingThreadAndInOrderWithPushes()
    {
        await using FakeServer server = await FakeServer.EchoAsync();
        await using PlayClient client = await Clients.JoinAsync(server, Pumped);
        List<(string MsgId, int Thread)> seen = [];
        client.Pushed += push => seen.Add((push.MsgId, Environment.CurrentManagedThreadId));

        for (int i = 0; i < 50; i++)
        {
            client.Request("EchoRequest", default, reply => seen.Add((reply.MsgId, Environment.CurrentManagedThreadId)));
            client.Post("SendRequest", default);
        }

        await Wait.UntilAsync(() => client.WaitingCallbacks == 100, "everything waits for the pump");
        Assert.Empty(seen);
        int thread = Environment.CurrentManagedThreadId;
        int ran = client.Pump(30) + client.Pump();

        Assert.Equal(100, ran);
        Assert.Equal(Enumerable.Range(0, 100).Select(i => (i % 2 == 0 ? "EchoReply" : "SendReply", thread)), seen);
    }

    [Theory]
    [InlineData(10, 1 << 20)]
    [InlineData(1_000_000, 10 * 16)]
    public async Task Pushes_ConsumerDoesNotPump_WaitOutsideTheProcessAndComeInOrder(int messagesMax, int bytesMax)
    {
        const int Pushes = 2_000;
        await using FakeServer server = await FakeServer.StartAsync();
        PlayClientOptions options = Pumped with
        {
            PumpMessagesMax = messagesMax, PumpBytesMax = bytesMax,
        };
        (PlayClient client, FakeConnection connection) = await Clients.JoinByHandAsync(server, options);
        await using PlayClient _ = client;
        List<int> seen = [];
        client.Pushed += push => seen.Add(BitConverter.ToInt32(push.Payload.Span));
        Task pushing = Task.Run(async () =>
        {
            for (int i = 0; i < Pushes; i++)
            {
                byte[] payload = new byte[16];
                BitConverter.TryWriteBytes(payload, i);
                await connection.PushAsync("Push", payload);
            }
        });
        await Wait.UntilAsync(() => client.PumpWaits > 0, "the reader waits for room");
        int most = 0;
        await Wait.UntilAsync(
            () =>
            {
                most = Math.Max(most, client.WaitingCallbacks);
                client.Pump(3);
                return seen.Count == Pushes;
            },
            () => $"{seen.Count} of {Pushes}, {client.LastDisconnect}");

        await pushing;
        Assert.Equal(10, most);
        Assert.Equal(Enumerable.Range(0, Pushes), seen);
    }

    [Fact]
    public async Task Silence_WhileTheConsumerDoesNotPump_IsNotTheServers()
    {
        const int Silences = 5;
        int heartbeats = 0;
        await using FakeServer server = await FakeServer.StartAsync("tcp", (connection, request) =>
        {
            heartbeats += request.MsgId == "@Heart@Beat@" ? 1 : 0;
            return FakeServer.AnswerAsync(connection, request);
        });
        FakeTimeProvider clock = new();
        PlayClientOptions options = Pumped with { PumpMessagesMax = 1, SilenceTimeout = TimeSpan.FromSeconds(30), HeartbeatInterval = TimeSpan.FromSeconds(30), Clock = clock };
        await using PlayClient client = await Clients.JoinAsync(server, options);
        client.Post("SendRequest", default);
        client.Post("SendRequest", default);
        await Wait.UntilAsync(() => client.PumpWaits > 0, "the reader waits for room");

        // The loop that sends a heartbeat has looked for silence just before.
        await Wait.PassAsync(clock, TimeSpan.FromSeconds(1), () => Volatile.Read(ref heartbeats) > Silences || !client.IsAuthenticated, "five silences have passed");

        Assert.True(client.IsAuthenticated, client.LastDisconnect?.Message);
    }

    [Fact]
    public async Task Request_TimeOutAndDisconnect_ReachTheCallbackAsCodes()
    {
        await using FakeServer server = await FakeServer.EchoAsync();
        FakeTimeProvider clock = new();
        await using PlayClient client = await Clients.JoinAsync(server, Clients.By(clock));
        List<(string, ushort)> ends = [];

        client.Request("SilentRequest", default, reply => ends.Add((reply.MsgId, reply.ErrorCode)));
        await Wait.PassAsync(clock, TimeSpan.FromSeconds(1), () => ends.Count == 1, "the time-out was told");
        await using PlayClient patient = await Clients.JoinAsync(server);
        patient.Request("SilentRequest", default, reply => ends.Add((reply.MsgId, reply.ErrorCode)));
        await patient.DisposeAsync();

        Assert.Equal([("SilentRequest", ErrorCodes.ClientRequestTimeout), ("SilentRequest", ErrorCodes.ClientDisconnected)], ends);
        Assert.Equal(
            ErrorCodes.ClientDisconnected,
            Assert.Throws<PlayClientException>(() => patient.Request("EchoRequest", default, _ => ends.Clear())).ErrorCode);
    }

    [Fact]
    public async Task Request_65535CallbacksNeverPumped_TheNextIsRefusedAndNothingGrows()
    {
        await using FakeServer server = await FakeServer.EchoAsync();
        PlayClientOptions options = Pumped with { RequestTimeout = TimeSpan.FromMinutes(5), PumpMessagesMax = 1 << 20, PumpBytesMax = 1 << 30 };
        await using PlayClient client = await Clients.JoinAsync(server, options);
        int ran = 0;
        for (int i = 0; i < ushort.MaxValue; i++)
        {
            client.Request("EchoRequest", default, _ => ran++);
        }

        await Wait.UntilAsync(() => client.WaitingCallbacks == ushort.MaxValue, "every reply waits for the pump");
        ushort code = Assert.Throws<PlayClientException>(() => client.Request("EchoRequest", default, _ => { })).ErrorCode;
        client.Pump(1);
        client.Request("EchoRequest", default, _ => { });

        Assert.Equal((ErrorCodes.ClientBusy, 1), (code, ran));
    }

    [Fact]
    public async Task Callback_Throws_IsCountedAndTheRestGoesOn()
    {
        await using FakeServer server = await FakeServer.EchoAsync();
        await using PlayClient client = await Clients.JoinAsync(server);
        client.Pushed += _ => throw new InvalidOperationException();

        client.Post("SendRequest", default);
        client.Request("EchoRequest", default, _ => throw new InvalidOperationException());
        ClientReply reply = await client.RequestAsync("EchoRequest", "on"u8.ToArray());

        Assert.Equal("on"u8.ToArray(), reply.Payload.ToArray());
        await Wait.UntilAsync(() => client.ObserverFailures == 2, "both are counted");
    }

    [Fact]
    public async Task Pump_InsideACallback_IsRefused()
    {
        await using FakeServer server = await FakeServer.EchoAsync();
        await using PlayClient client = await Clients.JoinAsync(server, Pumped);
        client.Request("EchoRequest", default, _ => client.Pump());
        await Wait.UntilAsync(() => client.WaitingCallbacks == 1, "the reply waits");

        Assert.Equal(1, client.Pump());
        Assert.Equal(1, client.ObserverFailures);
    }
}
