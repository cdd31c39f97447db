using System.Net.Sockets;
using PlayHouse.Engine.Sessions;

namespace PlayHouse.Engine.IntegrationTests.Fixtures;

/// <summary>A client whose bytes, below TLS or the WebSocket, come in the portions that the test says.</summary>
internal sealed class DrippingClient : IAsyncDisposable
{
    private readonly HoldingStream _stream;
    private readonly GameServer _server;
    private readonly Session _session;

    private DrippingClient(GameServer server, HoldingStream stream, RawClient client, Session session)
    {
        _server = server;
        _stream = stream;
        Client = client;
        _session = session;
    }

    public RawClient Client { get; }

    public int HeldBytes => _stream.Held.Count;

    public static async Task<DrippingClient> JoinAsync(GameServer server, Wire wire, string account)
    {
        HashSet<Session> others = [.. server.Server.Engine.Sessions.All];
        HoldingStream stream = new(await Transports.OpenAsync(server.EndPointOf(wire)));
        RawClient client = await GameServer.JoinAsync(await server.ConnectAsync(wire, stream), 1, account);
        return new DrippingClient(server, stream, client, server.Server.Engine.Sessions.All.Single(s => !others.Contains(s)));
    }

    /// <summary>Asks for an echo; nothing of the request is sent yet.</summary>
    public async Task HoldAsync(byte[] payload)
    {
        _stream.IsHolding = true;
        await Client.SendBytesAsync(RawClient.Frame("EchoRequest", 1, 1, payload));
        _stream.IsHolding = false;
    }

    public void Hold(byte[] bytes) => _stream.Held.AddRange(bytes);

    /// <summary>Sends up to so many bytes of what is held; they have arrived when this returns, unless the server closed the session.</summary>
    public async Task DripAsync(int count)
    {
        count = Math.Min(count, HeldBytes);
        long arrived = _session.BytesArrived + count;
        await _stream.WriteAsync(_stream.Held.GetRange(0, count).ToArray());
        _stream.Held.RemoveRange(0, count);
        await _server.UntilAsync(() => _session.BytesArrived >= arrived || _session.IsClosed, "what was sent is here");
    }

    public ValueTask DisposeAsync() => Client.DisposeAsync();

    private sealed class HoldingStream(Socket socket) : NetworkStream(socket, ownsSocket: true)
    {
        public List<byte> Held { get; } = [];

        public bool IsHolding { get; set; }

        public override ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default)
        {
            if (!IsHolding)
            {
                return base.WriteAsync(buffer, cancellationToken);
            }

            Held.AddRange(buffer.Span);
            return ValueTask.CompletedTask;
        }
    }
}
