namespace PlayHouse.Lab.Model.Analysis;

/// <summary>Where two arms allocate differently: by site, as a sum, as a tree, and what it would take to know more.</summary>
public sealed record ArmsDifference
{
    /// <summary>The first arm, for people.</summary>
    public required string Baseline { get; init; }

    /// <summary>The second arm, for people.</summary>
    public required string Other { get; init; }

    /// <summary>False for arms of two runs: the machine's drift is inside every difference.</summary>
    public required bool IsInterleaved { get; init; }

    /// <summary>Sites.</summary>
    public required AllocationComparison Sites { get; init; }

    /// <summary>The exact change as a sum; null when no exact change is known.</summary>
    public Waterfall? Waterfall { get; init; }

    /// <summary>The call trees; null when the stacks are not there.</summary>
    public StackComparison? Tree { get; init; }

    /// <summary>Why there are no trees, for people; null when there are.</summary>
    public string? NoTreeReason { get; init; }

    /// <summary>The most that exchanging a seam can save, in the first arm; empty without stacks.</summary>
    public IReadOnlyList<SeamCoverage> Coverage { get; init; } = [];

    /// <summary>Seams in which the arms differ.</summary>
    public IReadOnlyList<string> ToggledSeams { get; init; } = [];

    /// <summary>What the largest sites would need to show a difference that matters.</summary>
    public IReadOnlyList<TraceNeed> Needs { get; init; } = [];

    /// <summary>Things a reader must know, for people.</summary>
    public IReadOnlyList<string> Notes { get; init; } = [];
}
