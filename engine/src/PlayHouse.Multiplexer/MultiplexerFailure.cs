namespace PlayHouse.Multiplexer;

/// <summary>
/// Why a connection ended, or why one send or call was refused. Each value has a counter, see <see cref="MultiplexerCounterNames"/>.
/// </summary>
public enum MultiplexerFailure
{
    /// <summary>Nothing failed.</summary>
    None,

    /// <summary>A frame type other than START, END, DATA and ABORT.</summary>
    UnknownType,

    /// <summary>START for a message that has not ended.</summary>
    DuplicateStart,

    /// <summary>DATA, END or ABORT for a message that has not begun.</summary>
    UnknownId,

    /// <summary>END or ABORT with a length.</summary>
    LengthNotZero,

    /// <summary>A DATA frame of more than 10 MiB.</summary>
    DataTooLarge,

    /// <summary>A message above <see cref="MultiplexerLimits.MessageBytesMax"/>.</summary>
    MessageTooLarge,

    /// <summary>More messages begun and not ended than <see cref="MultiplexerLimits.PartialMessagesMax"/>.</summary>
    TooManyPartialMessages,

    /// <summary>More bytes of messages that have not ended than <see cref="MultiplexerLimits.PartialBytesMax"/>.</summary>
    TooManyPartialBytes,

    /// <summary>The stream ended inside a frame or before the end of a message.</summary>
    Truncated,

    /// <summary>A write took longer than <see cref="MultiplexerLimits.WriteStallTimeout"/>.</summary>
    WriteStall,

    /// <summary>The stream could not be read or written.</summary>
    Stream,

    /// <summary>A message of the call layer with a header that does not fit it.</summary>
    MalformedCall,

    /// <summary>A send or call was refused because too many are under way; the connection stays open.</summary>
    Busy,
}
