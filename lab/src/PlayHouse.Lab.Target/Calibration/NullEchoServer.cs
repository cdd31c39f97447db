using System.Buffers.Binary;
using System.Net;
using System.Net.Sockets;

namespace PlayHouse.Lab.Target.Calibration;

/// <summary>
/// An echo below the engine: one loop per connection, one write per receive, no stage, no strategy. It shows what the load
/// generator itself can reach on this machine, so that a rate is never limited by the instrument. It trusts its one client.
/// </summary>
internal sealed class NullEchoServer : IAsyncDisposable
{
    private const int FirstReceiveBytes = 4 * 1024;
    private const int ReceiveBytes = 256 * 1024;
    private const int SessionsToSweep = 1024;

    private readonly Socket _listener = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
    private readonly CancellationTokenSource _stop = new();
    private readonly List<Task> _sessions = [];
    private Task _accepting = Task.CompletedTask;
    private long _messages;

    public int Port => ((IPEndPoint)_listener.LocalEndPoint!).Port;

    public long Messages => Volatile.Read(ref _messages);

    public void Start()
    {
        _listener.Bind(new IPEndPoint(IPAddress.Any, 0));
        _listener.Listen(4096);
        _accepting = AcceptAsync();
    }

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
                socket.NoDelay = true;
                _sessions.Add(ServeAsync(socket));
                if (_sessions.Count % SessionsToSweep == 0)
                {
                    _sessions.RemoveAll(s => s.IsCompleted);
                }
            }
        }
        catch (Exception e) when (e is OperationCanceledException or SocketException or ObjectDisposedException)
        {
        }
    }

    private async Task ServeAsync(Socket socket)
    {
        using Socket owned = socket;
        // A session that only comes and goes stays small; a busy one soon receives in large pieces.
        var input = new byte[FirstReceiveBytes];
        var output = new byte[2 * FirstReceiveBytes];
        int held = 0;
        try
        {
            while (true)
            {
                int count = await socket.ReceiveAsync(input.AsMemory(held), _stop.Token);
                if (count == 0)
                {
                    return;
                }

                held += count;
                bool isFull = held == input.Length;
                (int consumed, int written, int frames) = NullEchoFrames.Answer(input.AsSpan(0, held), output);
                input.AsSpan(consumed, held - consumed).CopyTo(input);
                held -= consumed;
                Interlocked.Add(ref _messages, frames);
                for (int sent = 0; sent < written;)
                {
                    sent += await socket.SendAsync(output.AsMemory(sent, written - sent), _stop.Token);
                }

                if (held == input.Length || (isFull && input.Length < ReceiveBytes))
                {
                    // One frame may be larger than any buffer for many.
                    Array.Resize(ref input, 2 * input.Length);
                    output = new byte[2 * input.Length];
                }
            }
        }
        catch (Exception e) when (e is OperationCanceledException or SocketException or ObjectDisposedException)
        {
        }
    }
}

/// <summary>Turns whole request frames into reply frames: id with its ending changed, same numbers, same payload, no error.</summary>
internal static class NullEchoFrames
{
    private const int PrefixBytes = 4;
    private const int RequestFixedBytes = 11;
    private const int ReplyExtraBytes = 6;

    private static ReadOnlySpan<byte> Request => "Request"u8;

    private static ReadOnlySpan<byte> Reply => "Reply"u8;

    public static (int Consumed, int Written, int Frames) Answer(ReadOnlySpan<byte> input, Span<byte> output)
    {
        int consumed = 0;
        int written = 0;
        int frames = 0;
        while (input.Length - consumed > PrefixBytes + RequestFixedBytes)
        {
            ReadOnlySpan<byte> rest = input[consumed..];
            int length = BinaryPrimitives.ReadInt32LittleEndian(rest);
            if (rest.Length < PrefixBytes + length || written + PrefixBytes + length + ReplyExtraBytes > output.Length)
            {
                break;
            }

            written += WriteReply(rest.Slice(PrefixBytes, length), output[written..]);
            consumed += PrefixBytes + length;
            frames++;
        }

        return (consumed, written, frames);
    }

    private static int WriteReply(ReadOnlySpan<byte> body, Span<byte> output)
    {
        ReadOnlySpan<byte> id = body.Slice(1, body[0]);
        bool hasEnding = id.EndsWith(Request);
        ReadOnlySpan<byte> stem = hasEnding ? id[..^Request.Length] : id;
        ReadOnlySpan<byte> ending = hasEnding ? Reply : [];
        ReadOnlySpan<byte> numbers = body.Slice(1 + id.Length, 10);
        ReadOnlySpan<byte> payload = body[(1 + id.Length + 10)..];
        int at = PrefixBytes;
        output[at++] = (byte)(stem.Length + ending.Length);
        at += Copy(stem, output[at..]);
        at += Copy(ending, output[at..]);
        at += Copy(numbers, output[at..]);
        output.Slice(at, ReplyExtraBytes).Clear();
        at += ReplyExtraBytes;
        at += Copy(payload, output[at..]);
        BinaryPrimitives.WriteInt32LittleEndian(output, at - PrefixBytes);
        return at;
    }

    private static int Copy(ReadOnlySpan<byte> source, Span<byte> destination)
    {
        source.CopyTo(destination);
        return source.Length;
    }
}
