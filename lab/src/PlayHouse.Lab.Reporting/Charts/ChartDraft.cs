namespace PlayHouse.Lab.Reporting.Charts;

/// <summary>The parts of a chart before they are checked; <see cref="ChartSpec"/> is made from one.</summary>
public sealed record ChartDraft
{
    /// <summary>Title.</summary>
    public required string Title { get; init; }

    /// <summary>The question it answers.</summary>
    public required string Question { get; init; }

    /// <summary>Axis of positions.</summary>
    public required ChartAxis At { get; init; }

    /// <summary>Axis of values.</summary>
    public required ChartAxis Value { get; init; }

    /// <summary>True when values run sideways and positions downwards, as long category names need it.</summary>
    public bool IsSideways { get; init; }

    /// <summary>True when each row shows its value as text at its end. Only sideways.</summary>
    public bool ShowsValues { get; init; }

    /// <summary>Series, drawn in this order.</summary>
    public IReadOnlyList<ChartSeries> Series { get; init; } = [];

    /// <summary>Lines and regions.</summary>
    public IReadOnlyList<ChartReference> References { get; init; } = [];

    /// <summary>The one sentence that tells the same with numbers; null for a general one.</summary>
    public string? Summary { get; init; }

    /// <summary>What a reader must know: method, limits, what was left out.</summary>
    public IReadOnlyList<string> Notes { get; init; } = [];

    /// <summary>How the intervals were made, in a few words; empty without intervals.</summary>
    public string IntervalMethod { get; init; } = "";

    /// <summary>Origin.</summary>
    public ChartProvenance Provenance { get; init; } = ChartProvenance.None;

    /// <summary>Why there is nothing to draw; null when there is.</summary>
    public string? EmptyReason { get; init; }
}
