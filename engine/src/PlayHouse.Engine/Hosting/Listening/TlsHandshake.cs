using System.Net.Security;
using System.Net.Sockets;
using PlayHouse.Engine.Sessions;
using PlayHouse.Engine.Transport;
using PlayHouse.Engine.Transport.Tls;

namespace PlayHouse.Engine.Hosting.Listening;

/// <summary>
/// Turns an accepted socket into a session over TLS. Until the client's first byte it costs a socket and a pending
/// receive; no thread waits at any time. The deadline is the server's one timer's.
/// </summary>
internal static class TlsHandshake
{
    /// <summary>Begins; the outcome is a session or a counted close reason.</summary>
    public static void Start(SessionContext engine, SslServerAuthenticationOptions options, Socket socket, Admission admission)
    {
        PendingConnection pending = engine.Pending.Add(admission, socket.Dispose);
        pending.Handshake = RunAsync(engine, options, socket, pending);
    }

    public static async Task RunAsync(
        SessionContext engine, SslServerAuthenticationOptions options, Socket socket, PendingConnection pending)
    {
        SslStream? stream = null;
        try
        {
            await socket.ReceiveAsync(Memory<byte>.Empty, SocketFlags.None);
            // The first bytes are often there already: the accept loop must not compute the handshakes of a burst of clients.
            await Task.CompletedTask.ConfigureAwait(ConfigureAwaitOptions.ForceYielding);
            TlsRecords wire = new(new NetworkStream(socket, ownsSocket: true));
            stream = new SslStream(wire, leaveInnerStreamOpen: false);
            await stream.AuthenticateAsServerAsync(options, CancellationToken.None);
            if (pending.TryBecomeSession() && Session.TryStart(engine, new TlsConnection(socket, wire, stream), pending.Admission))
            {
                stream = null;
            }
        }
        catch (Exception exception)
        {
            // Whatever a client, or the host's own check of its certificate, makes of a handshake ends this connection only.
            if (!ChannelErrors.IsConnectionLoss(exception))
            {
                engine.ReportHandlerFailure(exception);
            }

            pending.Fail(CloseReason.HandshakeFailed);
        }
        finally
        {
            stream?.Dispose();
        }
    }
}
