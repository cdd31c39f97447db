using System.Net.Sockets;
using PlayHouse.Engine.Hosting;
using PlayHouse.Engine.Fuzz.RequestStream;
using Xunit.Abstractions;

namespace PlayHouse.Engine.Fuzz.LiveServer;

/// <summary>Streams sent to a real server over real sockets, before and after authentication: it never fails, and a bystander keeps being served.</summary>
public sealed class LiveServerFuzz(ITestOutputHelper output)
{
    private static readonly byte[] Authenticate = Convert.FromHexString("0c00000001450100" + "e803000000000000");
    private static readonly byte[] Echo = Convert.FromHexString("0d00000001580100" + "e80300000000000007");

    [Fact]
    public async Task AnyBytes_ToAServer_HarmTheirOwnSessionOnly()
    {
        await using PlayServer server = new(SilentGame.Options);
        await server.StartAsync();
        using Socket bystander = Connect(server);
        Exchange(bystander, Authenticate);

        new FuzzRun("live-server", output).Start(RequestStreams.Next, (stream, random) =>
        {
            using Socket client = Connect(server);
            if (random.Next(4) != 0)
            {
                client.Send(Authenticate);
            }

            Send(client, stream, random);
            Exchange(bystander);
            return 1;
        });

        IReadOnlyDictionary<string, long> counters = server.ReadCounters();
        output.WriteLine(string.Join(' ', counters.Where(c => c.Value != 0).Select(c => $"{c.Key}={c.Value}")));
        Assert.Equal(0, counters["engine.faults"]);
        Assert.Equal(0, counters["handler.failures"]);
        Assert.True(counters["closes.frame-too-small"] > 0 && counters["closes.not-authenticated"] > 0, "the streams reach the checks");
        Exchange(bystander);
    }

    private static Socket Connect(PlayServer server)
    {
        Socket socket = new(SocketType.Stream, ProtocolType.Tcp) { NoDelay = true, ReceiveTimeout = 30_000, SendTimeout = 30_000 };
        socket.Connect(server.TcpEndPoint);
        return socket;
    }

    /// <summary>In one piece or two; the server may have closed already, and half of the clients go away without a word.</summary>
    private static void Send(Socket client, byte[] stream, Random random)
    {
        try
        {
            int cut = random.Next(stream.Length + 1);
            client.Send(stream.AsSpan(0, cut));
            client.Send(stream.AsSpan(cut));
            if (random.Next(2) == 0)
            {
                client.LingerState = new LingerOption(true, 0);
            }
        }
        catch (SocketException)
        {
            // Closed by the server: the expected answer to most streams.
        }
    }

    private static void Exchange(Socket socket, byte[]? request = null)
    {
        socket.Send(request ?? Echo);
        Receive(socket);
    }

    /// <summary>Takes exactly one frame.</summary>
    private static void Receive(Socket socket)
    {
        byte[] frame = new byte[256];
        ReceiveExactly(socket, frame.AsSpan(0, 4));
        ReceiveExactly(socket, frame.AsSpan(0, BitConverter.ToInt32(frame)));
    }

    private static void ReceiveExactly(Socket socket, Span<byte> bytes)
    {
        while (bytes.Length > 0)
        {
            int received = socket.Receive(bytes);
            Assert.True(received > 0, "the bystander was closed");
            bytes = bytes[received..];
        }
    }
}
