using PlayHouse.Lab.Profiling.Trees;

namespace PlayHouse.Lab.Reporting.Allocations;

/// <summary>The tree of a view that is one, and how its names are read. Pure.</summary>
internal sealed record ViewTree(AllocationTree Tree, bool IsOutward, string RootName)
{
    public static ViewTree Of(AllocationView view)
    {
        if (view.Kind is AllocationViewKind.Callers or AllocationViewKind.Callees && Method(view) is { } sandwich)
        {
            bool isOutward = view.Kind == AllocationViewKind.Callers;
            return new ViewTree(isOutward ? sandwich.Callers : sandwich.Callees, isOutward, SiteName.Method(sandwich.Method.Name));
        }

        return view.Kind == AllocationViewKind.Callers
            ? new ViewTree(AllocationTrees.BottomUp(view.Stacks), true, "all")
            : new ViewTree(AllocationTrees.TopDown(view.Stacks, TypePlacement.Leaves), false, "all");
    }

    /// <summary>Short name of a node.</summary>
    public string NameOf(int node) => Tree.LabelOf(node) switch
    {
        { Kind: TreeNodeKind.Root } or { Kind: TreeNodeKind.Method } when node == AllocationTree.Root => RootName,
        { Kind: TreeNodeKind.Type } type => SiteName.Type(type.Name),
        { } method => SiteName.Method(method.Name),
    };

    private static MethodSandwich? Method(AllocationView view)
        => view.Method is { } method ? MethodSandwich.Of(view.Stacks, method) : null;
}
