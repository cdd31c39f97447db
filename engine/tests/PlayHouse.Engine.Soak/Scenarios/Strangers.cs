using System.Diagnostics;
using System.Globalization;
using System.Net;
using System.Net.Sockets;
using System.Text;
using Net.Zmq;
using PlayHouse.Engine.Mesh;
using PlayHouse.Engine.Soak.Load;
using PlayHouse.Engine.Soak.Report;
using PlayHouse.Engine.Soak.Server;
using Context = Net.Zmq.Context;
using Socket = System.Net.Sockets.Socket;
using SocketType = System.Net.Sockets.SocketType;
using ZmqSocket = Net.Zmq.Socket;
using ZmqSocketType = Net.Zmq.SocketType;

namespace PlayHouse.Engine.Soak.Scenarios;

/// <summary>Programs that no directory lists scan, fuzz and forge at the port for servers, while a listed server talks to it.</summary>
internal sealed class Strangers : ISoakScenario
{
    private const int Clients = 20;
    private const string Peer = "peer";
    private const double RssAllowed = 1.2;

    /// <summary>What a stranger sends first: nothing, another protocol, or the greeting of ZMTP 3. Random bytes follow.</summary>
    private static readonly byte[][] Openings =
    [
        [], "GET / HTTP/1.1\r\nHost: a\r\n\r\n"u8.ToArray(), [0x16, 3, 1, 2, 0, 1, 0, 1, 0xfc, 3, 3], Greeting("NULL"), Greeting("PLAIN"), Greeting("CURVE"),
    ];

    private readonly Random _random = new(1);
    private long _connections;
    private long _forged;

    public string Id => "strangers";

    public string Summary => "the port for servers scanned, fuzzed and forged by programs without a listed key: only counters move (mesh)";

    public async Task<SoakResult> RunAsync(SoakContext context)
    {
        (MeshKeyPair soak, MeshKeyPair peer) = (MeshKeyPair.Create(), MeshKeyPair.Create());
        (string soakAddress, string peerAddress) = (FreeAddress(), FreeAddress());
        string servers = $"{SoakServer.ServerId}={soakAddress};key={soak.PublicKey},{Peer}={peerAddress};key={peer.PublicKey}";
        EngineLimits limits = new() { ConnectionsPerAddressMax = 1_000 };
        await using ServerProcess server = await ServerProcess.StartAsync(new SoakSetup(limits) { Mesh = new SoakMesh(soakAddress, servers, soak.SecretKey) });
        await using ServerProcess other = await ServerProcess.StartAsync(new SoakSetup(limits) { ServerId = Peer, Mesh = new SoakMesh(peerAddress, servers, peer.SecretKey) });
        await using Swarm swarm = new(server.EndPoint);
        await using Swarm others = new(other.EndPoint);
        // A stage of the other server sends a message each second to the stage of the same id.
        await swarm.JoinAsync(Clients, i => StageRanges.WithTimer + i, 16, context.Cancellation);
        await others.JoinAsync(Clients, i => StageRanges.WithTimer + i, 16, context.Cancellation);
        await AttackAsync(soakAddress, soak.PublicKey, TimeSpan.FromSeconds(5), server, context);
        ServerStats before = await server.CollectedStatsAsync(context.Cancellation);
        await AttackAsync(soakAddress, soak.PublicKey, context.Duration, server, context);
        ServerStats sent = await other.StatsAsync(context.Cancellation);
        // What is under way arrives.
        await Task.Delay(TimeSpan.FromSeconds(1), context.Cancellation);
        ServerStats after = await server.CollectedStatsAsync(context.Cancellation);
        return Judge(before, after, sent, swarm, context.Duration);
    }

    private async Task AttackAsync(string address, string serverKey, TimeSpan time, ServerProcess server, SoakContext context)
    {
        IPEndPoint port = IPEndPoint.Parse(address["tcp://".Length..]);
        using Context zmq = new();
        Stopwatch clock = Stopwatch.StartNew();
        for (long said = -1; clock.Elapsed < time; context.Cancellation.ThrowIfCancellationRequested())
        {
            foreach (byte[] opening in Openings)
            {
                await SpeakAsync(port, opening);
            }

            await ForgeAsync(zmq, address, serverKey);
            if (said != (long)clock.Elapsed.TotalSeconds)
            {
                said = (long)clock.Elapsed.TotalSeconds;
                ServerStats now = await server.StatsAsync(context.Cancellation);
                context.Say(string.Create(CultureInfo.InvariantCulture, $"{said} s, {_connections:N0} connections, {_forged:N0} forged messages, RSS {now.RssBytes / 1048576.0:F1} MB"));
            }
        }
    }

    /// <summary>Connects, says an opening and noise, and goes without a word.</summary>
    private async Task SpeakAsync(IPEndPoint port, byte[] opening)
    {
        byte[] noise = new byte[_random.Next(400)];
        _random.NextBytes(noise);
        using Socket socket = new(SocketType.Stream, ProtocolType.Tcp);
        try
        {
            await socket.ConnectAsync(port);
            await socket.SendAsync((byte[])[.. opening, .. noise]);
        }
        catch (SocketException)
        {
            // The server has cut it.
        }

        _connections++;
    }

    /// <summary>Sends what looks like a message of the listed server, without a key, with one that nothing lists, and with the wrong key of the server.</summary>
    private async Task ForgeAsync(Context zmq, string address, string serverKey)
    {
        MeshKeyPair own = MeshKeyPair.Create();
        List<ZmqSocket> forgers = [];
        foreach (string? key in (string?[])[null, serverKey, own.PublicKey])
        {
            ZmqSocket socket = new(zmq, ZmqSocketType.Dealer);
            forgers.Add(socket);
            socket.SetOption(SocketOption.Linger, 0);
            socket.SetOption(SocketOption.Routing_Id, Encoding.UTF8.GetBytes(Peer));
            if (key is not null)
            {
                socket.SetOption(SocketOption.Curve_Serverkey, key);
                socket.SetOption(SocketOption.Curve_Publickey, own.PublicKey);
                socket.SetOption(SocketOption.Curve_Secretkey, own.SecretKey);
            }

            socket.Connect(address);
            for (int i = 0; i < 10; i++)
            {
                byte[] header = new byte[_random.Next(1, 200)];
                _random.NextBytes(header);
                // A connection that was refused takes nothing: then the rest of the forger's messages is not sent.
                _forged += socket.Send(header, SendFlags.SendMore | SendFlags.DontWait) && socket.Send((byte[])[], SendFlags.DontWait) ? 1 : 0;
            }
        }

        await Task.Delay(20);
        _connections += forgers.Count;
        forgers.ForEach(f => f.Dispose());
    }

    private SoakResult Judge(ServerStats before, ServerStats after, ServerStats sent, Swarm swarm, TimeSpan time)
    {
        string[] still = ["stages", "sessions", "peers", "mesh.malformed", "mesh.strangers", "mesh.lost", "engine.faults", "handler.failures"];
        string[] moved = [.. still.Where(c => after.Counters[c] != before.Counters[c])];
        long refused = after.Counters["mesh.failed-handshakes"] + after.Counters["mesh.refused-keys"];
        long due = sent.ServerSent + after.ServerSent;
        return new SoakResult(
            Id,
            "mesh",
            string.Create(CultureInfo.InvariantCulture, $"{time.TotalSeconds:F0} s, {_connections:N0} connections, {_forged:N0} forged messages"),
            [
                new("strangers are counted", string.Create(CultureInfo.InvariantCulture, $"{after.Counters["mesh.failed-handshakes"]:N0} failed handshakes, {after.Counters["mesh.refused-keys"]:N0} refused keys"), refused > before.Counters["mesh.failed-handshakes"] + before.Counters["mesh.refused-keys"]),
                new("no stage, session, peer or message comes of them", moved.Length == 0 ? "none" : string.Join(", ", moved.Select(c => $"{c} {before.Counters[c]} to {after.Counters[c]}")), moved.Length == 0),
                new("every message of the listed server arrives", string.Create(CultureInfo.InvariantCulture, $"{due:N0} sent, {after.ServerReceived:N0} handled, those just under way included"), sent.ServerSent > 0 && Math.Abs(due - after.ServerReceived) <= 2 * Clients),
                new("clients stay", $"{swarm.Clients.Count(c => c.IsClosed)} closed", swarm.Clients.All(c => !c.IsClosed)),
                new("RSS within 20 % of that after the first 5 s", string.Create(CultureInfo.InvariantCulture, $"{before.RssBytes / 1048576.0:F1} to {after.RssBytes / 1048576.0:F1} MB"), after.RssBytes <= before.RssBytes * RssAllowed),
                new("descriptors are back", $"{before.Descriptors} to {after.Descriptors}", after.Descriptors <= before.Descriptors + 20),
            ]);
    }

    /// <summary>The greeting of ZMTP 3.0 (RFC 23) for a mechanism.</summary>
    private static byte[] Greeting(string mechanism) => [0xff, 0, 0, 0, 0, 0, 0, 0, 1, 0x7f, 3, 0, .. Encoding.ASCII.GetBytes(mechanism.PadRight(20, '\0')), 0, .. new byte[31]];

    private static string FreeAddress()
    {
        using TcpListener listener = new(IPAddress.Loopback, 0);
        listener.Start();
        return $"tcp://{listener.LocalEndpoint}";
    }
}
