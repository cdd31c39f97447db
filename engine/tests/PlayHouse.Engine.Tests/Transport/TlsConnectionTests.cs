using System.Net;
using System.Net.Sockets;
using PlayHouse.Engine.Tests.Fixtures;
using PlayHouse.Engine.Transport.Tls;

namespace PlayHouse.Engine.Tests.Transport;

public sealed class TlsConnectionTests
{
    [Fact]
    public async Task ShutDownSending_GoodbyeThatTheHandshakeRefuses_EndsTheStreamAllTheSame()
    {
        using TcpListener listener = new(IPAddress.Loopback, 0);
        listener.Start();
        using TcpClient far = new();
        await far.ConnectAsync((IPEndPoint)listener.LocalEndpoint);
        using Socket near = await listener.AcceptSocketAsync();
        TlsConnection connection = new(near, new TlsRecords(Stream.Null), new RefusedGoodbye(new NetworkStream(near)));

        connection.ShutDownSending();

        Assert.Equal(0, await far.GetStream().ReadAsync(new byte[1]).AsTask().WaitAsync(Wait.Deadline));
        connection.Retire();
    }
}
