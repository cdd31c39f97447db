using PlayHouse.Lab.Profiling.Estimates;
using PlayHouse.Lab.Profiling.Frames;
using PlayHouse.Lab.Profiling.Stacks;

namespace PlayHouse.Lab.Profiling.Trees;

/// <summary>One allocated type.</summary>
/// <param name="Type">Name as the runtime gives it.</param>
/// <param name="Total">Its estimate.</param>
/// <param name="Methods">Methods that allocate it, as far as samples tell.</param>
public sealed record TypeRow(string Type, AllocationEstimator Total, int Methods);

/// <summary>One method.</summary>
/// <param name="Method">The method, without a line.</param>
/// <param name="Self">What it allocates itself.</param>
/// <param name="Total">What is allocated while it is on the stack; a recursive call counts once.</param>
/// <param name="Source">The line of its frames, the file if there are several, null where no PDB tells.</param>
public sealed record MethodRow(StackFrame Method, AllocationEstimator Self, AllocationEstimator Total, string? Source);

/// <summary>Tables of a window, largest first. Pure.</summary>
public static class AllocationTables
{
    /// <summary>What is allocated.</summary>
    /// <param name="stacks">The window.</param>
    public static IReadOnlyList<TypeRow> Types(AllocationStacks stacks)
    {
        ArgumentNullException.ThrowIfNull(stacks);
        var methods = new MethodIndex(stacks.Table);
        var totals = new AllocationEstimator[stacks.Types.Count];
        var allocators = new HashSet<(int Type, int Method)>();
        var counts = new int[totals.Length];
        foreach (StackCell cell in stacks.Cells)
        {
            totals[cell.Type].Add(cell.Estimate);
            int method = cell.Stack == StackTable.None ? -1 : methods.Of(stacks.Table.FrameIdOf(cell.Stack));
            counts[cell.Type] += allocators.Add((cell.Type, method)) ? 1 : 0;
        }
        return
        [
            .. totals.Select((total, type) => new TypeRow(stacks.Types[type], total, counts[type])).Where(r => r.Total.Samples > 0)
                .OrderByDescending(r => r.Total.Bytes).ThenBy(r => r.Type, StringComparer.Ordinal),
        ];
    }

    /// <summary>Who is on the stack when something is allocated, by total.</summary>
    /// <param name="stacks">The window.</param>
    public static IReadOnlyList<MethodRow> Methods(AllocationStacks stacks)
    {
        ArgumentNullException.ThrowIfNull(stacks);
        var methods = new MethodIndex(stacks.Table);
        var rows = new MethodSums[methods.Methods.Count];
        var walk = new List<int>();
        for (int i = 0; i < stacks.Cells.Count; i++)
        {
            StackWalk.InnermostFirst(stacks.Table, stacks.Cells[i].Stack, walk);
            Add(rows, stacks, methods, stacks.Cells[i], walk, visit: i + 1);
        }
        return
        [
            .. rows.Select((r, m) => new MethodRow(methods.Methods[m], r.Self, r.Total, r.Source)).Where(r => r.Total.Samples > 0)
                .OrderByDescending(r => r.Total.Bytes).ThenByDescending(r => r.Self.Bytes).ThenBy(r => r.Method.Name, StringComparer.Ordinal),
        ];
    }

    private static void Add(MethodSums[] rows, AllocationStacks stacks, MethodIndex methods, StackCell cell, List<int> walk, int visit)
    {
        foreach (int at in walk)
        {
            ref MethodSums row = ref rows[methods.Of(stacks.Table.FrameIdOf(at))];
            string? source = stacks.Table.FrameOf(at).Source;
            row.Source = row.LastVisit == 0 ? source : AllocationTreeBuilder.Common(row.Source, source);
            if (at == cell.Stack)
                row.Self.Add(cell.Estimate);
            // The cell that saw this method last is this one: a recursive call.
            if (row.LastVisit != visit)
                row.Total.Add(cell.Estimate);
            row.LastVisit = visit;
        }
    }

    private struct MethodSums
    {
        public AllocationEstimator Self;
        public AllocationEstimator Total;
        public string? Source;
        public int LastVisit;
    }
}
