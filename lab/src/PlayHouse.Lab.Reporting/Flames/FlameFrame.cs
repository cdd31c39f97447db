using PlayHouse.Lab.Profiling.Estimates;

namespace PlayHouse.Lab.Reporting.Flames;

/// <summary>What the colour of a frame says. A word next to the picture always says it too.</summary>
public enum FlameLook
{
    /// <summary>Everything.</summary>
    All,

    /// <summary>Code of the game, or of a library it uses.</summary>
    Game,

    /// <summary>Code of the engine.</summary>
    Engine,

    /// <summary>Code of the framework.</summary>
    Framework,

    /// <summary>An allocated type.</summary>
    Type,

    /// <summary>What has no name, or continues something.</summary>
    Other,

    /// <summary>A change that may be zero.</summary>
    Same,

    /// <summary>The candidate allocates more.</summary>
    More,

    /// <summary>The candidate allocates less.</summary>
    Less,
}

/// <summary>Whether only one arm has a frame.</summary>
public enum FlameEdge
{
    /// <summary>Both have it, or only one is shown.</summary>
    None,

    /// <summary>Only the candidate has it.</summary>
    New,

    /// <summary>Only the baseline has it.</summary>
    Gone,
}

/// <summary>One box of a flame graph.</summary>
public sealed record FlameFrame
{
    /// <summary>Index of the caller's frame, below its own; -1 for the first.</summary>
    public required int Parent { get; init; }

    /// <summary>Frames above it.</summary>
    public required int Depth { get; init; }

    /// <summary>Whole name.</summary>
    public required string Name { get; init; }

    /// <summary>Name that fits into a box.</summary>
    public required string Short { get; init; }

    /// <summary>File and line, where known.</summary>
    public string? Place { get; init; }

    /// <summary>Colour.</summary>
    public required FlameLook Look { get; init; }

    /// <summary>Width in the unit of the picture.</summary>
    public required double Width { get; init; }

    /// <summary>Width in a picture that shows vanished paths too.</summary>
    public double WidthWithVanished { get; init; }

    /// <summary>True where too few samples allow no interval.</summary>
    public bool IsInsufficient { get; init; }

    /// <summary>Whether only one arm has it.</summary>
    public FlameEdge Edge { get; init; }

    /// <summary>Size of the change against the largest one, 0 to 1.</summary>
    public double Strength { get; init; }

    /// <summary>The figure in the words of the command line.</summary>
    public required string Value { get; init; }

    /// <summary>Its 95 % interval, or why there is none.</summary>
    public required string Interval { get; init; }

    /// <summary>Share of everything shown, or both sides of a change.</summary>
    public required string Share { get; init; }

    /// <summary>Samples behind it.</summary>
    public required string Samples { get; init; }

    /// <summary>The estimate; empty in a difference.</summary>
    public AllocationEstimator Total { get; init; }
}
