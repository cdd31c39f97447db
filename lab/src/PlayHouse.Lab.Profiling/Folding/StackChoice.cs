using PlayHouse.Lab.Profiling.Stacks;

namespace PlayHouse.Lab.Profiling.Folding;

/// <summary>Says which stacks count. Every stack is its caller's plus one frame, so one pass from the callers on settles all.</summary>
internal sealed class StackChoice
{
    private readonly StackTable _table;
    private readonly List<bool[]> _required;
    private readonly List<bool[]> _forbidden;

    public StackChoice(StackFolding folding, StackTable table)
    {
        _table = table;
        IEnumerable<FramePattern> required = folding.Focus is null ? folding.Include : folding.Include.Append(folding.Focus);
        _required = [.. required.Select(Matches)];
        _forbidden = [.. folding.Exclude.Select(Matches)];
    }

    public bool[] Counts()
    {
        var counts = new bool[_table.Count];
        Array.Fill(counts, true);
        foreach (bool[] required in _required)
            Both(counts, Reached(required), expected: true);
        foreach (bool[] forbidden in _forbidden)
            Both(counts, Reached(forbidden), expected: false);
        return counts;
    }

    private bool[] Matches(FramePattern pattern) => [.. _table.Frames.Select(pattern.IsMatch)];

    private bool[] Reached(bool[] frames)
    {
        var reached = new bool[_table.Count];
        for (int stack = 0; stack < reached.Length; stack++)
        {
            int caller = _table.CallerOf(stack);
            reached[stack] = frames[_table.FrameIdOf(stack)] || (caller != StackTable.None && reached[caller]);
        }
        return reached;
    }

    private static void Both(bool[] counts, bool[] reached, bool expected)
    {
        for (int stack = 0; stack < counts.Length; stack++)
            counts[stack] &= reached[stack] == expected;
    }
}
