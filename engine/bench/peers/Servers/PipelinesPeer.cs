using System.IO.Pipelines;
using System.Net;
using System.Net.Sockets;

namespace PlayHouse.Engine.Peers.Servers;

/// <summary>System.IO.Pipelines over the stream of a socket.</summary>
internal sealed class PipelinesPeer : IPeerServer
{
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private Task _accepting = Task.CompletedTask;

    public Task<int> StartAsync()
    {
        _listener.Start(4096);
        _accepting = AcceptAsync();
        return Task.FromResult(((IPEndPoint)_listener.LocalEndpoint).Port);
    }

    public async ValueTask DisposeAsync()
    {
        _listener.Dispose();
        await _accepting;
    }

    private async Task AcceptAsync()
    {
        try
        {
            while (true)
            {
                Socket socket = await _listener.AcceptSocketAsync();
                socket.NoDelay = true;
                _ = Task.Run(() => ServeAsync(socket));
            }
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException)
        {
            // Disposed: the end.
        }
    }

    private static async Task ServeAsync(Socket socket)
    {
        try
        {
            await using var stream = new NetworkStream(socket, ownsSocket: true);
            await PipeFrames.EchoAsync(PipeReader.Create(stream), PipeWriter.Create(stream));
        }
        catch (IOException)
        {
            // The client is gone.
        }
    }
}
