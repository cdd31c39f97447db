using System.Net;
using System.Net.Sockets;
using PlayHouse.Lab.Control;
using PlayHouse.Lab.Load.Wire;

namespace PlayHouse.Lab.Load.Io;

/// <summary>Connects and authenticates sockets of System.Net.Sockets, a batch at a time.</summary>
internal static class SocketOpener
{
    /// <summary>
    /// Opens every connection or none: throws <see cref="ControlException"/> with the first refusal after closing those
    /// that stood.
    /// </summary>
    public static async Task<Socket[]> OpenAllAsync(ScenarioWire wire, EndPoint target, int count, IControlOutput output, CancellationToken cancellationToken)
    {
        var sockets = new Socket[count];
        try
        {
            for (int first = 0; first < count; first += LoadLimits.ConnectBatch)
            {
                int end = Math.Min(count, first + LoadLimits.ConnectBatch);
                await OpenBatchAsync(wire, target, sockets, first, end, cancellationToken);
                output.Progress($"{end} of {count} connections open");
            }

            return sockets;
        }
        catch
        {
            foreach (Socket? socket in sockets)
            {
                socket?.Dispose();
            }

            throw;
        }
    }

    /// <summary>Opens and authenticates one connection and leaves at once.</summary>
    /// <param name="wire">The words of the scenario.</param>
    /// <param name="target">Where.</param>
    /// <param name="source">The address of this machine that it comes from; null lets the system choose.</param>
    /// <param name="connection">The connection whose words they are.</param>
    /// <param name="cancellationToken">Ends it.</param>
    public static async Task<Opening> VisitAsync(ScenarioWire wire, IPEndPoint target, IPAddress? source, int connection, CancellationToken cancellationToken)
    {
        using var socket = new Socket(target.AddressFamily, SocketType.Stream, ProtocolType.Tcp)
        {
            NoDelay = true,
            // Leaves with a reset: thousands of closed connections a second would otherwise hold their ports for a minute.
            LingerState = new LingerOption(true, 0),
        };
        if (source is not null)
        {
            socket.Bind(new IPEndPoint(source, 0));
        }

        await socket.ConnectAsync(target, cancellationToken);
        return await wire.OpenAsync(socket, connection, cancellationToken);
    }

    private static async Task OpenBatchAsync(ScenarioWire wire, EndPoint target, Socket[] sockets, int first, int end, CancellationToken cancellationToken)
    {
        using var deadline = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        deadline.CancelAfter(LoadLimits.ConnectBatchMs);
        var opening = new List<Task>(end - first);
        for (int i = first; i < end; i++)
        {
            opening.Add(OpenAsync(wire, target, sockets, i, deadline.Token));
        }

        try
        {
            await Task.WhenAll(opening);
        }
        catch (OperationCanceledException) when (!cancellationToken.IsCancellationRequested)
        {
            throw OpeningErrors.TimedOut(opening.Count(t => !t.IsCompletedSuccessfully), first, end, target);
        }
    }

    private static async Task OpenAsync(ScenarioWire wire, EndPoint target, Socket[] sockets, int number, CancellationToken cancellationToken)
    {
        try
        {
            Socket socket = sockets[number] = Create(target, sockets.Length, number);
            await socket.ConnectAsync(target, cancellationToken);
            Opening opening = await wire.OpenAsync(socket, number, cancellationToken);
            if (opening.Outcome != OpeningOutcome.Open)
            {
                throw OpeningErrors.NotAuthenticated(number, opening);
            }

            socket.Blocking = false;
        }
        catch (SocketException e)
        {
            throw OpeningErrors.NotConnected(number, target, e.Message);
        }
    }

    /// <summary>A socket to a TCP address, or to a named pipe, which on Unix is a socket with a path.</summary>
    private static Socket Create(EndPoint target, int connections, int number)
    {
        if (target is not IPEndPoint)
        {
            return new Socket(target.AddressFamily, SocketType.Stream, ProtocolType.Unspecified);
        }

        var socket = new Socket(target.AddressFamily, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
        if (ConnectionSources.Of(target, connections, number) is { } source)
        {
            socket.Bind(source);
        }

        return socket;
    }
}
