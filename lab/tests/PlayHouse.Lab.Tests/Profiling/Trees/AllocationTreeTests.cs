using System.Diagnostics;
using PlayHouse.Lab.Profiling.Estimates;
using PlayHouse.Lab.Profiling.Stacks;
using PlayHouse.Lab.Profiling.Trees;
using Xunit.Abstractions;

namespace PlayHouse.Lab.Profiling.Tests.Trees;

public sealed class AllocationTreeTests(ITestOutputHelper output)
{
    [Theory]
    [InlineData(1, 1)]
    [InlineData(2, 500)]
    [InlineData(3, 1_500)]
    public void EveryTree_OfRandomStacks_AddsUpAtEveryNode(int seed, int stacks)
    {
        AllocationStacks window = SampleStacks.Random(seed, stacks, depth: 30, names: 60);
        AllocationTree[] trees =
        [
            AllocationTrees.TopDown(window), AllocationTrees.TopDown(window, TypePlacement.Leaves), AllocationTrees.BottomUp(window),
            AllocationTrees.TopDown(window, TypePlacement.Leaves, nodesMax: 40), AllocationTrees.BottomUp(window, nodesMax: 40),
        ];
        foreach (AllocationTree tree in trees)
        {
            AssertSame(window.Total(), tree.TotalOf(AllocationTree.Root));
            for (int node = 0; node < tree.Count; node++)
            {
                AllocationEstimator sum = tree.SelfOf(node);
                foreach (int child in tree.ChildrenOf(node))
                {
                    Assert.Equal(node, tree.ParentOf(child));
                    sum.Add(tree.TotalOf(child));
                }
                AssertSame(sum, tree.TotalOf(node));
            }
        }
        Assert.All(trees[..3], t => Assert.Equal(0, t.CellsCut));
    }

    [Fact]
    public void TopDown_TwoBranches_AreOrderedBySizeWithSelfAndTotal()
    {
        AllocationTree tree = AllocationTrees.TopDown(new SampleStacks()
            .Add("Main > Read", "Byte[]", 5).Add("Main > Write > Encode", "Byte[]", 20).Add("Main > Write", "String", 10).Build());

        Assert.Equal(["|35|0", "Main|35|0", "Write|30|10", "Encode|20|20", "Read|5|5"], Lines(tree));
    }

    [Fact]
    public void TopDown_TypesAsLeaves_HoldWhatTheirMethodAllocates()
    {
        AllocationTree tree = AllocationTrees.TopDown(
            new SampleStacks().Add("Main", "Byte[]", 5).Add("Main", "String", 7).Add("Main > Read", "Byte[]", 1).Build(), TypePlacement.Leaves);

        Assert.Equal(["|13|0", "Main|13|0", "String|7|7", "Byte[]|5|5", "Read|1|0", "Byte[]|1|1"], Lines(tree));
        Assert.Equal(TreeNodeKind.Type, tree.LabelOf(tree.ChildrenOf(tree.ChildrenOf(AllocationTree.Root)[0])[0]).Kind);
    }

    [Fact]
    public void BottomUp_OneSiteOfTwoCallers_ShowsEachWithItsPart()
    {
        AllocationTree tree = AllocationTrees.BottomUp(
            new SampleStacks().Add("Main > A > Site", "T", 6).Add("Main > B > Site", "T", 9).Add("Site", "T", 1).Build());

        Assert.Equal(["|16|0", "Site|16|1", "B|9|0", "Main|9|9", "A|6|0", "Main|6|6"], Lines(tree));
    }

    [Fact]
    public void Source_OneLineSeveralLinesSeveralFiles_IsLineFileNothing()
    {
        AllocationTree tree = AllocationTrees.TopDown(new SampleStacks()
            .Add("One@A.cs:1", "T", 9).Add("One@A.cs:1", "U", 9)
            .Add("Lines@A.cs:1", "T", 6).Add("Lines@A.cs:2", "T", 6)
            .Add("Files@A.cs:1", "T", 2).Add("Files@B.cs:1", "T", 2).Add("Files@A.cs:1", "U", 2).Build());

        Assert.Equal(["A.cs:1", "A.cs", null], tree.ChildrenOf(AllocationTree.Root).ToArray().Select(tree.SourceOf));
    }

    [Fact]
    public void Limit_OfNodes_CutsPathsAndCountsThem()
    {
        AllocationStacks window = new SampleStacks().Add("A > B > C > D", "T", 3).Add("A > X > Y", "T", 2).Build();

        AllocationTree tree = AllocationTrees.TopDown(window, TypePlacement.None, nodesMax: 3);

        Assert.Equal(["|5|0", "A|5|2", "B|3|3"], Lines(tree));
        Assert.Equal(2, tree.CellsCut);
    }

    [Fact]
    public void Stack_DeeperThanTheLimit_IsReadFromTheAllocatingEnd()
    {
        string deep = string.Join(" > ", Enumerable.Range(0, StackWalk.FramesMax + 50).Select(i => $"M{i}"));
        AllocationStacks window = new SampleStacks().Add(deep, "T", 1).Build();

        Assert.Equal(StackWalk.FramesMax + 1, AllocationTrees.BottomUp(window).Count);
        Assert.Equal(StackWalk.FramesMax, AllocationTables.Methods(window).Count);
        Assert.Equal("M50", AllocationTrees.TopDown(window) is var tree ? tree.LabelOf(tree.ChildrenOf(0)[0]).Name : "");
    }

    [Fact]
    public void NoStack_IsSelfOfTheRoot()
    {
        AllocationTree tree = AllocationTrees.BottomUp(new SampleStacks().Add("", "T", 4).Build());

        Assert.Equal(1, tree.Count);
        Assert.Equal(4, tree.SelfOf(AllocationTree.Root).Samples);
    }

    /// <summary>Twenty thousand nodes are the budget of a page; the time is printed, the size is what must hold.</summary>
    [Fact]
    public void TopDown_OfTwentyThousandNodes_Builds()
    {
        AllocationStacks window = SampleStacks.Random(seed: 4, stacks: 2_000, depth: 30, names: 500);
        AllocationTrees.TopDown(window);
        var watch = Stopwatch.StartNew();
        AllocationTree tree = AllocationTrees.TopDown(window, TypePlacement.Leaves);
        output.WriteLine($"{tree.Count} nodes in {watch.Elapsed.TotalMilliseconds:F0} ms");

        Assert.True(tree.Count >= 20_000, $"{tree.Count} nodes");
    }

    private static IEnumerable<string> Lines(AllocationTree tree, int node = AllocationTree.Root) =>
    [
        $"{tree.LabelOf(node).Name}|{tree.TotalOf(node).Samples}|{tree.SelfOf(node).Samples}",
        .. tree.ChildrenOf(node).ToArray().SelectMany(child => Lines(tree, child)),
    ];

    private static void AssertSame(AllocationEstimator expected, AllocationEstimator actual)
    {
        Assert.Equal(expected.Samples, actual.Samples);
        Assert.Equal(expected.Bytes, actual.Bytes, expected.Bytes * 1e-9);
        Assert.Equal(expected.Objects, actual.Objects, expected.Objects * 1e-9);
        Assert.Equal(expected.Variance, actual.Variance, expected.Variance * 1e-9);
    }
}
