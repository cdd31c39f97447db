namespace PlayHouse.Lab.Profiling;

/// <summary>A trace file cannot be read: says what is wrong, where, and what to do about it.</summary>
public sealed class TraceFormatException : Exception
{
    /// <summary>Creates the error.</summary>
    public TraceFormatException()
    {
    }

    /// <summary>Creates the error with a message.</summary>
    /// <param name="message">What, where, what to do.</param>
    public TraceFormatException(string message)
        : base(message)
    {
    }

    /// <summary>Creates the error with the reader's own exception inside.</summary>
    /// <param name="message">What, where, what to do.</param>
    /// <param name="innerException">What the reader threw.</param>
    public TraceFormatException(string message, Exception innerException)
        : base(message, innerException)
    {
    }
}
