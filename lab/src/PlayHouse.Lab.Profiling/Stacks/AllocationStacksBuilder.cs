using System.Runtime.InteropServices;
using PlayHouse.Lab.Profiling.Estimates;
using PlayHouse.Lab.Profiling.Frames;

namespace PlayHouse.Lab.Profiling.Stacks;

/// <summary>Collects sampled objects into <see cref="AllocationStacks"/>. One thread, one result.</summary>
public sealed class AllocationStacksBuilder
{
    private readonly Dictionary<string, int> _typeIds = new(StringComparer.Ordinal);
    private readonly List<string> _types = [];
    private readonly Dictionary<(int Stack, int Type), AllocationEstimator> _cells = [];

    /// <summary>The stacks collected so far.</summary>
    public StackTable Table { get; } = new();

    /// <summary>The id of a type name.</summary>
    /// <param name="type">Name as the runtime gives it.</param>
    public int Type(string type)
    {
        ArgumentNullException.ThrowIfNull(type);
        if (!_typeIds.TryGetValue(type, out int id))
        {
            _typeIds.Add(type, id = _types.Count);
            _types.Add(type);
        }
        return id;
    }

    /// <summary>The stack of these frames.</summary>
    /// <param name="innermostFirst">Frames from the allocating one outward; may be empty.</param>
    /// <returns>The stack, or <see cref="StackTable.None"/> without frames.</returns>
    public int Stack(IReadOnlyList<StackFrame> innermostFirst)
    {
        ArgumentNullException.ThrowIfNull(innermostFirst);
        int stack = StackTable.None;
        for (int i = innermostFirst.Count - 1; i >= 0; i--)
            stack = Table.Call(stack, Table.Intern(innermostFirst[i]));
        return stack;
    }

    /// <summary>Adds one sampled object.</summary>
    /// <param name="stack">Its stack.</param>
    /// <param name="type">Its type's id.</param>
    /// <param name="objectBytes">Its size, header and padding included; at least 1.</param>
    public void Add(int stack, int type, long objectBytes) => Cell(stack, type).Add(objectBytes);

    /// <summary>Adds an estimate that was made elsewhere.</summary>
    /// <param name="stack">Its stack.</param>
    /// <param name="type">Its type's id.</param>
    /// <param name="estimate">The estimate.</param>
    public void Add(int stack, int type, in AllocationEstimator estimate) => Cell(stack, type).Add(estimate);

    /// <summary>What was collected; the builder is not used any more.</summary>
    public AllocationStacks Build() => new()
    {
        Table = Table,
        Types = _types,
        Cells = [.. _cells.Select(c => new StackCell(c.Key.Stack, c.Key.Type, c.Value))],
    };

    private ref AllocationEstimator Cell(int stack, int type)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(stack, StackTable.None);
        ArgumentOutOfRangeException.ThrowIfGreaterThanOrEqual(stack, Table.Count);
        ArgumentOutOfRangeException.ThrowIfNegative(type);
        ArgumentOutOfRangeException.ThrowIfGreaterThanOrEqual(type, _types.Count);
        return ref CollectionsMarshal.GetValueRefOrAddDefault(_cells, (stack, type), out _);
    }
}
