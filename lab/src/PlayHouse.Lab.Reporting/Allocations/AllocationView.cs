using PlayHouse.Lab.Profiling.Estimates;
using PlayHouse.Lab.Profiling.Frames;
using PlayHouse.Lab.Profiling.Stacks;

namespace PlayHouse.Lab.Reporting.Allocations;

/// <summary>The ways to look at a window.</summary>
public enum AllocationViewKind
{
    /// <summary>Call sites with their types.</summary>
    Sites,

    /// <summary>Types.</summary>
    Types,

    /// <summary>Methods with self and total.</summary>
    Methods,

    /// <summary>Calls from the outermost frame inward, types as leaves.</summary>
    Tree,

    /// <summary>Who calls: of one method, or of every allocating method.</summary>
    Callers,

    /// <summary>What one method calls.</summary>
    Callees,

    /// <summary>The tree as rows of boxes.</summary>
    Flame,
}

/// <summary>One arm or program as it is shown: its windows added up, folded as asked for. Immutable.</summary>
public sealed record AllocationView
{
    /// <summary>What is looked at, for people: run and arm, or file.</summary>
    public required string Title { get; init; }

    /// <summary>Arm; empty outside an experiment.</summary>
    public string Arm { get; init; } = "";

    /// <summary>How it is looked at.</summary>
    public required AllocationViewKind Kind { get; init; }

    /// <summary>The windows, added up and folded.</summary>
    public required AllocationStacks Stacks { get; init; }

    /// <summary>How many windows were added up.</summary>
    public int Windows { get; init; } = 1;

    /// <summary>What include, exclude or focus left out.</summary>
    public AllocationEstimator LeftOut { get; init; }

    /// <summary>Length of the windows in seconds; NaN when unknown.</summary>
    public double Seconds { get; init; } = double.NaN;

    /// <summary>The method in focus as it was asked for, or null.</summary>
    public string? Focus { get; init; }

    /// <summary>Tells the method in focus; needed by callees, and by callers of one method.</summary>
    public Func<StackFrame, bool>? Method { get; init; }

    /// <summary>What a reader must know before the figures: what the trace lacks, what may be wrong.</summary>
    public IReadOnlyList<string> Notes { get; init; } = [];

    /// <summary>Rows of a table, nodes of a tree; 0 for all of them.</summary>
    public int RowsMax { get; init; } = 20;

    /// <summary>The unit of all figures.</summary>
    public AllocationScale Scale => AllocationScale.Of(Stacks.Total().Bytes + LeftOut.Bytes, Stacks.Messages, Seconds);

    /// <summary>Rows that are shown.</summary>
    public int RowLimit => RowsMax == 0 ? int.MaxValue : RowsMax;
}
