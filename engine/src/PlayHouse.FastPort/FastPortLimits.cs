using PlayHouse.FastPort.Protocol;

namespace PlayHouse.FastPort;

/// <summary>
/// What a server or client bounds. Immutable; checked at start, all errors together. There is no handshake and no idle limit: a
/// silent connection costs its place and its buffers until it is closed.
/// </summary>
public sealed record FastPortLimits
{
    /// <summary>Connections at the same time. One more is closed at once and counted as <c>connections.refused</c>.</summary>
    public int ConnectionsMax { get; init; } = 1000;

    /// <summary>Bytes of one frame, in either direction. A larger one closes the connection as <c>closed.frame-too-large</c>.</summary>
    public int FrameBytesMax { get; init; } = PacketFrame.FrameBytesMax;

    /// <summary>
    /// Bytes received and not yet parsed, per connection. At the limit the socket is not read; counted as <c>receive-buffer.pauses</c>.
    /// </summary>
    public int ReceiveBufferBytesMax { get; init; } = 256 * 1024;

    /// <summary>
    /// Bytes of packets between parse and handle loop, per connection, each counted with <see cref="PacketOverheadBytes"/>
    /// more. At the limit the parse loop waits; counted as <c>queue.pauses</c>.
    /// </summary>
    public int QueueBytesMax { get; init; } = 1024 * 1024;

    /// <summary>
    /// Bytes written and not yet taken by the socket, per connection. A reply beyond it closes the connection as
    /// <c>closed.send-buffer-full</c>.
    /// </summary>
    public int SendBufferBytesMax { get; init; } = 1024 * 1024;

    /// <summary>What a queued packet costs in addition to its body, so that empty packets are bounded too.</summary>
    public const int PacketOverheadBytes = 64;

    // Room for a response without data: frame header, four numbers of up to eleven bytes, the result.
    private const int FrameBytesMin = 64;
    private const int BufferBytesMax = 1 << 30;
    private const int ConnectionsLimit = 1_000_000;

    /// <summary>All errors, one sentence each.</summary>
    public IReadOnlyList<string> Validate()
    {
        List<string> errors = [];
        Check(errors, nameof(ConnectionsMax), ConnectionsMax, 1, ConnectionsLimit);
        Check(errors, nameof(FrameBytesMax), FrameBytesMax, FrameBytesMin, PacketFrame.FrameBytesMax);
        Check(errors, nameof(ReceiveBufferBytesMax), ReceiveBufferBytesMax, FrameBytesMax, BufferBytesMax);
        Check(errors, nameof(QueueBytesMax), QueueBytesMax, FrameBytesMax + PacketOverheadBytes, BufferBytesMax);
        Check(errors, nameof(SendBufferBytesMax), SendBufferBytesMax, FrameBytesMax, BufferBytesMax);
        return errors;
    }

    internal void ThrowIfInvalid()
    {
        IReadOnlyList<string> errors = Validate();
        if (errors.Count > 0)
        {
            throw new ArgumentException(string.Join(Environment.NewLine, errors));
        }
    }

    private static void Check(List<string> errors, string name, int value, int min, int max)
    {
        if (value < min || value > max)
        {
            errors.Add(string.Create(System.Globalization.CultureInfo.InvariantCulture, $"{name} is {value}; it takes {min} to {max}."));
        }
    }
}
