using PlayHouse.Lab.Profiling.Folding;
using PlayHouse.Lab.Profiling.Stacks;

namespace PlayHouse.Lab.Reporting.Allocations;

/// <summary>What a reader asks of the traces of an arm.</summary>
public sealed record AllocationQuestion
{
    /// <summary>How it is looked at.</summary>
    public required AllocationViewKind Kind { get; init; }

    /// <summary>How frames are made readable, without a focus.</summary>
    public StackFolding Folding { get; init; } = new();

    /// <summary>The method in focus, or null.</summary>
    public FramePattern? Focus { get; init; }

    /// <summary>The only type that counts, as the runtime names it; null for all.</summary>
    public string? Type { get; init; }

    /// <summary>Rows of a table, nodes of a tree; 0 for all of them.</summary>
    public int RowsMax { get; init; }
}

/// <summary>Makes the view of an arm: the one way from traces to figures for every surface. Pure.</summary>
public static class AllocationViews
{
    /// <summary>The view, or null when no stack has the method in focus.</summary>
    /// <param name="windows">Windows of one arm, at least one.</param>
    /// <param name="source">What they were made of, for people.</param>
    /// <param name="question">What is asked.</param>
    /// <exception cref="FramePatternException">A pattern takes too long.</exception>
    public static AllocationView? Of(IReadOnlyList<AllocationStacks> windows, string source, AllocationQuestion question)
    {
        ArgumentNullException.ThrowIfNull(windows);
        ArgumentNullException.ThrowIfNull(question);
        AllocationStacks merged = StacksMerge.Of(windows);
        if (question.Focus is { } wanted && !merged.Table.Frames.Any(wanted.IsMatch))
        {
            return null;
        }

        // The sandwich of a method needs the callers that a focus cuts off.
        bool isSandwich = question.Kind is AllocationViewKind.Callers or AllocationViewKind.Callees && question.Focus is not null;
        StackFolding folding = isSandwich ? question.Folding with { Keep = question.Focus } : question.Folding with { Focus = question.Focus };
        FoldedStacks folded = OnlyType(folding.Apply(merged), question.Type);
        string arm = windows[0].Arm;
        return new AllocationView
        {
            Title = arm.Length > 0 ? $"{PlainText.Clean(arm)} of {source}" : source,
            Arm = arm,
            Kind = question.Kind,
            Stacks = folded.Stacks,
            LeftOut = folded.LeftOut,
            Windows = windows.Count,
            Focus = question.Focus?.Text,
            Method = isSandwich ? question.Focus!.IsMatch : null,
            RowsMax = question.RowsMax,
        };
    }

    private static FoldedStacks OnlyType(FoldedStacks folded, string? type)
    {
        if (type is null)
        {
            return folded;
        }

        var left = folded.LeftOut;
        var cells = new List<StackCell>();
        foreach (StackCell cell in folded.Stacks.Cells)
        {
            if (folded.Stacks.Types[cell.Type] == type)
            {
                cells.Add(cell);
            }
            else
            {
                left.Add(cell.Estimate);
            }
        }

        // The counter knows nothing of types.
        double exact = left.Samples == folded.LeftOut.Samples ? folded.Stacks.ExactBytes : double.NaN;
        return new FoldedStacks(folded.Stacks with { Cells = cells, ExactBytes = exact }, left);
    }
}
