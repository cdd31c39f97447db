namespace PlayHouse.Multiplexer;

/// <summary>A connection has failed, or a send was refused; the reason says which.</summary>
public sealed class MultiplexerException : Exception
{
    /// <summary>With a reason and, where the stream threw, its exception.</summary>
    public MultiplexerException(MultiplexerFailure reason, Exception? inner = null)
        : base($"The multiplexer connection failed: {reason}.", inner) => Reason = reason;

    /// <summary>With a reason and a text of its own.</summary>
    public MultiplexerException(MultiplexerFailure reason, string message)
        : base(message) => Reason = reason;

    /// <summary>Why.</summary>
    public MultiplexerFailure Reason { get; }
}
