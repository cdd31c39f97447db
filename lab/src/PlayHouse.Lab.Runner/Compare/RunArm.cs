namespace PlayHouse.Lab.Runner.Compare;

/// <summary>An arm of a run as people write it, <c>RUN:arm</c>.</summary>
/// <param name="Run">The run: an id, the beginning of one, or what else the caller resolves.</param>
/// <param name="Arm">The arm.</param>
public sealed record RunArm(string Run, string Arm)
{
    /// <summary>Reads it.</summary>
    /// <exception cref="LabInputException">The text is not of that form.</exception>
    public static RunArm Parse(string text)
    {
        ArgumentNullException.ThrowIfNull(text);
        int colon = text.IndexOf(':', StringComparison.Ordinal);
        return colon > 0 && colon < text.Length - 1
            ? new RunArm(text[..colon], text[(colon + 1)..])
            : throw new LabInputException([$"'{text}' is not RUN:arm, for example r-20250101-1:candidate."]);
    }
}
