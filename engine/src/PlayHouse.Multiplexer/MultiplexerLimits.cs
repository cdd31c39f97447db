namespace PlayHouse.Multiplexer;

/// <summary>
/// Every bound of a connection in one place, with default, reaction and counter. Values are checked when the connection
/// is made; all mistakes are told at once.
/// </summary>
public sealed record MultiplexerLimits
{
    /// <summary>The defaults.</summary>
    public static MultiplexerLimits Default { get; } = new();

    /// <summary>
    /// Bytes of one message, 10,485,760. Reaction: a larger one is refused to its sender (<c>mux.too-large-refused</c>); a
    /// peer that sends one ends the connection (<c>fails.message-too-large</c>) at the frame header that goes beyond.
    /// </summary>
    public int MessageBytesMax { get; init; } = 10 * 1024 * 1024;

    /// <summary>
    /// Received messages that have begun and not ended, 1,024. Reaction: the connection fails (<c>fails.too-many-partial-messages</c>).
    /// </summary>
    public int PartialMessagesMax { get; init; } = 1_024;

    /// <summary>
    /// Bytes of received messages that have not ended, 64 MiB, counted when a DATA header announces them; at least one
    /// message of full size. Reaction: the connection fails (<c>fails.too-many-partial-bytes</c>), because waiting would
    /// never free them.
    /// </summary>
    public long PartialBytesMax { get; init; } = 64L * 1024 * 1024;

    /// <summary>
    /// Complete messages not yet taken, 1,024, checked after every receive. Reaction: receiving pauses
    /// (<c>mux.reader-pauses</c>) until half of it is taken.
    /// </summary>
    public int ReadyMessagesMax { get; init; } = 1_024;

    /// <summary>Bytes of complete messages not yet taken, 16 MiB, checked after every receive. Reaction: as for messages.</summary>
    public long ReadyBytesMax { get; init; } = 16L * 1024 * 1024;

    /// <summary>Sends begun and not completed, 4,096. Reaction: the send is refused as busy (<c>mux.sends-refused</c>).</summary>
    public int SendsMax { get; init; } = 4_096;

    /// <summary>Bytes of sends begun and not completed, 64 MiB; one send is always admitted. Reaction: as for sends.</summary>
    public long SendBytesMax { get; init; } = 64L * 1024 * 1024;

    /// <summary>Bytes of one read from the stream, 64 KiB; the buffer lives as long as the connection.</summary>
    public int ReceiveBufferBytes { get; init; } = 64 * 1024;

    /// <summary>
    /// Time one write may take, 30 s; <see cref="Timeout.InfiniteTimeSpan"/> waits for ever. Reaction: the connection fails
    /// (<c>fails.write-stall</c>).
    /// </summary>
    public TimeSpan WriteStallTimeout { get; init; } = TimeSpan.FromSeconds(30);

    /// <summary>Requests without an answer yet, 10,000. Reaction: the call is refused as busy (<c>calls.refused-out</c>).</summary>
    public int CallsMax { get; init; } = 10_000;

    /// <summary>
    /// Calls of the peer that are being handled, 1,024. Reaction: a request is answered with an error, a one-way call is dropped
    /// (<c>calls.refused-in</c>).
    /// </summary>
    public int HandlersMax { get; init; } = 1_024;

    /// <summary>
    /// Bytes of a call's name, 1,024. Reaction: an exception to the caller; a peer that sends a longer one ends the connection
    /// (<c>fails.malformed-call</c>).
    /// </summary>
    public int CallNameBytesMax { get; init; } = 1_024;

    /// <summary>Time a request waits for its answer, 30 s. Reaction: <see cref="TimeoutException"/> (<c>calls.timeouts</c>).</summary>
    public TimeSpan CallTimeout { get; init; } = TimeSpan.FromSeconds(30);

    /// <summary>Every mistake of the values, one sentence each; empty when they can be used.</summary>
    public IReadOnlyList<string> Validate()
    {
        List<string> errors = [];
        RequireAtLeast(nameof(MessageBytesMax), MessageBytesMax, 1, errors);
        RequireAtLeast(nameof(PartialMessagesMax), PartialMessagesMax, 1, errors);
        RequireAtLeast(nameof(PartialBytesMax), PartialBytesMax, MessageBytesMax, errors);
        RequireAtLeast(nameof(ReadyMessagesMax), ReadyMessagesMax, 1, errors);
        RequireAtLeast(nameof(ReadyBytesMax), ReadyBytesMax, 1, errors);
        RequireAtLeast(nameof(SendsMax), SendsMax, 1, errors);
        RequireAtLeast(nameof(SendBytesMax), SendBytesMax, 1, errors);
        RequireAtLeast(nameof(ReceiveBufferBytes), ReceiveBufferBytes, 64, errors);
        RequireAtLeast(nameof(CallsMax), CallsMax, 1, errors);
        RequireAtLeast(nameof(HandlersMax), HandlersMax, 1, errors);
        RequireAtLeast(nameof(CallNameBytesMax), CallNameBytesMax, 1, errors);
        RequireTime(nameof(WriteStallTimeout), WriteStallTimeout, errors);
        RequireTime(nameof(CallTimeout), CallTimeout, errors);
        return errors;
    }

    private static void RequireAtLeast(string name, long value, long least, List<string> errors)
    {
        if (value < least)
        {
            errors.Add($"{name} is {value}; it must be at least {least}.");
        }
    }

    private static void RequireTime(string name, TimeSpan value, List<string> errors)
    {
        // The timers of the platform take at most this much.
        if (value != Timeout.InfiniteTimeSpan && (value <= TimeSpan.Zero || value.TotalMilliseconds > int.MaxValue))
        {
            errors.Add($"{name} is {value}; it must be above zero and at most 24 days, or infinite.");
        }
    }
}
