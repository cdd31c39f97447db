using System.Diagnostics;
using System.Net;
using System.Net.Sockets;
using System.Text;
using PlayHouse.Engine.Client;
using PlayHouse.Engine.Soak.Server;

namespace PlayHouse.Engine.Soak.Load;

/// <summary>One of very many clients: a socket, a small buffer and a reading task.</summary>
internal sealed class SwarmClient(long stageId, string account) : IAsyncDisposable
{
    private readonly Socket _socket = new(SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
    private readonly TaskCompletionSource _authenticated = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private byte[] _buffer = new byte[512];
    private Task _reading = Task.CompletedTask;
    private long _received;
    private long _echoes;
    private long _sentAt;
    private volatile bool _isClosed;

    public Socket Socket => _socket;

    /// <summary>Frames received after authentication.</summary>
    public long Received => Volatile.Read(ref _received);

    /// <summary>Echo replies received.</summary>
    public long Echoes => Volatile.Read(ref _echoes);

    /// <summary>True once the server has closed the connection.</summary>
    public bool IsClosed => _isClosed;

    /// <summary>Time of the last echo.</summary>
    public TimeSpan LastEcho { get; private set; }

    /// <summary>Connects, authenticates and reads on. Returns the time until the reply.</summary>
    public async Task<TimeSpan> JoinAsync(IPEndPoint server, CancellationToken cancellation, bool reads = true)
    {
        long started = Stopwatch.GetTimestamp();
        await _socket.ConnectAsync(server, cancellation);
        _reading = ReadAsync(reads);
        await SendAsync(SoakServer.AuthenticateId, 1, Encoding.UTF8.GetBytes(account));
        await _authenticated.Task.WaitAsync(TimeSpan.FromSeconds(60), cancellation);
        return Stopwatch.GetElapsedTime(started);
    }

    public Task HeartbeatAsync() => SendAsync("@Heart@Beat@", 0, default);

    public Task EchoAsync(ReadOnlyMemory<byte> payload)
    {
        _sentAt = Stopwatch.GetTimestamp();
        return SendAsync("EchoRequest", 2, payload);
    }

    public async Task SendAsync(string msgId, ushort seq, ReadOnlyMemory<byte> payload)
    {
        try
        {
            await Frames.SendAsync(_socket, msgId, seq, stageId, payload);
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
        {
            _isClosed = true;
        }
    }

    public async ValueTask DisposeAsync()
    {
        _socket.Dispose();
        await _reading;
    }

    private async Task ReadAsync(bool readsOn)
    {
        int count = 0;
        try
        {
            while (true)
            {
                int bytes = await _socket.ReceiveAsync(_buffer.AsMemory(count));
                if (bytes == 0)
                {
                    break;
                }

                count += bytes;
                int consumed = Take(_buffer.AsSpan(0, count));
                count -= consumed;
                if (consumed == 0 && count == _buffer.Length)
                {
                    Array.Resize(ref _buffer, _buffer.Length * 2);
                }

                Buffer.BlockCopy(_buffer, consumed, _buffer, 0, count);
                if (!readsOn && _authenticated.Task.IsCompleted)
                {
                    return;
                }
            }
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
        {
            // Closed by either side: noted below.
        }

        _isClosed = true;
        _authenticated.TrySetException(new IOException("closed before the authentication's reply"));
    }

    private int Take(ReadOnlySpan<byte> received)
    {
        int consumed = 0;
        while (ClientFrame.TryReadReply(received[consumed..], out ReplyView reply, out int bytes) == ClientFrameStatus.Done)
        {
            consumed += bytes;
            if (!_authenticated.Task.IsCompleted)
            {
                _authenticated.TrySetResult();
                continue;
            }

            Interlocked.Increment(ref _received);
            if (reply.MsgIdUtf8.SequenceEqual("EchoReply"u8))
            {
                LastEcho = Stopwatch.GetElapsedTime(_sentAt);
                Interlocked.Increment(ref _echoes);
            }
        }

        return consumed;
    }
}
