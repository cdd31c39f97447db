using System.Text;
using System.Text.Json.Nodes;
using Net.Zmq;

namespace PlayHouse.Lab.Notebooks.Kernel;

/// <summary>
/// Tells all clients what happens. A client that reads slower than a cell writes holds the cell back, so that it misses nothing; one that
/// has stopped reading is waited for once, then misses messages beyond the limit of its queue, as do others as far behind. Any thread.
/// </summary>
internal sealed class Publisher : IDisposable
{
    // Option of libzmq's publishing sockets: at the limit of a queue, refuse instead of dropping.
    private const SocketOption RefuseAtLimit = (SocketOption)69;
    private const int TryAgainLinux = 11;
    private const int TryAgainMac = 35;

    private readonly Lock _gate = new();
    private readonly Socket _socket;
    private readonly WireCodec _codec;
    private bool _isStalled;
    private bool _isOver;

    /// <summary>Binds its socket.</summary>
    /// <param name="context">Owner of the sockets.</param>
    /// <param name="address">Where.</param>
    /// <param name="codec">Form and signature.</param>
    /// <param name="slowReaderWait">How long a client that reads slowly is waited for.</param>
    public Publisher(Context context, string address, WireCodec codec, TimeSpan slowReaderWait)
    {
        _codec = codec;
        _socket = KernelSockets.Bind(context, SocketType.Pub, address, KernelLimits.PartBytesMax);
        _socket.SetOption(SocketOption.Sndtimeo, (int)slowReaderWait.TotalMilliseconds);
        _socket.SetOption(RefuseAtLimit, 1);
    }

    /// <summary>Tells that work for a request begins or is over.</summary>
    public void Status(WireMessage? parent, string state) => Publish("status", parent, new JsonObject { ["execution_state"] = state });

    /// <summary>Tells something; nothing any more once the kernel ends.</summary>
    public void Publish(string type, WireMessage? parent, JsonObject content)
    {
        byte[][] parts = _codec.Encode([Encoding.ASCII.GetBytes($"kernel.{type}")], type, parent?.RawHeader, content);
        lock (_gate)
        {
            if (_isOver)
            {
                return;
            }

            try
            {
                Send(parts);
            }
            catch (ZmqException e) when (e.ErrorNumber == KernelSockets.Ended)
            {
                _isOver = true;
            }
        }
    }

    public void Dispose()
    {
        lock (_gate)
        {
            _isOver = true;
            _socket.Dispose();
        }
    }

    // Only the first part of a message is ever refused.
    private void Send(byte[][] parts)
    {
        if (TrySend(parts[0]))
        {
            _isStalled = false;
        }
        else
        {
            _isStalled = true;
            _socket.SetOption(RefuseAtLimit, 0);
            _socket.Send(parts[0], SendFlags.SendMore);
        }

        KernelSockets.Send(_socket, parts[1..]);
        _socket.SetOption(RefuseAtLimit, 1);
    }

    // After one wait in vain for a client that has stopped reading there is no second one until that client reads again.
    private bool TrySend(byte[] topic)
    {
        if (_isStalled)
        {
            return _socket.Send(topic, SendFlags.SendMore | SendFlags.DontWait);
        }

        try
        {
            return _socket.Send(topic, SendFlags.SendMore);
        }
        catch (ZmqException e) when (e.ErrorNumber is TryAgainLinux or TryAgainMac)
        {
            return false;
        }
    }
}
