namespace PlayHouse.Lab.Reporting.Charts;

/// <summary>A line or region data are read against, such as zero or what is too small to matter. Immutable.</summary>
public sealed record ChartReference
{
    /// <summary>Words for it; the same words on several references make one legend entry.</summary>
    public required string Label { get; init; }

    /// <summary>True on the position axis (a decision in time), false on the value axis.</summary>
    public bool IsOnPosition { get; init; }

    /// <summary>Where it is, or where the region begins.</summary>
    public required double From { get; init; }

    /// <summary>Where the region ends; null for a line.</summary>
    public double? To { get; init; }

    /// <summary>The only category it belongs to; null for all.</summary>
    public int? Row { get; init; }
}

/// <summary>Where the numbers of a chart come from and how to get them again. Immutable.</summary>
public sealed record ChartProvenance
{
    /// <summary>No origin, for charts of computed examples.</summary>
    public static ChartProvenance None { get; } = new();

    /// <summary>The run; empty when there is not one run.</summary>
    public string RunId { get; init; } = "";

    /// <summary>The launches whose data are drawn.</summary>
    public IReadOnlyList<string> LaunchIds { get; init; } = [];

    /// <summary>Command that shows the same numbers; empty for none.</summary>
    public string Command { get; init; } = "";
}
