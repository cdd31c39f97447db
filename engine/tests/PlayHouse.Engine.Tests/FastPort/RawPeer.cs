using System.Net;
using System.Net.Sockets;
using Google.Protobuf;
using PlayHouse.FastPort.Protocol;
using PlayHouse.FastPort.Protos;

namespace PlayHouse.FastPort.Tests;

/// <summary>A plain socket that speaks the frame by itself: no code of the client under test. Every wait has a deadline.</summary>
internal sealed class RawPeer : IDisposable
{
    private readonly CancellationTokenSource _deadline = new(Wait.Deadline);

    private RawPeer(Socket socket) => Socket = socket;

    public Socket Socket { get; }

    public static async Task<RawPeer> ConnectAsync(IPEndPoint endPoint)
    {
        Socket socket = new(endPoint.AddressFamily, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
        RawPeer peer = new(socket);
        await socket.ConnectAsync(endPoint, peer._deadline.Token);
        return peer;
    }

    /// <summary>The frame of a request, put together here.</summary>
    public static byte[] Request(ulong id, int dataBytes, int packetId = 1)
    {
        byte[] data = new byte[dataBytes];
        new Random((int)id).NextBytes(data);
        byte[] body = new EchoRequest { Header = new Header { RequestId = id, ClientSendTs = 5 }, Data = ByteString.CopyFrom(data) }.ToByteArray();
        int size = body.Length + 6;
        return [(byte)size, (byte)(size >> 8), (byte)packetId, 0, 0, 0, .. body];
    }

    public async Task SendAsync(ReadOnlyMemory<byte> bytes)
    {
        while (bytes.Length > 0)
        {
            bytes = bytes[await Socket.SendAsync(bytes, _deadline.Token)..];
        }
    }

    /// <summary>Reads one response and checks it against its request; null at the end of the stream.</summary>
    public async Task<EchoResponse?> ReadAsync(ulong id, int dataBytes)
    {
        byte[]? size = await ReadExactlyAsync(2);
        if (size is null)
        {
            return null;
        }

        byte[] rest = (await ReadExactlyAsync((size[0] | (size[1] << 8)) - 2))!;
        Assert.Equal([PacketIds.Echo, 0, 0, 0], rest[..4]);
        EchoResponse response = EchoResponse.Parser.ParseFrom(rest.AsSpan(4));
        byte[] data = new byte[dataBytes];
        new Random((int)id).NextBytes(data);
        Assert.Equal((id, 5UL, 1), (response.Header.RequestId, response.Header.ClientSendTs, response.Result));
        Assert.True(response.Header.ServerRecvTs > 0 && response.Header.ServerSendTs >= response.Header.ServerRecvTs);
        Assert.Equal(data, response.Data.ToByteArray());
        return response;
    }

    /// <summary>True when the peer ends the stream, or breaks it, before another byte.</summary>
    public async Task<bool> IsEndedAsync()
    {
        try
        {
            return await Socket.ReceiveAsync(new byte[1].AsMemory(), _deadline.Token) == 0;
        }
        catch (SocketException)
        {
            return true;
        }
    }

    public void Dispose()
    {
        Socket.Dispose();
        _deadline.Dispose();
    }

    private async Task<byte[]?> ReadExactlyAsync(int count)
    {
        byte[] bytes = new byte[count];
        int read = 0;
        while (read < count)
        {
            int more = await Socket.ReceiveAsync(bytes.AsMemory(read), _deadline.Token);
            if (more == 0)
            {
                Assert.Equal(0, read);
                return null;
            }

            read += more;
        }

        return bytes;
    }
}
