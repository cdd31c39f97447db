namespace PlayHouse.Lab.Profiling.Stacks;

/// <summary>
/// Frames of a stack by number, as far as anything looks at them. A file made by hand may hold stacks of any depth under any
/// number of cells; views and exports must end nevertheless. Pure.
/// </summary>
internal static class StackWalk
{
    /// <summary>Frames that are looked at, from the allocating one outward: twice what the runtime records.</summary>
    public const int FramesMax = 200;

    /// <summary>Fills a list with the stacks of a stack's frames, innermost first.</summary>
    public static void InnermostFirst(StackTable table, int stack, List<int> into)
    {
        into.Clear();
        for (int at = stack; at != StackTable.None && into.Count < FramesMax; at = table.CallerOf(at))
            into.Add(at);
    }
}
