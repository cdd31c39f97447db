using System.Buffers.Binary;
using PlayHouse.Engine.IntegrationTests.Fixtures;

namespace PlayHouse.Engine.IntegrationTests;

/// <summary>What clients can make the whole server hold, and what a quiet one gives back.</summary>
[Collection(nameof(Alone))]
public sealed class MemoryTests
{
    private const int LargeBytes = 600 * 1024;

    private static readonly EngineLimits Little = new() { BuffersInUseBytesMax = 1024 * 1024 };

    [Theory]
    [InlineData(Wire.Tcp)]
    [InlineData(Wire.Tls)]
    [InlineData(Wire.WebSocket)]
    [Reaches(nameof(EngineLimits.BuffersInUseBytesMax), nameof(CloseReason.MemoryLimit))]
    public async Task IncompleteFrame_AboveTheServersLimit_ClosesItsSessionOnly(Wire wire)
    {
        await using GameServer server = await GameServer.StartAsync(Little, configure: Transports.All);
        await using RawClient bystander = await server.JoinAsync(1, "bystander");
        await using RawClient mallory = await server.JoinAsync(wire, 2, "mallory");
        byte[] most = new byte[1_900_000];
        BinaryPrimitives.WriteInt32LittleEndian(most, 2_000_000);

        await UntilClosedAsync(mallory.SendBytesAsync(most));

        await server.UntilAsync(() => server.Counter("closes.memory-limit") == 1, "its session is closed");
        Assert.Equal("served", (await bystander.RequestAsync("EchoRequest", 1, "served")).Text);
        await server.UntilAsync(() => server.Counter("buffers.in-use-bytes") < LargeBytes, "its buffers are free");
    }

    [Fact]
    [Reaches(nameof(EngineLimits.BuffersInUseBytesMax), nameof(CloseReason.MemoryLimit))]
    public async Task RepliesThatAreNotRead_AboveTheServersLimit_CloseTheirSessionOnly()
    {
        await using GameServer server = await GameServer.StartAsync(Little);
        await using RawClient reader = await server.JoinAsync(1, "reader");
        await using RawClient deaf = await server.JoinAsync(2, "deaf");
        for (ushort seq = 1; seq <= 60 && server.Counter("closes.memory-limit") == 0; seq++)
        {
            await UntilClosedAsync(deaf.SendAsync("LargeRequest", seq, BitConverter.GetBytes(LargeBytes)));
        }

        await server.UntilAsync(() => server.Counter("closes.memory-limit") == 1, "its session is closed");
        for (ushort seq = 1; seq <= 10; seq++)
        {
            await reader.SendAsync("LargeRequest", seq, BitConverter.GetBytes(LargeBytes));
            Assert.Equal(LargeBytes, (await reader.ReadAsync()).Payload.Length);
        }

        Assert.Equal(1, server.Counter("closes.memory-limit"));
    }

    [Fact]
    [Reaches(nameof(EngineLimits.TrimAfterQuiet))]
    public async Task QuietServer_GivesBackWhatABurstHasLeft_Once()
    {
        ManualClock clock = new();
        await using GameServer server = await GameServer.StartAsync(new EngineLimits { TrimAfterQuiet = TimeSpan.FromSeconds(15) }, clock: clock);
        await using RawClient client = await server.JoinAsync(1, "alice");
        await BurstAsync();
        Assert.True(server.Server.Engine.Transport.BufferStore.RetainedBytes > 1024 * 1024, "the burst has left free buffers");

        clock.Advance(TimeSpan.FromSeconds(15));
        await client.RequestAsync("EchoRequest", 7);
        clock.Advance(TimeSpan.FromSeconds(15));
        Assert.Equal(0, server.Counter("memory.trims"));

        clock.Advance(TimeSpan.FromSeconds(5));
        Assert.Equal((1, 0), (server.Counter("memory.trims"), server.Server.Engine.Transport.BufferStore.RetainedBytes));
        Assert.True(server.Server.Engine.Pool.InUseBytes > 0, "what the session holds is still in use");

        await BurstAsync();
        clock.Advance(TimeSpan.FromSeconds(60));
        Assert.Equal(2, server.Counter("memory.trims"));

        async Task BurstAsync()
        {
            // More than the audit of the tests keeps back.
            for (ushort seq = 1; seq <= 80; seq++)
            {
                await client.SendAsync("LargeRequest", seq, BitConverter.GetBytes(LargeBytes));
                await client.ReadAsync();
            }
        }
    }

    private static async Task UntilClosedAsync(Task sending)
    {
        try
        {
            await sending;
        }
        catch (Exception exception) when (exception is IOException or System.Net.Sockets.SocketException)
        {
            // Closed on the way.
        }
    }
}
