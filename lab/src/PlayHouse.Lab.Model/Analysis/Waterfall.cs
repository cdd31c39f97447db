namespace PlayHouse.Lab.Model.Analysis;

/// <summary>What a step of a waterfall stands for.</summary>
public enum WaterfallStepKind
{
    /// <summary>A site that differs.</summary>
    Site,

    /// <summary>All sites that are not shown to differ, together.</summary>
    OtherSites,

    /// <summary>What no site accounts for.</summary>
    Remainder,
}

/// <summary>One step from the baseline's bytes per message to the other arm's.</summary>
/// <param name="Kind">What it stands for.</param>
/// <param name="Site">The site; null for a step that is none.</param>
/// <param name="Difference">Bytes per message, never scaled to the timed launches.</param>
/// <param name="Low">Lower 95 % limit.</param>
/// <param name="High">Upper 95 % limit.</param>
public sealed record WaterfallStep(WaterfallStepKind Kind, AllocationDifference? Site, double Difference, double Low, double High);

/// <summary>The exact change as a sum: sites that differ, all other sites, and what is left. The steps add up to it.</summary>
public sealed record Waterfall
{
    /// <summary>Exact change of the timed launches, bytes per message.</summary>
    public required double ExactDifference { get; init; }

    /// <summary>Lower 95 % limit of <see cref="ExactDifference"/>; NaN where the launches give no interval.</summary>
    public required double ExactLow { get; init; }

    /// <summary>Upper 95 % limit.</summary>
    public required double ExactHigh { get; init; }

    /// <summary>The same change by the exact counters of the traced launches; NaN where it is not known.</summary>
    public double TracedDifference { get; init; } = double.NaN;

    /// <summary>True when each arm has two traced launches: else no site is called different, and none explains a share.</summary>
    public bool HasLaunchSpread { get; init; } = true;

    /// <summary>Steps: sites by size, then the other sites, then the remainder.</summary>
    public required IReadOnlyList<WaterfallStep> Steps { get; init; }

    /// <summary>Share of the exact change that the sites which differ account for; NaN when the exact change may be zero.</summary>
    public required double ExplainedShare { get; init; }

    /// <summary>What is not accounted for.</summary>
    public WaterfallStep Remainder => Steps[^1];

    /// <summary>True when the remainder's interval holds zero: sites and exact counter agree.</summary>
    public bool IsClosed => Remainder.Low <= 0 && Remainder.High >= 0;

    /// <summary>
    /// True when a remainder that is not closed comes from the launches: their exact counters account for half of it or more. Else the
    /// traces found too much or too little of what was there.
    /// </summary>
    public bool IsOtherWork => !IsClosed && !(Math.Abs(ExactDifference - TracedDifference) < Math.Abs(Remainder.Difference) / 2);
}
