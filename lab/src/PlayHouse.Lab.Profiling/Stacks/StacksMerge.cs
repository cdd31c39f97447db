using PlayHouse.Lab.Profiling.Estimates;

namespace PlayHouse.Lab.Profiling.Stacks;

/// <summary>
/// Several windows as one: cells of the same stack and type add up, and so do messages and exact bytes. The sum says what an
/// average message of all windows allocates; how much the windows differ from each other it does not say. Pure.
/// </summary>
public static class StacksMerge
{
    /// <summary>The sum of at least one window; a single one is handed back as it is.</summary>
    /// <param name="parts">Windows of one arm, or of one program.</param>
    /// <exception cref="ArgumentException">There is none.</exception>
    public static AllocationStacks Of(IReadOnlyList<AllocationStacks> parts)
    {
        ArgumentNullException.ThrowIfNull(parts);
        if (parts.Count == 0)
            throw new ArgumentException("At least one window is needed.", nameof(parts));
        if (parts.Count == 1)
            return parts[0];

        var merged = new AllocationStacksBuilder();
        foreach (AllocationStacks part in parts)
            Add(merged, part);
        return merged.Build() with
        {
            Messages = parts.Sum(p => p.Messages),
            ExactBytes = parts.Sum(p => p.ExactBytes),
            EstimatedBytes = parts.Sum(p => p.EstimatedBytes),
            EstimatedVariance = parts.Sum(p => p.EstimatedVariance),
            Origin = string.Join(", ", parts.Select(p => p.Origin)),
            Arm = parts.All(p => p.Arm == parts[0].Arm) ? parts[0].Arm : "",
            Notes = [.. parts.SelectMany(p => p.Notes).Distinct()],
            Invalid = [.. parts.SelectMany(p => p.Invalid.Select(reason => $"{p.Origin}: {reason}"))],
        };
    }

    private static void Add(AllocationStacksBuilder merged, AllocationStacks part)
    {
        int[] frames = [.. part.Table.Frames.Select(merged.Table.Intern)];
        int[] types = [.. part.Types.Select(merged.Type)];
        // A caller's index is below its callees': one pass meets every caller before it is needed.
        var stacks = new int[part.Table.Count];
        for (int stack = 0; stack < stacks.Length; stack++)
        {
            int caller = part.Table.CallerOf(stack);
            stacks[stack] = merged.Table.Call(caller == StackTable.None ? StackTable.None : stacks[caller], frames[part.Table.FrameIdOf(stack)]);
        }

        foreach (StackCell cell in part.Cells)
        {
            AllocationEstimator estimate = cell.Estimate;
            merged.Add(cell.Stack == StackTable.None ? StackTable.None : stacks[cell.Stack], types[cell.Type], estimate);
        }
    }
}
