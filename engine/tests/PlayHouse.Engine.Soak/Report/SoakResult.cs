namespace PlayHouse.Engine.Soak.Report;

/// <summary>What a scenario found.</summary>
/// <param name="Scenario">Id of the scenario.</param>
/// <param name="Covers">Rows of the reliability table it answers.</param>
/// <param name="Load">What was done, with figures.</param>
/// <param name="Checks">Each promise with what was seen.</param>
internal sealed record SoakResult(string Scenario, string Covers, string Load, IReadOnlyList<SoakCheck> Checks)
{
    public bool IsPassed => Checks.All(c => c.IsHeld is not false);
}

/// <summary>One promise. Null means: reported, not judged, because it depends on the machine's speed.</summary>
internal sealed record SoakCheck(string Promise, string Seen, bool? IsHeld)
{
    /// <summary>Why a promise was not judged this time; null for one that never is.</summary>
    public string? NotJudged { get; init; }
}
