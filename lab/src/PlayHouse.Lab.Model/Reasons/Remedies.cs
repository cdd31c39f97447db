namespace PlayHouse.Lab.Model.Reasons;

/// <summary>What would change a verdict, without numbers.</summary>
/// <param name="Do">What to do.</param>
public sealed record Advice(AdviceKind Do) : Reason;

/// <summary>What an <see cref="Advice"/> asks for.</summary>
public enum AdviceKind
{
    /// <summary>A second run with a new seed confirms or withdraws the verdict.</summary>
    RunAgain,

    /// <summary>A person weighs one metric against another, or changes the policy.</summary>
    WeighTheMetrics,

    /// <summary>Change the candidate.</summary>
    ChangeTheCandidate,

    /// <summary>Take a scenario, a load or a policy in which the toggled code matters more.</summary>
    ChangeTheQuestion,

    /// <summary>Run all launches from one Release build on one machine with one layout.</summary>
    MakeLaunchesEqual,

    /// <summary>Take a scenario that executes the toggled code in every launch.</summary>
    ExecuteTheToggledCode,

    /// <summary>Lower the rate, or give the load more processors or depth.</summary>
    UnburdenTheLoad,

    /// <summary>Make A/A runs stay within their error rate on this machine.</summary>
    SteadyTheAaRuns,
}

/// <summary>The plan's next look at the data.</summary>
/// <param name="Blocks">Blocks it comes after.</param>
/// <param name="FromNow">Blocks until then.</param>
public sealed record NextLook(int Blocks, int FromNow) : Reason;

/// <summary>What an open metric needs; the numbers of blocks stand in its estimate.</summary>
/// <param name="Metric">Metric id; the verdict carries its estimate.</param>
/// <param name="BlocksLeft">Blocks that the plan has left.</param>
public sealed record MetricNeeds(string Metric, int BlocksLeft) : Reason;

/// <summary>What an open primary needs to be shown no worse, so that another's gain counts; the number of blocks stands in its estimate.</summary>
/// <param name="Metric">Metric id; the verdict carries its estimate.</param>
/// <param name="BlocksLeft">Blocks that the plan has left.</param>
public sealed record PrimaryMustHold(string Metric, int BlocksLeft) : Reason;

/// <summary>A metric that decides and has no data.</summary>
/// <param name="Metric">Metric id.</param>
/// <param name="IsPrimary">True for a primary, false for a guard.</param>
public sealed record MetricMustBeMeasured(string Metric, bool IsPrimary) : Reason;

/// <summary>The blocks at hand lie between two looks of the plan.</summary>
/// <param name="Blocks">Blocks that count.</param>
/// <param name="Looks">Blocks after which the plan looks.</param>
public sealed record BetweenLooks(int Blocks, IReadOnlyList<int> Looks) : Reason;
