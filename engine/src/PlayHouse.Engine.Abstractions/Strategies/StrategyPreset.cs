namespace PlayHouse.Engine.Strategies;

/// <summary>A named whole combination of strategies.</summary>
/// <param name="Id">Kebab-case id.</param>
/// <param name="Summary">What it stands for, one line.</param>
/// <param name="Selection">The combination; a seam not named has its default.</param>
public sealed record StrategyPreset(string Id, string Summary, StrategySelection Selection)
{
    /// <summary>What its operations allocate together, where that is counted; an operation that is not here allocates nothing.</summary>
    public IReadOnlyList<ExpectedBytes> Bytes { get; init; } = [];
}
