using System.Runtime.InteropServices;
using PlayHouse.Lab.Profiling.Estimates;
using PlayHouse.Lab.Profiling.Frames;
using PlayHouse.Lab.Profiling.Stacks;

namespace PlayHouse.Lab.Profiling.Trees;

/// <summary>
/// One method with who calls it and what it calls. Recursion counts once: callers are those of the outermost call, callees
/// those of the innermost one, and what lies between belongs to the method. Immutable.
/// </summary>
public sealed record MethodSandwich
{
    /// <summary>The method.</summary>
    public required StackFrame Method { get; init; }

    /// <summary>Everything allocated while the method was on the stack.</summary>
    public required AllocationEstimator Total { get; init; }

    /// <summary>What the method allocates itself.</summary>
    public required AllocationEstimator Self { get; init; }

    /// <summary>Callers outward; the root is the method.</summary>
    public required AllocationTree Callers { get; init; }

    /// <summary>Callees inward with types as leaves; the root is the method.</summary>
    public required AllocationTree Callees { get; init; }

    /// <summary>The sandwich of a method.</summary>
    /// <param name="stacks">The window.</param>
    /// <param name="isMethod">Tells the method; of several it accepts the one with the largest total is meant.</param>
    /// <returns>The sandwich, or null when no stack has such a method.</returns>
    public static MethodSandwich? Of(AllocationStacks stacks, Func<StackFrame, bool> isMethod)
    {
        ArgumentNullException.ThrowIfNull(isMethod);
        MethodRow? largest = AllocationTables.Methods(stacks).Where(m => isMethod(m.Method)).MaxBy(m => m.Total.Bytes);
        return largest is null ? null : Of(stacks, largest.Method);
    }

    private static MethodSandwich Of(AllocationStacks stacks, StackFrame method)
    {
        var paths = new PathReader(stacks);
        int label = paths.Methods.Index().First(m => m.Item == method).Index;
        AllocationTreeBuilder callers = paths.Builder(TreeLabel.Of(method), AllocationTrees.NodesMax);
        AllocationTreeBuilder callees = paths.Builder(TreeLabel.Of(method), AllocationTrees.NodesMax);
        var total = new AllocationEstimator();
        var self = new AllocationEstimator();
        foreach (StackCell cell in stacks.Cells)
        {
            List<PathStep> path = paths.InnermostFirst(cell.Stack);
            int innermost = path.FindIndex(s => s.Label == label);
            if (innermost < 0)
                continue;
            int outermost = path.FindLastIndex(s => s.Label == label);
            total.Add(cell.Estimate);
            if (innermost == 0)
                self.Add(cell.Estimate);
            callers.Add(CollectionsMarshal.AsSpan(path)[(outermost + 1)..], cell.Estimate);
            path.RemoveRange(innermost, path.Count - innermost);
            path.Reverse();
            path.Add(paths.Type(cell.Type));
            callees.Add(CollectionsMarshal.AsSpan(path), cell.Estimate);
        }
        return new MethodSandwich { Method = method, Total = total, Self = self, Callers = callers.Build(), Callees = callees.Build() };
    }
}
