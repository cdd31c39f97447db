using System.Buffers;
using System.IO.Pipelines;
using System.Net;
using System.Net.Security;
using System.Net.Sockets;
using Microsoft.AspNetCore.Connections;
using PlayHouse.Engine.Sessions;
using PlayHouse.Engine.Transport;
using PlayHouse.Engine.Transport.Proxy;

namespace PlayHouse.Engine.Hosting.Listening;

/// <summary>
/// Takes the header of the PROXY protocol off a connection and counts the connection for the address it announces. Not a byte behind the
/// header is taken. The deadline is that of the handshake.
/// </summary>
internal static class ProxyHandshake
{
    /// <summary>Begins; what follows the header is a session, or the handshake of TLS where <paramref name="tls"/> is not null.</summary>
    public static void Start(SessionContext engine, SslServerAuthenticationOptions? tls, Socket socket, Admission place)
    {
        PendingConnection pending = engine.Pending.Add(place, socket.Dispose);
        pending.Handshake = RunAsync(engine, tls, socket, pending);
    }

    /// <summary>Takes the header off a connection of an HTTP server. False when the connection has failed.</summary>
    public static async Task<bool> TryTakeAsync(ConnectionContext connection, PendingConnection pending)
    {
        try
        {
            PipeReader input = connection.Transport.Input;
            while (true)
            {
                ReadResult read = await input.ReadAsync();
                int length = Parse(read.Buffer, out IPAddress? client);
                if (length > 0)
                {
                    input.AdvanceTo(read.Buffer.GetPosition(length));
                    return pending.TryCount(client ?? (connection.RemoteEndPoint as IPEndPoint)?.Address);
                }

                input.AdvanceTo(read.Buffer.Start, read.Buffer.End);
                if (length < 0 || read.IsCompleted)
                {
                    break;
                }
            }
        }
        catch (Exception exception) when (ChannelErrors.IsConnectionLoss(exception))
        {
            // It ended within its header.
        }

        pending.Fail(CloseReason.ProxyHeader);
        return false;
    }

    private static int Parse(ReadOnlySequence<byte> bytes, out IPAddress? client)
    {
        Span<byte> header = stackalloc byte[ProxyHeader.BytesMax];
        bytes = bytes.Slice(0, Math.Min(bytes.Length, header.Length));
        bytes.CopyTo(header);
        return ProxyHeader.Parse(header[..(int)bytes.Length], out client);
    }

    private static async Task RunAsync(SessionContext engine, SslServerAuthenticationOptions? tls, Socket socket, PendingConnection pending)
    {
        try
        {
            if (!await TryTakeAsync(socket, pending))
            {
                pending.Fail(CloseReason.ProxyHeader);
            }
            else if (tls is not null)
            {
                await TlsHandshake.RunAsync(engine, tls, socket, pending);
            }
            else if (pending.TryBecomeSession())
            {
                Session.TryStart(engine, engine.Transport.Sessions.CreateConnection(socket), pending.Admission);
            }
        }
        catch (Exception exception)
        {
            if (!ChannelErrors.IsConnectionLoss(exception))
            {
                engine.ReportFault(exception);
            }

            pending.Fail(CloseReason.ProxyHeader);
        }
    }

    private static async Task<bool> TryTakeAsync(Socket socket, PendingConnection pending)
    {
        await socket.ReceiveAsync(Memory<byte>.Empty, SocketFlags.None);
        byte[] header = new byte[ProxyHeader.BytesMax];
        for (int count = 0; ;)
        {
            IPAddress? client = null;
            // Look before taking: what is no whole header yet belongs to the header, and of a whole one the length is known.
            int seen = await socket.ReceiveAsync(header.AsMemory(count), SocketFlags.Peek);
            int length = seen == 0 ? ProxyHeader.Invalid : ProxyHeader.Parse(header.AsSpan(0, count + seen), out client);
            int rest = length == ProxyHeader.Incomplete ? seen : length - count;
            if (length < 0 || await socket.ReceiveAsync(header.AsMemory(count, rest), SocketFlags.None) != rest)
            {
                return false;
            }

            if (length > 0)
            {
                return pending.TryCount(client ?? TcpAcceptor.AddressOf(socket));
            }

            count += rest;
        }
    }
}
