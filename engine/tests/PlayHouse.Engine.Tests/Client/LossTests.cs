using System.Net;
using System.Net.Sockets;
using Microsoft.Extensions.Time.Testing;
using PlayHouse.Engine.Client.Tests.Fakes;

namespace PlayHouse.Engine.Client.Tests;

/// <summary>The server disappears at every stage; each wait ends with a code.</summary>
public sealed class LossTests
{
    [Theory]
    [InlineData("tls")]
    [InlineData("ws")]
    [InlineData("wss")]
    public async Task Server_GoneInTheHandshake_ConnectingFails(string scheme)
    {
        using Socket listener = new(SocketType.Stream, ProtocolType.Tcp);
        listener.Bind(new IPEndPoint(IPAddress.IPv6Loopback, 0));
        listener.Listen();
        await using PlayClient client = new();
        Task connecting = client.ConnectAsync(new Uri($"{scheme}://[::1]:{((IPEndPoint)listener.LocalEndPoint!).Port}/"));
        using (Socket accepted = await listener.AcceptAsync())
        {
            await accepted.ReceiveAsync(new byte[1]);
        }

        Exception failure = await Assert.ThrowsAnyAsync<Exception>(() => connecting.WaitAsync(Wait.Deadline));
        Assert.True(failure is PlayClientException { ErrorCode: ErrorCodes.ClientDisconnected }, failure.ToString());
    }

    [Theory]
    [InlineData("tcp", true)]
    [InlineData("tcp", false)]
    [InlineData("tls", false)]
    [InlineData("ws", true)]
    [InlineData("wss", false)]
    public async Task Server_GoneBeforeTheAuthenticationReply_FailsThatRequest(string scheme, bool isOrderly)
    {
        await using FakeServer server = await FakeServer.StartAsync(scheme);
        await using PlayClient client = new(Clients.Options);
        await client.ConnectAsync(server.Uri);
        FakeConnection connection = await server.NextAsync();
        Task<ClientReply> authenticating = client.AuthenticateAsync("AuthenticateRequest", 1, default);
        await connection.ReadAsync();

        await EndAsync(connection, isOrderly);

        Assert.Equal(ErrorCodes.ClientDisconnected, await Clients.CodeAsync(authenticating));
        await Wait.UntilAsync(() => client.LastDisconnect is not null, "the end is known");
        Assert.False(client.IsAuthenticated);
    }

    [Theory]
    [InlineData("tcp", true)]
    [InlineData("tls", true)]
    [InlineData("ws", true)]
    [InlineData("tcp", false)]
    public async Task Server_GoneWhileManyWait_FailsEachOnceAndTellsOnce(string scheme, bool isOrderly)
    {
        await using FakeServer server = await FakeServer.StartAsync(scheme);
        (PlayClient client, FakeConnection connection) = await Clients.JoinByHandAsync(server, Clients.Options);
        await using PlayClient _ = client;
        int told = 0;
        int called = 0;
        client.Disconnected += () => told++;
        Task<ClientReply>[] waiting = [.. Enumerable.Range(0, 100).Select(i => client.RequestAsync("EchoRequest", default))];
        for (int i = 0; i < 100; i++)
        {
            client.Request("EchoRequest", default, reply => called += reply.ErrorCode == ErrorCodes.ClientDisconnected ? 1 : 100_000);
        }

        // Half a reply first: it must not be taken for a whole one.
        await connection.SendAsync(FakeConnection.Frame("EchoReply", 1, [1, 2, 3]).AsMemory(0, scheme == "ws" ? 0 : 9));
        await EndAsync(connection, isOrderly);

        foreach (Task<ClientReply> one in waiting)
        {
            Assert.Equal(ErrorCodes.ClientDisconnected, await Clients.CodeAsync(one));
        }

        await Wait.UntilAsync(() => called == 100 && told == 1, () => $"all callbacks ran: {called}, told {told}");
        Assert.Equal(0, client.WaitingRequests);
        Assert.Equal(
            ErrorCodes.ClientDisconnected,
            (await Assert.ThrowsAsync<PlayClientException>(() => client.SendAsync("EchoRequest", default))).ErrorCode);
    }

    [Theory]
    [InlineData("tcp")]
    [InlineData("tls")]
    [InlineData("ws")]
    public async Task Server_ReadsNothing_SendBufferIsBoundedRequestsTimeOutAndDisposalEnds(string scheme)
    {
        await using FakeServer server = await FakeServer.StartAsync(scheme);
        FakeTimeProvider clock = new();
        (PlayClient client, FakeConnection connection) = await Clients.JoinByHandAsync(server, Clients.By(clock) with { SendBufferBytesMax = 100_000 });
        byte[] payload = new byte[50_000];
        ushort refusal = 0;
        int posted = 0;
        // A loopback connection swallows some megabytes before it blocks.
        await Wait.UntilAsync(
            () =>
            {
                try
                {
                    client.Post("SendRequest", payload);
                    posted++;
                }
                catch (PlayClientException e)
                {
                    refusal = e.ErrorCode;
                    return client.WaitingRequests == 0 && posted > 60;
                }

                return false;
            },
            "the buffer is full");

        Assert.Equal(ErrorCodes.ClientBusy, refusal);
        Assert.True(posted < 350, $"{posted} messages of 50 kB: more than the network's own buffers hold");
        // The network may take one more message at any time: what is asked is that a full buffer refuses, by name.
        await Wait.UntilAsync(() => IsRefused(() => client.Post("SendRequest", payload)), "and stays full");
        await Wait.UntilAsync(() => IsRefused(() => client.Request("EchoRequest", payload, _ => { })), "for requests as well");
        Task<ClientReply> asking = client.RequestAsync("EchoRequest", payload);
        await Wait.PassAsync(clock, TimeSpan.FromSeconds(1), () => asking.IsCompleted, "the request's time is over");
        Assert.Equal(ErrorCodes.ClientRequestTimeout, await Clients.CodeAsync(asking));
        Task sending = client.SendAsync("SendRequest", payload);
        Task leaving = client.DisposeAsync().AsTask();
        await Wait.PassAsync(clock, TimeSpan.FromMilliseconds(100), () => leaving.IsCompleted, "what cannot be sent is dropped");
        await leaving;
        // The network may have taken one more message after all; what counts is that no caller waits any longer.
        Exception? end = await Record.ExceptionAsync(() => sending.WaitAsync(Wait.Deadline));
        Assert.True(end is null or PlayClientException { ErrorCode: ErrorCodes.ClientDisconnected }, $"{end}");
        connection.Abort();
    }

    [Fact]
    public async Task Message_LongerThanTheSendBuffer_IsTakenWhenNoneWaits()
    {
        await using FakeServer server = await FakeServer.EchoAsync();
        await using PlayClient client = await Clients.JoinAsync(server, Clients.Options with { SendBufferBytesMax = 100 });
        byte[] payload = new byte[300_000];

        ClientReply[] replies = await Task.WhenAll(Enumerable.Range(0, 5).Select(_ => client.RequestAsync("EchoRequest", payload))).WaitAsync(Wait.Deadline);

        Assert.All(replies, r => Assert.Equal(payload.Length, r.Payload.Length));
        Assert.Throws<ArgumentException>(() => client.Post("SendRequest", new byte[PlayClient.RequestBytesMax]));
        Assert.Throws<ArgumentException>(() => client.Post(new string('x', 256), default));
    }

    private static bool IsRefused(Action sending)
    {
        try
        {
            sending();
            return false;
        }
        catch (PlayClientException e)
        {
            Assert.Equal(ErrorCodes.ClientBusy, e.ErrorCode);
            return true;
        }
    }

    private static async Task EndAsync(FakeConnection connection, bool isOrderly)
    {
        if (isOrderly)
        {
            await connection.CloseAsync();
            return;
        }

        connection.Abort();
    }
}
