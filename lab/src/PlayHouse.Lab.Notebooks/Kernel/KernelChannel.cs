using System.Text.Json.Nodes;
using Net.Zmq;

namespace PlayHouse.Lab.Notebooks.Kernel;

/// <summary>Messages of clients that may not be taken; said when the kernel ends. Any thread.</summary>
internal sealed class DropCount
{
    private int _count;

    public int Count => Volatile.Read(ref _count);

    public void Add() => Interlocked.Increment(ref _count);
}

/// <summary>
/// Requests of any number of clients and their answers. What is malformed or wrongly signed is counted and never answered. One thread.
/// </summary>
internal sealed class KernelChannel : IDisposable
{
    private readonly Socket _socket;
    private readonly WireCodec _codec;
    private readonly DropCount _dropped;

    public KernelChannel(Context context, string address, WireCodec codec, DropCount dropped)
    {
        (_codec, _dropped) = (codec, dropped);
        _socket = KernelSockets.Bind(context, SocketType.Router, address, KernelLimits.PartBytesMax);
    }

    /// <summary>The next message; null only when none is there and it is not waited for.</summary>
    /// <exception cref="ZmqException">The kernel ends.</exception>
    public WireMessage? Receive(bool waits)
    {
        while (true)
        {
            if (!ReceiveParts(waits ? RecvFlags.None : RecvFlags.DontWait, out List<byte[]> parts))
            {
                return null;
            }

            if (_codec.Decode(parts) is { } message)
            {
                return message;
            }

            _dropped.Add();
        }
    }

    /// <summary>Answers; a client that has gone gets nothing.</summary>
    /// <exception cref="ZmqException">The kernel ends.</exception>
    public void Reply(WireMessage request, string type, JsonObject content) =>
        KernelSockets.Send(_socket, _codec.Encode(request.Identities, type, request.RawHeader, content));

    public void Dispose() => _socket.Dispose();

    // Parts beyond the limits are taken from the socket and let go, which leaves a message that is none.
    private bool ReceiveParts(RecvFlags flags, out List<byte[]> parts)
    {
        parts = [];
        long bytes = 0;
        using Message part = new();
        do
        {
            if (_socket.Recv(part, flags) < 0)
            {
                return false;
            }

            bytes += part.Size;
            if (parts.Count < KernelLimits.PartsMax && bytes <= KernelLimits.PartBytesMax)
            {
                parts.Add(part.ToArray());
            }
            else
            {
                parts.Clear();
                bytes = long.MaxValue / 2;
            }
        }
        while (part.More);
        return true;
    }
}
