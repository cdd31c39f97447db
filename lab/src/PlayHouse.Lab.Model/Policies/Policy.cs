namespace PlayHouse.Lab.Model.Policies;

/// <summary>What a metric may do to a verdict.</summary>
public enum MetricRole
{
    /// <summary>Can earn a KEEP, and forbid that of another as a guard does.</summary>
    Primary,

    /// <summary>Can only forbid one.</summary>
    Guard,

    /// <summary>Shown, never decides.</summary>
    Explore,
}

/// <summary>Which way is better.</summary>
public enum MetricDirection
{
    /// <summary>Smaller is better.</summary>
    Lower,

    /// <summary>Larger is better.</summary>
    Higher,
}

/// <summary>The scale on which blocks are contrasted.</summary>
public enum MetricScale
{
    /// <summary>Logarithms: effects are factors.</summary>
    Ratio,

    /// <summary>Plain values: effects are differences, zero is a legal value.</summary>
    Difference,
}

/// <summary>Practical relevance of one metric.</summary>
public sealed record MetricPolicy
{
    /// <summary>Metric id, see <see cref="Analysis.MetricIds"/>.</summary>
    public required string Id { get; init; }

    /// <summary>Role in the verdict; in a plan it holds for the seams that the plan toggles.</summary>
    public required MetricRole Role { get; init; }

    /// <summary>Seams that the metric is about: where one of them is toggled its role is primary. Null in a plan, whose roles are settled.</summary>
    public IReadOnlyList<string>? PrimaryFor { get; init; }

    /// <summary>True for a metric that not every machine can count: where no launch carries it, it takes no part in the verdict.</summary>
    public bool Optional { get; init; }

    /// <summary>Direction that is better.</summary>
    public MetricDirection Direction { get; init; } = MetricDirection.Lower;

    /// <summary>Scale of the contrast.</summary>
    public MetricScale Scale { get; init; } = MetricScale.Ratio;

    /// <summary>Relative change that matters, 0.02 for 2 %.</summary>
    public double DeltaRel { get; init; }

    /// <summary>Absolute change that matters on the difference scale, in <see cref="Unit"/>.</summary>
    public double DeltaAbs { get; init; }

    /// <summary>Values below this count as this on the ratio scale, where zero has no logarithm.</summary>
    public double Floor { get; init; }

    /// <summary>Unit for people.</summary>
    public string Unit { get; init; } = "";

    /// <summary>How the windows of a launch become one number: <c>delta</c>, <c>quantile</c>, <c>last</c> or <c>sum</c>.</summary>
    public string Aggregation { get; init; } = "delta";
}

/// <summary>A policy file, version 1: the rule fixed before a run.</summary>
public sealed record Policy
{
    /// <summary>Version of the file format.</summary>
    public int Version { get; init; } = 1;

    /// <summary>Metrics in the order in which results show them.</summary>
    public required IReadOnlyList<MetricPolicy> Metrics { get; init; }
}
