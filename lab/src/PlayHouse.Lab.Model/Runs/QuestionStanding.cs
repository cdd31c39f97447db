using PlayHouse.Lab.Model.Analysis;

namespace PlayHouse.Lab.Model.Runs;

/// <summary>Where a verdict stands that a second run must confirm.</summary>
public enum ConfirmationState
{
    /// <summary>This word needs no confirmation.</summary>
    NotNeeded,

    /// <summary>The next declared run decides; there is none, or it has not ended.</summary>
    Awaited,

    /// <summary>A declared run showed the same, alone.</summary>
    Confirmed,

    /// <summary>A declared run showed something else: the verdict does not hold.</summary>
    Withdrawn,

    /// <summary>As many declared runs as are allowed ended open: the verdict stays provisional for good.</summary>
    Unconfirmed,
}

/// <summary>What declared runs made of a verdict.</summary>
/// <param name="State">Where it stands.</param>
/// <param name="Sentence">The same for people.</param>
/// <param name="RunId">The run whose verdict it is.</param>
/// <param name="DeclaredIds">The runs that were declared to confirm it, oldest first.</param>
public sealed record ConfirmationStanding(ConfirmationState State, string Sentence, string RunId, IReadOnlyList<string> DeclaredIds);

/// <summary>A run of the same question: the same experiment and policy.</summary>
/// <param name="RunId">The run.</param>
/// <param name="CreatedAt">When it was made, UTC.</param>
/// <param name="State">Where it stands.</param>
/// <param name="Verdict">Its word; null while it has none.</param>
/// <param name="Confirms">The run that it was declared to confirm; null for none.</param>
public sealed record QuestionRun(string RunId, DateTimeOffset CreatedAt, RunState State, VerdictKind? Verdict, string? Confirms);

/// <summary>Attempts at blocks that do not count.</summary>
/// <param name="Kind">repeated (disturbed from outside, in runs of older builds), failed (a launch failed) or cut-off (the run was stopped in it).</param>
/// <param name="Attempts">How many.</param>
/// <param name="BaselineLaunches">Launches of the baseline in them.</param>
/// <param name="OtherLaunches">Launches of the other arm in them.</param>
public sealed record UncountedAttempts(string Kind, int Attempts, int BaselineLaunches, int OtherLaunches);
