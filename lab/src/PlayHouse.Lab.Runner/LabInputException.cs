namespace PlayHouse.Lab.Runner;

/// <summary>What the user gave cannot be used. Carries every error at once, each with place and remedy. Exit code 2.</summary>
public sealed class LabInputException : Exception
{
    /// <summary>Creates the exception.</summary>
    public LabInputException(IReadOnlyList<string> errors)
        : base(string.Join(Environment.NewLine, errors)) => Errors = errors;

    /// <summary>One sentence per error.</summary>
    public IReadOnlyList<string> Errors { get; }
}
