namespace PlayHouse.Lab.Reporting.Flames;

/// <summary>The order of a picture: each caller before its callees, the widest callee first. Pure.</summary>
internal static class FlameOrder
{
    /// <summary>Old indices in their new order.</summary>
    /// <param name="parents">Index of each node's caller, below its own; -1 for the first.</param>
    /// <param name="widths">What decides between siblings; equal ones keep their order.</param>
    public static int[] Of(IReadOnlyList<int> parents, IReadOnlyList<double> widths)
    {
        ILookup<int, int> children = Enumerable.Range(0, parents.Count).ToLookup(n => parents[n]);
        var order = new List<int>(parents.Count);
        // A stack, not calls: a tree may be as deep as a file made by hand says.
        var open = new Stack<int>(children[-1].Reverse());
        while (open.TryPop(out int node))
        {
            order.Add(node);
            foreach (int child in children[node].OrderByDescending(c => widths[c]).Reverse())
            {
                open.Push(child);
            }
        }

        return [.. order];
    }

    /// <summary>The place of each old index in the new order.</summary>
    public static int[] Places(int[] order)
    {
        var places = new int[order.Length];
        for (int i = 0; i < order.Length; i++)
        {
            places[order[i]] = i;
        }

        return places;
    }
}
