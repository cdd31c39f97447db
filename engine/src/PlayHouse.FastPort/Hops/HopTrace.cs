namespace PlayHouse.FastPort.Hops;

/// <summary>
/// Time stamps of one message on one side, in ticks of the monotonic clock. Each loop writes its own and hands the trace on
/// through the queue or buffer that carries the message.
/// </summary>
internal sealed class HopTrace
{
    private long _written;

    public ulong RequestId { get; set; }

    /// <summary>The echo was asked for. Client.</summary>
    public long Asked { get; set; }

    /// <summary>The frame's last byte was about to be handed to the socket. Client: the request; server: the response.</summary>
    public long Written
    {
        get => Volatile.Read(ref _written);
        set => Volatile.Write(ref _written, value);
    }

    /// <summary>The receive that brought the frame's last byte had completed.</summary>
    public long Received { get; set; }

    /// <summary>The packet was cut out and about to be enqueued.</summary>
    public long Parsed { get; set; }

    /// <summary>The handle loop had it.</summary>
    public long Dequeued { get; set; }

    /// <summary>The response was encoded and about to be put into the send buffer. Server.</summary>
    public long Handled { get; set; }

    /// <summary>The server's handler had the request, from the response's header. Client.</summary>
    public long ServerReceived { get; set; }

    /// <summary>The server's handler had the response ready to encode, from the response's header. Client.</summary>
    public long ServerAnswered { get; set; }
}
