namespace PlayHouse.Lab.Profiling.Stacks;

/// <summary>Leaves out what no cell uses: windows of one trace share a table, a file of one of them holds only its own. Pure.</summary>
internal static class StacksCompaction
{
    /// <summary>The same allocations with a table and types of their own, numbered in the order of their first use.</summary>
    public static AllocationStacks Of(AllocationStacks stacks)
    {
        var table = new StackTable();
        var types = new List<string>();
        var typeIds = new Dictionary<int, int>();
        var stackIds = new Dictionary<int, int> { [StackTable.None] = StackTable.None };
        var cells = new List<StackCell>(stacks.Cells.Count);
        var path = new Stack<int>();
        foreach (StackCell cell in stacks.Cells)
        {
            int at = cell.Stack;
            for (; !stackIds.ContainsKey(at); at = stacks.Table.CallerOf(at))
                path.Push(at);
            int stack = stackIds[at];
            while (path.TryPop(out int next))
                stackIds.Add(next, stack = table.Call(stack, table.Intern(stacks.Table.FrameOf(next))));
            if (!typeIds.TryGetValue(cell.Type, out int type))
            {
                typeIds.Add(cell.Type, type = types.Count);
                types.Add(stacks.Types[cell.Type]);
            }
            cells.Add(cell with { Stack = stack, Type = type });
        }

        return stacks with { Table = table, Types = types, Cells = cells };
    }
}
