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

    /// <summary>What a rolling update does to a game: the match goes through, no other one begins, and its end is the end of the process.</summary>
    [Fact]
    public async Task HostProcess_ThatGetsSigtermWithAMatchUnderWay_EndsWithTheMatch()
    {
        await using HostProcess process = HostProcess.Start("--PlayServer:Limits:DrainTimeout=01:00:00");
        IPEndPoint endPoint = new(IPAddress.Loopback, int.Parse(await process.FirstLineAsync(), CultureInfo.InvariantCulture));
        await using RawClient alice = await RoomServer.JoinAsync(endPoint, 1, "alice");

        KillSignal.SendTerminate(process.Process.Id);
        Assert.Equal(("Draining", "01:00:00"), (await alice.ReadAsync()) is var told ? (told.MsgId, told.Text) : default);
        await Assert.ThrowsAnyAsync<Exception>(() => RoomServer.JoinAsync(endPoint, 2, "late"));
        await using RawClient bob = await RoomServer.JoinAsync(endPoint, 1, "bob");
        await bob.SendAsync("PlayRequest", 2, "a move");
        Assert.Equal(["Taken", "Reply"], [(await bob.ReadAsync()).MsgId, (await bob.ReadAsync()).MsgId]);
        Assert.False(process.Process.HasExited);

        await alice.SendAsync("EndRequest", 3);
        Assert.Equal(["Taken", "Reply"], [(await alice.ReadAsync()).MsgId, (await alice.ReadAsync()).MsgId]);
        Assert.Null(await alice.TryReadAsync());
        await alice.DisposeAsync();
        await bob.DisposeAsync();
        await Wait.InTimeAsync(process.Process.WaitForExitAsync());
        Assert.Equal("Stopped", await process.Process.StandardOutput.ReadLineAsync());
        Assert.Equal(0, process.Process.ExitCode);
    }

    private static async Task ConnectAsync(IPEndPoint endPoint)
    {
        using Socket socket = new(SocketType.Stream, ProtocolType.Tcp);
        await socket.ConnectAsync(endPoint);
    }
}
