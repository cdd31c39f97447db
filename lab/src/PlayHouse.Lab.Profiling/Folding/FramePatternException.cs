namespace PlayHouse.Lab.Profiling.Folding;

/// <summary>A pattern cannot be used: says which, where in it, and what is legal.</summary>
public sealed class FramePatternException : Exception
{
    /// <summary>Creates the error.</summary>
    public FramePatternException()
    {
    }

    /// <summary>Creates the error with a message.</summary>
    /// <param name="message">Which pattern, where, what is legal.</param>
    public FramePatternException(string message)
        : base(message)
    {
    }

    /// <summary>Creates the error with its cause inside.</summary>
    /// <param name="message">Which pattern, where, what is legal.</param>
    /// <param name="innerException">The cause.</param>
    public FramePatternException(string message, Exception innerException)
        : base(message, innerException)
    {
    }
}
