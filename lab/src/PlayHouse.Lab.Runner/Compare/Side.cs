namespace PlayHouse.Lab.Runner.Compare;

/// <summary>One side of a comparison as people write it: <c>RUN</c> or <c>RUN:arm</c>. Immutable.</summary>
/// <param name="Run">Run id or the beginning of one.</param>
/// <param name="Arm">The arm; null where the text names none.</param>
public sealed record Side(string Run, string? Arm = null)
{
    /// <summary>Most characters of a side: ids and arms are far shorter.</summary>
    public const int LengthMax = 200;

    /// <summary>Reads it.</summary>
    /// <exception cref="LabInputException">The text is not of that form.</exception>
    public static Side Parse(string text) => TryParse(text)
        ?? throw new LabInputException([$"'{text}' is neither a run nor RUN:arm, for example r-20250101-1 or r-20250101-1:candidate."]);

    /// <summary>Reads it; null for a text that is not of that form, and for none.</summary>
    public static Side? TryParse(string? text)
    {
        string[] parts = (text ?? "").Trim().Split(':', 2);
        return text?.Length > LengthMax || parts.Any(p => p.Length == 0) ? null : new Side(parts[0], parts.ElementAtOrDefault(1));
    }

    /// <summary>As people write it.</summary>
    public override string ToString() => Arm is null ? Run : $"{Run}:{Arm}";
}
