using System.Net;
using System.Net.Sockets;
using PlayHouse.Lab.Control;
using PlayHouse.Lab.Load.Wire;

namespace PlayHouse.Lab.Load.Sessions;

/// <summary>Connects and authenticates sockets, a batch at a time.</summary>
internal static class ConnectionOpener
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

    /// <summary>Whether a target can be reached from more than one address of this machine.</summary>
    public static bool IsSpreadable(IPAddress target) =>
        !OperatingSystem.IsMacOS() && target.AddressFamily == AddressFamily.InterNetwork && IPAddress.IsLoopback(target);

    /// <summary>The loopback address with this number, 0 … 253.</summary>
    public static IPAddress Source(int number) => new([127, 0, 1, (byte)(1 + number)]);

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
            int open = opening.Count(t => t.IsCompletedSuccessfully);
            throw new ControlException(
                "connect-timeout",
                $"{opening.Count - open} of connections {first} … {end - 1} to {target} were not open and authenticated after {LoadLimits.ConnectBatchMs} ms");
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
                throw new ControlException("authentication-refused", $"connection {number} was not authenticated: {opening.Text}");
            }

            socket.Blocking = false;
        }
        catch (SocketException e)
        {
            throw new ControlException("connect-failed", $"connection {number} to {target}: {e.Message}");
        }
    }

    /// <summary>A socket to a TCP address, or to a named pipe, which on Unix is a socket with a path.</summary>
    private static Socket Create(EndPoint target, int connections, int number)
    {
        if (target is not IPEndPoint address)
        {
            return new Socket(target.AddressFamily, SocketType.Stream, ProtocolType.Unspecified);
        }

        var socket = new Socket(target.AddressFamily, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
        if (SourceOf(address.Address, connections, number) is { } source)
        {
            socket.Bind(new IPEndPoint(source, 0));
        }

        return socket;
    }

    // One loopback address has fewer than 30,000 ports, shared with every other client of this machine.
    private static IPAddress? SourceOf(IPAddress target, int connections, int number) =>
        connections > LoadLimits.ConnectionsPerSource && IsSpreadable(target) ? Source(number / LoadLimits.ConnectionsPerSource) : null;
}
