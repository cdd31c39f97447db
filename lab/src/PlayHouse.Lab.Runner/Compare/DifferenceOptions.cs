using PlayHouse.Lab.Profiling.Planning;

namespace PlayHouse.Lab.Runner.Compare;

/// <summary>What is asked of a difference.</summary>
public sealed record DifferenceOptions
{
    /// <summary>Difference a reader wants to see; null takes what the policy of the run says matters.</summary>
    public WantedDifference? Wanted { get; init; }

    /// <summary>True for nodes of framework methods in the trees.</summary>
    public bool KeepsFramework { get; init; }

    /// <summary>Sites for which the planner answers.</summary>
    public int NeedsMax { get; init; } = 12;
}
