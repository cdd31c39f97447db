using PlayHouse.Lab.Model.Decisions;

namespace PlayHouse.Lab.Runner.Decisions;

/// <summary>What a person wants to decide.</summary>
public sealed record DecisionRequest
{
    /// <summary>Most characters of a reason, or of a reason to override.</summary>
    public const int ReasonLengthMax = 2_000;

    /// <summary>Most characters of a title.</summary>
    public const int TitleLengthMax = 120;

    /// <summary>Run id or the beginning of one; for <see cref="DecisionChoice.Undo"/> the id of a decision.</summary>
    public required string Subject { get; init; }

    /// <summary>What is done.</summary>
    public required DecisionChoice Choice { get; init; }

    /// <summary>Why; never empty.</summary>
    public required string Reason { get; init; }

    /// <summary>Title; null lets the lab make one.</summary>
    public string? Title { get; init; }

    /// <summary>Why it is decided although the evidence does not carry it; null refuses that.</summary>
    public string? Override { get; init; }
}

/// <summary>A decision that was prepared and not made: what would be recorded, word for word, and what would change.</summary>
/// <param name="Decision">The decision.</param>
/// <param name="Markdown">The text of its file.</param>
/// <param name="Token">Stands for everything it was prepared from; <see cref="ILabService.DecideAsync"/> refuses when that has changed.</param>
public sealed record DecisionProposal(Decision Decision, string Markdown, string Token)
{
    /// <summary>True while the evidence does not carry the choice and no reason is given to make it all the same: it will not be recorded.</summary>
    public bool NeedsOverride => Decision.Objections.Count > 0 && Decision.Override is null;
}
