using PlayHouse.Engine.IntegrationTests.Fixtures;

namespace PlayHouse.Engine.IntegrationTests;

[Collection(nameof(Alone))]
public sealed class MalformedInputTests
{
    [Theory]
    [InlineData("00000000", "closes.frame-too-small")]
    [InlineData("ffffffff", "closes.frame-too-small")]
    [InlineData("0a000000", "closes.frame-too-small")]
    [InlineData("01002000", "closes.frame-too-large")]
    [InlineData("ffffff7f", "closes.frame-too-large")]
    [InlineData("14000000ff", "closes.msg-id-length-invalid")]
    [InlineData("0c00000002", "closes.msg-id-length-invalid")]
    [InlineData("0d00000002c3280100e803000000000000", "closes.msg-id-not-utf8")]
    [Reaches(nameof(EngineLimits.PacketBytesMax), nameof(CloseReason.FrameTooSmall), nameof(CloseReason.FrameTooLarge), nameof(CloseReason.MsgIdLengthInvalid), nameof(CloseReason.MsgIdNotUtf8))]
    public async Task MalformedFrame_ClosesThatSessionOnly_WithACountedReason(string hex, string counter)
    {
        await using GameServer server = await GameServer.StartAsync();
        await using RawClient bystander = await server.JoinAsync(1000, "bystander");
        await using RawClient client = await server.JoinAsync(1000, "mallory");
        await client.SendBytesAsync(Convert.FromHexString(hex));

        Assert.Null(await client.TryReadAsync());
        Assert.Equal(1, server.Counter(counter));
        Assert.Equal("fine", (await bystander.RequestAsync("EchoRequest", 1, "fine")).Text);
        await server.UntilAsync(() => server.Counter("sessions") == 1, "only the malformed session is gone");
    }

    [Fact]
    public async Task MalformedFrame_BehindGoodOnes_StillDeliversThose()
    {
        await using GameServer server = await GameServer.StartAsync();
        await using RawClient client = await server.JoinAsync(1000, "alice");
        byte[] good = RawClient.Frame("EchoRequest", 1, 1000, "x"u8);
        await client.SendBytesAsync((byte[])[.. good, .. good, 0, 0, 0, 0]);

        Assert.Null(await ReadToEndAsync(client));
        await server.UntilAsync(() => server.Counter("messages.completed") == 2, "both messages are handled");
    }

    [Fact]
    public async Task AnnouncedLargeFrame_ThatNeverComes_ReservesNothing()
    {
        await using GameServer server = await GameServer.StartAsync();
        List<RawClient> clients = [];
        for (int i = 0; i < 50; i++)
        {
            RawClient client = await server.JoinAsync(1000, "c" + i);
            clients.Add(client);
        }

        long before = GC.GetTotalAllocatedBytes(true);
        foreach (RawClient client in clients)
        {
            await client.SendBytesAsync(Convert.FromHexString("00002000" + "0b"));
        }

        await using RawClient last = await server.JoinAsync(1000, "last");
        Assert.Equal("ok", (await last.RequestAsync("EchoRequest", 1, "ok")).Text);
        long grown = GC.GetTotalAllocatedBytes(true) - before;
        Assert.True(grown < 50 * 16 * 1024, $"{grown} bytes for 50 announcements of 2 MiB");
        foreach (RawClient client in clients)
        {
            await client.DisposeAsync();
        }
    }

    private static async Task<Reply?> ReadToEndAsync(RawClient client)
    {
        Reply? reply;
        do
        {
            reply = await client.TryReadAsync();
        }
        while (reply is not null);
        return null;
    }
}
