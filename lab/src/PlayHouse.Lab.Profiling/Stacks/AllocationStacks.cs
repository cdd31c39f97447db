using PlayHouse.Lab.Profiling.Estimates;

namespace PlayHouse.Lab.Profiling.Stacks;

/// <summary>What one type allocated under one stack.</summary>
/// <param name="Stack">Index in the table; the allocating frame is the innermost.</param>
/// <param name="Type">Index in <see cref="AllocationStacks.Types"/>.</param>
/// <param name="Estimate">Samples, bytes, objects and variance.</param>
public readonly record struct StackCell(int Stack, int Type, AllocationEstimator Estimate);

/// <summary>
/// The allocations of one window of one launch, by stack and type: what trees, tables, comparisons and exports are made of.
/// Bytes are those of the whole window; divide by <see cref="Messages"/> for bytes per message. Immutable by agreement: the code
/// that built the table adds nothing after handing it over, so it is safe for any number of readers.
/// </summary>
public sealed record AllocationStacks
{
    /// <summary>The stacks.</summary>
    public required StackTable Table { get; init; }

    /// <summary>Type names as the runtime gives them.</summary>
    public required IReadOnlyList<string> Types { get; init; }

    /// <summary>Cells, each stack and type once, in no particular order.</summary>
    public required IReadOnlyList<StackCell> Cells { get; init; }

    /// <summary>Messages in the window; NaN for a process that counts none.</summary>
    public double Messages { get; init; } = double.NaN;

    /// <summary>Exact bytes allocated in the window by the target's counter; NaN where it was not read.</summary>
    public double ExactBytes { get; init; } = double.NaN;

    /// <summary>Bytes that the samples alone say, before <see cref="TraceCalibration"/>; NaN where the cells are as they were sampled.</summary>
    public double EstimatedBytes { get; init; } = double.NaN;

    /// <summary>Sampling variance of <see cref="EstimatedBytes"/>, bytes squared; NaN where the cells are as they were sampled.</summary>
    public double EstimatedVariance { get; init; } = double.NaN;

    /// <summary>True when the cells add up to the exact counter of the launch.</summary>
    public bool IsCalibrated => double.IsFinite(EstimatedVariance);

    /// <summary>Launch, process or file it came from, for people.</summary>
    public string Origin { get; init; } = "";

    /// <summary>Arm of the launch; empty outside an experiment.</summary>
    public string Arm { get; init; } = "";

    /// <summary>Reasons why the trace may not feed a verdict, for people; empty is good.</summary>
    public IReadOnlyList<string> Invalid { get; init; } = [];

    /// <summary>What a reader must know of traces that are not here, for people; never stored with the stacks.</summary>
    public IReadOnlyList<string> Notes { get; init; } = [];

    /// <summary>All cells as one.</summary>
    public AllocationEstimator Total()
    {
        var total = new AllocationEstimator();
        foreach (StackCell cell in Cells)
            total.Add(cell.Estimate);
        return total;
    }

    /// <summary>All cells as one, as the samples alone say it.</summary>
    public AllocationEstimator Sampled() => IsCalibrated ? Total().WithBytes(EstimatedBytes) : Total();
}
