using System.Net.WebSockets;
using PlayHouse.Engine.Client.Tests.Fakes;

namespace PlayHouse.Engine.Client.Tests;

/// <summary>Whatever a server sends ends at most this connection, with a reason.</summary>
public sealed class MalformedFrameTests
{
    [Theory]
    [InlineData("00000000")]
    [InlineData("ffffffff")]
    [InlineData("0100a000")] // 10 MiB + 1
    [InlineData("1000000000")] // too short for any reply
    [InlineData("1100000001")] // an id of one byte where none fits
    [InlineData("20000000ff")] // an id longer than its frame
    [InlineData("130000000a41414141414141414141")] // the id leaves no room for the rest
    [InlineData("1d000000094563686f5265706c790100e903000000000000000005000000010203")] // compressed
    public async Task Server_SendsWhatIsNoFrame_ConnectionEndsWithThatReason(string hex)
    {
        await using FakeServer server = await FakeServer.StartAsync();
        (PlayClient client, FakeConnection connection) = await Clients.JoinByHandAsync(server);
        await using PlayClient _ = client;
        Task<ClientReply> waiting = client.RequestAsync("EchoRequest", default);

        await connection.SendAsync(Convert.FromHexString(hex));

        Assert.Equal(ErrorCodes.ClientDisconnected, await Clients.CodeAsync(waiting));
        await Wait.UntilAsync(() => client.LastDisconnect is not null, "the end is known");
        Assert.Equal(DisconnectKind.MalformedFrame, client.LastDisconnect!.Kind);
    }

    [Theory]
    [InlineData(WebSocketMessageType.Text, 0)]
    [InlineData(WebSocketMessageType.Binary, 3)]
    public async Task WebSocketMessage_ThatIsNotWholeFrames_EndsTheConnection(WebSocketMessageType type, int missing)
    {
        await using FakeServer server = await FakeServer.StartAsync("ws");
        (PlayClient client, FakeConnection connection) = await Clients.JoinByHandAsync(server);
        await using PlayClient _ = client;
        byte[] frame = type == WebSocketMessageType.Text ? "a text"u8.ToArray() : FakeConnection.Frame("PushReply", 0, [1, 2, 3, 4]);

        await ((FakeWebSocketConnection)connection).Socket.SendAsync(frame.AsMemory(0, frame.Length - missing), type, true, CancellationToken.None);

        await Wait.UntilAsync(() => client.LastDisconnect is not null, "the end is known");
        Assert.Equal(DisconnectKind.MalformedFrame, client.LastDisconnect!.Kind);
    }

    [Theory]
    [InlineData("tcp")]
    [InlineData("tls")]
    public async Task Frames_CutAtEveryByte_ArriveWhole(string scheme)
    {
        await using FakeServer server = await FakeServer.StartAsync(scheme);
        (PlayClient client, FakeConnection connection) = await Clients.JoinByHandAsync(server, Clients.Options);
        await using PlayClient _ = client;
        int pushes = 0;
        client.Pushed += push => pushes += push.Payload.Span.SequenceEqual("abc"u8) ? 1 : 0;
        byte[] two = [.. FakeConnection.Frame("Push", 0, "abc"u8.ToArray()), .. FakeConnection.Frame("Push", 0, "abc"u8.ToArray())];

        for (int cut = 0; cut <= two.Length; cut++)
        {
            await connection.SendAsync(two.AsMemory(0, cut));
            await ((FakeStreamConnection)connection).Stream.FlushAsync();
            await connection.SendAsync(two.AsMemory(cut));
        }

        await Wait.UntilAsync(() => pushes == 2 * (two.Length + 1), "every push arrived");
    }

    [Fact]
    public async Task RandomBytes_NeverEscapeAsAnythingButADisconnect()
    {
        const int Seed = 4711;
        Random random = new(Seed);
        await using FakeServer server = await FakeServer.StartAsync();
        for (int round = 0; round < 100; round++)
        {
            (PlayClient client, FakeConnection connection) = await Clients.JoinByHandAsync(server);
            byte[] noise = FakeConnection.Frame("Push", (ushort)random.Next(3), new byte[random.Next(100)]);
            for (int i = 0; i < 3; i++)
            {
                noise[random.Next(Math.Min(noise.Length, 12))] = (byte)random.Next(256);
            }

            await connection.SendAsync(noise);
            await connection.CloseAsync();

            await Wait.UntilAsync(() => client.LastDisconnect is not null, $"round {round} of seed {Seed} ended");
            await client.DisposeAsync();
        }
    }
}
