using System.Diagnostics;
using System.Net;
using System.Net.Sockets;

namespace PlayHouse.Lab.Load.Tests.Fakes;

/// <summary>
/// A real TCP server that speaks the client frame and answers every request id with its reply id and the same payload,
/// as well or as badly as it is told.
/// </summary>
internal sealed class EchoServer : IFakeServer, IAsyncDisposable
{
    private readonly EchoFaults _faults;
    private readonly Socket _listener = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
    private readonly CancellationTokenSource _stop = new();
    private readonly List<Task> _sessions = [];
    private readonly HashSet<IPAddress> _sources = [];
    private readonly Task _accepting;
    private long _requests;
    private long _faulted;
    private long _stallEnd;
    private long _resets;
    private long _farewells;

    public EchoServer(EchoFaults? faults = null)
    {
        _faults = faults ?? new EchoFaults();
        _listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        _listener.Listen(4096);
        Port = ((IPEndPoint)_listener.LocalEndPoint!).Port;
        _accepting = AcceptAsync();
    }

    public int Port { get; }

    /// <summary>Requests in whose answer a fault was planted, over all connections.</summary>
    public long Faulted => Interlocked.Read(ref _faulted);

    /// <summary>Requests after authentication, over all connections.</summary>
    public long Requests => Interlocked.Read(ref _requests);

    /// <summary>Clients that left with a reset.</summary>
    public long Resets => Interlocked.Read(ref _resets);

    /// <summary>Clients that left in good order.</summary>
    public long Farewells => Interlocked.Read(ref _farewells);

    public int SourceAddresses
    {
        get
        {
            lock (_sources)
            {
                return _sources.Count;
            }
        }
    }

    /// <summary>From now on nothing is answered for so long.</summary>
    public void Stall(int milliseconds) =>
        Interlocked.Exchange(ref _stallEnd, Stopwatch.GetTimestamp() + Stopwatch.Frequency * milliseconds / 1000);

    public async ValueTask DisposeAsync()
    {
        await _stop.CancelAsync();
        _listener.Dispose();
        await _accepting;
        await Task.WhenAll(_sessions);
        _stop.Dispose();
    }

    private async Task AcceptAsync()
    {
        try
        {
            while (true)
            {
                Socket socket = await _listener.AcceptAsync(_stop.Token);
                lock (_sources)
                {
                    _sources.Add(((IPEndPoint)socket.RemoteEndPoint!).Address);
                }

                _sessions.Add(ServeAsync(socket));
            }
        }
        catch (Exception e) when (e is OperationCanceledException or ObjectDisposedException or SocketException)
        {
        }
    }

    private async Task ServeAsync(Socket socket)
    {
        using (socket)
        {
            socket.NoDelay = true;
            try
            {
                await EchoAsync(socket);
            }
            catch (SocketException e) when (e.SocketErrorCode == SocketError.ConnectionReset)
            {
                Interlocked.Increment(ref _resets);
            }
            catch (Exception e) when (e is OperationCanceledException or SocketException)
            {
            }
        }
    }

    private async Task EchoAsync(Socket socket)
    {
        var session = new EchoSession(_faults);
        byte[] input = new byte[256 * 1024];
        int end = 0;
        while (true)
        {
            int count = await socket.ReceiveAsync(input.AsMemory(end), _stop.Token);
            if (count == 0)
            {
                Interlocked.Increment(ref _farewells);
                return;
            }

            end += count;
            int consumed = session.Answer(input.AsSpan(0, end), out int requests);
            input.AsSpan(consumed, end - consumed).CopyTo(input);
            end -= consumed;
            if (end == input.Length)
            {
                Array.Resize(ref input, 2 * input.Length);
            }

            Interlocked.Add(ref _requests, requests);
            Interlocked.Add(ref _faulted, session.TakeFaulted());
            await StallAsync();
            await SendAllAsync(socket, session.TakeOutput());
            if (session.MustClose)
            {
                return;
            }
        }
    }

    private async Task SendAllAsync(Socket socket, ReadOnlyMemory<byte> bytes)
    {
        while (!bytes.IsEmpty)
        {
            bytes = bytes[await socket.SendAsync(bytes, _stop.Token)..];
        }
    }

    // The stall is what is simulated here, so time itself is what it waits for.
    private async Task StallAsync()
    {
        TimeSpan left = Stopwatch.GetElapsedTime(Stopwatch.GetTimestamp(), Interlocked.Read(ref _stallEnd));
        if (left > TimeSpan.Zero)
        {
            await Task.Delay(left, _stop.Token);
        }
    }
}
