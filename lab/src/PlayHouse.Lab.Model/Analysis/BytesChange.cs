namespace PlayHouse.Lab.Model.Analysis;

/// <summary>What an interval says about a difference in bytes per message. No finding: only sites are corrected for their number.</summary>
public enum ChangeMark
{
    /// <summary>The interval holds zero, or an arm has one launch only: grey.</summary>
    Open,

    /// <summary>Fewer than five samples on both sides: hatched.</summary>
    Insufficient,

    /// <summary>The other arm allocates more.</summary>
    More,

    /// <summary>The other arm allocates less.</summary>
    Less,

    /// <summary>Only the other arm allocates here.</summary>
    New,

    /// <summary>Only the baseline allocates here.</summary>
    Gone,
}

/// <summary>One difference in bytes per message.</summary>
/// <param name="Baseline">Bytes per message in the baseline.</param>
/// <param name="Other">Bytes per message in the other arm.</param>
/// <param name="Difference">Other minus baseline.</param>
/// <param name="Low">Lower 95 % limit of the difference.</param>
/// <param name="High">Upper 95 % limit of the difference.</param>
/// <param name="Mark">What the interval says.</param>
public sealed record BytesChange(double Baseline, double Other, double Difference, double Low, double High, ChangeMark Mark)
{
    /// <summary>Samples in the baseline.</summary>
    public int BaselineSamples { get; init; }

    /// <summary>Samples in the other arm.</summary>
    public int OtherSamples { get; init; }
}

/// <summary>One method under its callers in both arms.</summary>
/// <param name="Parent">Index of the caller's node, always below its own; −1 for the root.</param>
/// <param name="Name">Name both arms share: <c>role@Method</c> where strategies were exchanged, else the method.</param>
/// <param name="BaselineName">Real name in the baseline; null where the baseline has no sample.</param>
/// <param name="OtherName">Real name in the other arm; null where it has no sample.</param>
/// <param name="Total">Everything allocated here and below.</param>
/// <param name="Self">What is allocated here.</param>
public sealed record StackChange(int Parent, string Name, string? BaselineName, string? OtherName, BytesChange Total, BytesChange Self);

/// <summary>The call trees of two arms, one from the other.</summary>
public sealed record StackComparison
{
    /// <summary>Nodes, callers before callees; the first is the root. Empty when an arm has no usable trace.</summary>
    public required IReadOnlyList<StackChange> Nodes { get; init; }

    /// <summary>Nodes that were too small for the limit and are part of their callers' totals only.</summary>
    public int NodesLeftOut { get; init; }

    /// <summary>True when the spread between launches is part of the intervals: each arm has at least two traces. Else every difference is open.</summary>
    public bool HasLaunchSpread { get; init; }

    /// <summary>Traces left out, each with its reasons, for people.</summary>
    public IReadOnlyList<string> LeftOut { get; init; } = [];
}
