using System.Net.Security;
using System.Net.Sockets;
using System.Text;
using PlayHouse.Engine.IntegrationTests.Fixtures;
using PlayHouse.Engine.Tests.Fixtures;
using Xunit.Abstractions;

namespace PlayHouse.Engine.IntegrationTests;

/// <summary>Allocation over the awaited transports. Alone in its collection: it is counted for the whole process.</summary>
[Collection(nameof(Alone))]
public sealed class ChannelPathTests(ITestOutputHelper output)
{
    private const int Depth = 10;
    private const int PayloadBytes = 64;
    private const int RoundsMax = 20;
    private const int ReplyBytes = 21 + 9 + PayloadBytes;

    [Theory]
    [InlineData(Wire.Tls, 8.0)]
    [InlineData(Wire.WebSocket, 8.0)]
    public async Task AwaitedPath_SteadyState_AllocatesNextToNothing(Wire wire, double bytesMax)
    {
        const int Batches = 5_000;
        using OneProcessor one = new();
        await using GameServer server = await GameServer.StartAsync(configure: Transports.All);
        using Stream stream = await Task.Run(() => Open(server, wire));
        byte[] join = RawClient.Frame(GameServer.AuthenticateId, 1, 1, "alice"u8);
        int overhead = wire == Wire.WebSocket ? 2 : 0;
        Exchange(stream, Wrap(wire, join), overhead + 21 + "AuthenticateReply".Length + "welcome alice".Length);
        byte[] batch = [.. Enumerable.Range(1, Depth).SelectMany(seq => Wrap(wire, RawClient.Frame("EchoRequest", (ushort)seq, 1, new byte[PayloadBytes])))];
        int replyBytes = Depth * (overhead + ReplyBytes);
        byte[] received = new byte[replyBytes];
        Run(stream, batch, received, 2_000);
        long allocated = long.MaxValue;
        int rounds = 0;
        for (; rounds < RoundsMax && allocated > bytesMax * Batches * Depth; rounds++)
        {
            // The test host allocates during the test, which only ever adds: the least of the rounds is the path's.
            long before = GC.GetTotalAllocatedBytes(true);
            Run(stream, batch, received, Batches);
            allocated = Math.Min(allocated, GC.GetTotalAllocatedBytes(true) - before);
        }

        double perMessage = allocated / (double)(Batches * Depth);
        output.WriteLine($"{wire} {PayloadBytes} B, 1 connection, depth {Depth}: {perMessage:F3} B per message, client included");
        Assert.True(perMessage <= bytesMax, $"{perMessage:F3} B per message");
        Assert.Equal(10L * (2_000 + (rounds * Batches)), server.Counter("messages.completed"));
    }

    /// <summary>A client that only ever blocks: its own calls allocate nothing.</summary>
    private static Stream Open(GameServer server, Wire wire)
    {
        Socket socket = new(SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
        socket.Connect(wire == Wire.Tls ? server.Server.TlsEndPoints[0] : server.Server.WebSocketEndPoints[0]);
        NetworkStream stream = new(socket, ownsSocket: true);
        if (wire == Wire.Tls)
        {
            SslStream secure = new(stream, leaveInnerStreamOpen: false, (_, shown, _, _) => shown!.GetCertHashString() == Transports.ServerCertificate.Thumbprint);
            secure.AuthenticateAsClient("localhost");
            return secure;
        }

        stream.Write("GET /ws HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"u8);
        StringBuilder head = new();
        while (!head.ToString().EndsWith("\r\n\r\n", StringComparison.Ordinal))
        {
            head.Append((char)stream.ReadByte());
        }

        Assert.StartsWith("HTTP/1.1 101", head.ToString(), StringComparison.Ordinal);
        return stream;
    }

    /// <summary>A frame as the wire carries it: over WebSocket, as a binary message with the mask 0.</summary>
    private static byte[] Wrap(Wire wire, byte[] frame) =>
        wire == Wire.Tls ? frame : [0x82, (byte)(0x80 | frame.Length), 0, 0, 0, 0, .. frame];

    private static void Run(Stream stream, byte[] batch, byte[] received, int rounds)
    {
        for (int i = 0; i < rounds; i++)
        {
            stream.Write(batch);
            stream.ReadExactly(received);
        }
    }

    private static void Exchange(Stream stream, byte[] request, int replyBytes)
    {
        stream.Write(request);
        stream.ReadExactly(new byte[replyBytes]);
    }
}
