using System.Net.Sockets;
using System.Text;

namespace PlayHouse.Dashboard.Tests.Fixtures;

/// <summary>A WebSocket upgrade written by hand: no client library decides what stands in it.</summary>
internal sealed class RawUpgrade : IDisposable
{
    private readonly TcpClient _client;

    private RawUpgrade(TcpClient client, string status) => (_client, Status) = (client, status);

    /// <summary>First line of the answer.</summary>
    public string Status { get; }

    public static async Task<RawUpgrade> SendAsync(int port, string host, string? origin, string? cookie, string path = "/_blazor")
    {
        var client = new TcpClient();
        await client.ConnectAsync("127.0.0.1", port);
        StringBuilder request = new($"GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n");
        request.Append(origin is null ? "" : $"Origin: {origin}\r\n").Append(cookie is null ? "" : $"Cookie: {cookie}\r\n").Append("\r\n");
        await client.GetStream().WriteAsync(Encoding.ASCII.GetBytes(request.ToString()));
        using CancellationTokenSource deadline = new(DashboardRun.Deadline);
        StringBuilder status = new();
        byte[] one = new byte[1];
        while (await client.GetStream().ReadAsync(one, deadline.Token) == 1 && one[0] != '\n')
        {
            status.Append((char)one[0]);
        }

        return new RawUpgrade(client, status.ToString().TrimEnd());
    }

    public void Dispose() => _client.Dispose();
}
