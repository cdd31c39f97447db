using System.Diagnostics;
using System.Globalization;
using System.Net;
using System.Net.Sockets;
using PlayHouse.Engine.Hosting.Tests.Fixtures;

namespace PlayHouse.Engine.Hosting.Tests;

/// <summary>A real host process that is asked to end.</summary>
public sealed class TerminationTests
{
    [Fact]
    public async Task HostProcess_ThatGetsSigterm_FinishesWhatItTookRefusesNewClientsAndExitsWithZero()
    {
        const int Clients = 20;
        await using HostProcess process = HostProcess.Start();
        Process host = process.Process;
        IPEndPoint endPoint = new(IPAddress.Loopback, int.Parse(await process.FirstLineAsync(), CultureInfo.InvariantCulture));
        List<RawClient> clients = [];
        for (int i = 0; i < Clients; i++)
        {
            RawClient client = await RoomServer.JoinAsync(endPoint, i, $"player-{i}");
            clients.Add(client);
            await client.SendAsync("HoldRequest", 7, $"held {i}");
            Assert.Equal("Taken", (await client.ReadAsync()).MsgId);
        }

        KillSignal.SendTerminate(host.Id);

        for (int i = 0; i < Clients; i++)
        {
            Reply reply = await clients[i].ReadAsync();
            Assert.Equal(("Reply", 7, $"held {i}"), (reply.MsgId, reply.MsgSeq, reply.Text));
            Assert.Null(await clients[i].TryReadAsync());
            await clients[i].DisposeAsync();
        }

        await Assert.ThrowsAnyAsync<SocketException>(() => ConnectAsync(endPoint));
        await Wait.InTimeAsync(host.WaitForExitAsync());
        Assert.Equal("Stopped", await host.StandardOutput.ReadLineAsync());
        Assert.Equal(0, host.ExitCode);
    }

    private static async Task ConnectAsync(IPEndPoint endPoint)
    {
        using Socket socket = new(SocketType.Stream, ProtocolType.Tcp);
        await socket.ConnectAsync(endPoint);
    }
}
