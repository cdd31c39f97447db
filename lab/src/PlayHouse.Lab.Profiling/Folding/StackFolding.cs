using PlayHouse.Lab.Profiling.Estimates;
using PlayHouse.Lab.Profiling.Stacks;

namespace PlayHouse.Lab.Profiling.Folding;

/// <summary>What happens to frames of the framework.</summary>
public enum FrameworkFrames
{
    /// <summary>They go: what they allocate belongs to the program's method that called them.</summary>
    Fold,

    /// <summary>Neighbours become one frame <c>[framework]</c>; thread pool and async machinery go.</summary>
    One,

    /// <summary>They stay as they are.</summary>
    Show,
}

/// <summary>
/// How stacks are made readable before trees and tables are built. Applied in this order: cells are chosen by
/// <see cref="Include"/>, <see cref="Exclude"/> and <see cref="Focus"/> on the frames as they were recorded; then frames are
/// grouped, folded, and those of the framework treated. A method in focus, or to keep, stays as it is. Immutable.
/// </summary>
public sealed record StackFolding
{
    /// <summary>Name of the one frame that stands for the framework.</summary>
    public const string FrameworkName = "[framework]";

    /// <summary>What happens to frames of the framework.</summary>
    public FrameworkFrames Framework { get; init; } = FrameworkFrames.Fold;

    /// <summary>Methods that go: what they allocate belongs to their caller.</summary>
    public IReadOnlyList<FramePattern> Fold { get; init; } = [];

    /// <summary>Methods that are shown under another name; the first rule that fits counts.</summary>
    public IReadOnlyList<FrameGroup> Groups { get; init; } = [];

    /// <summary>Only stacks with such a method count, one for each pattern.</summary>
    public IReadOnlyList<FramePattern> Include { get; init; } = [];

    /// <summary>Stacks with such a method do not count.</summary>
    public IReadOnlyList<FramePattern> Exclude { get; init; } = [];

    /// <summary>Only stacks with this method count, and they begin at its outermost call.</summary>
    public FramePattern? Focus { get; init; }

    /// <summary>A method that is neither folded nor grouped, whatever the other rules say.</summary>
    public FramePattern? Keep { get; init; }

    /// <summary>Folds a window.</summary>
    /// <param name="stacks">The window; not changed.</param>
    /// <exception cref="FramePatternException">A pattern takes too long.</exception>
    public FoldedStacks Apply(AllocationStacks stacks)
    {
        ArgumentNullException.ThrowIfNull(stacks);
        var frames = new FrameActions(this, stacks.Table.Frames);
        bool[] counts = new StackChoice(this, stacks.Table).Counts();
        var folded = new FoldedTable(stacks.Table, frames);
        var left = new AllocationEstimator();
        foreach (StackCell cell in stacks.Cells)
        {
            if (cell.Stack == StackTable.None ? IsChoosing : !counts[cell.Stack])
                left.Add(cell.Estimate);
            else
                folded.Add(cell, stacks.Types);
        }
        AllocationStacks result = folded.Build() with
        {
            Messages = stacks.Messages,
            // The counter knows nothing of a part of the stacks.
            ExactBytes = left.Samples == 0 ? stacks.ExactBytes : double.NaN,
            EstimatedBytes = stacks.EstimatedBytes,
            EstimatedVariance = stacks.EstimatedVariance,
            Origin = stacks.Origin,
            Arm = stacks.Arm,
            Notes = stacks.Notes,
            Invalid = stacks.Invalid,
        };
        return new FoldedStacks(result, left);
    }

    private bool IsChoosing => Include.Count > 0 || Focus is not null;
}

/// <summary>A folded window.</summary>
/// <param name="Stacks">What counts.</param>
/// <param name="LeftOut">What was left out by choice; folding and grouping leave nothing out.</param>
public sealed record FoldedStacks(AllocationStacks Stacks, AllocationEstimator LeftOut);
