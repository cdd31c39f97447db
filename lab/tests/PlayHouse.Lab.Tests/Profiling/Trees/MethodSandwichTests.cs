using PlayHouse.Lab.Profiling.Stacks;
using PlayHouse.Lab.Profiling.Trees;

namespace PlayHouse.Lab.Profiling.Tests.Trees;

public sealed class MethodSandwichTests
{
    [Fact]
    public void Of_MethodInTheMiddle_HasCallersAboveAndCalleesBelow()
    {
        MethodSandwich sandwich = Sandwich(new SampleStacks()
            .Add("Main > Send > Encode", "Byte[]", 7).Add("Tick > Send", "String", 2).Add("Main > Other", "T", 50));

        Assert.Equal(9, sandwich.Total.Samples);
        Assert.Equal(2, sandwich.Self.Samples);
        Assert.Equal(["Main 7", "Tick 2"], Children(sandwich.Callers, 0));
        Assert.Equal(["Encode 7", "String 2"], Children(sandwich.Callees, 0));
        Assert.Equal("Send", sandwich.Callers.LabelOf(AllocationTree.Root).Name);
    }

    [Theory]
    [InlineData("Main > Send > Send > Send > Encode")]
    [InlineData("Main > Send > Retry > Send > Encode")]
    public void Of_RecursiveMethod_CountsOnceWithOuterCallersAndInnerCallees(string stack)
    {
        MethodSandwich sandwich = Sandwich(new SampleStacks().Add(stack, "Byte[]", 4));

        Assert.Equal(4, sandwich.Total.Samples);
        Assert.Equal(["Main 4"], Children(sandwich.Callers, 0));
        Assert.Equal(["Encode 4"], Children(sandwich.Callees, 0));
        Assert.Equal(4, sandwich.Callees.TotalOf(AllocationTree.Root).Samples);
    }

    [Fact]
    public void Of_NoSuchMethod_IsNull()
        => Assert.Null(MethodSandwich.Of(new SampleStacks().Add("Main", "T", 1).Build(), f => f.Name == "Send"));

    [Fact]
    public void Of_SeveralMethods_TakesTheOneWithMostBytes()
    {
        AllocationStacks window = new SampleStacks().Add("A.Send", "T", 3).Add("B.Send", "T", 8).Build();

        Assert.Equal("B.Send", MethodSandwich.Of(window, f => f.Name.EndsWith("Send", StringComparison.Ordinal))!.Method.Name);
    }

    private static MethodSandwich Sandwich(SampleStacks stacks) => MethodSandwich.Of(stacks.Build(), f => f.Name == "Send")!;

    private static IEnumerable<string> Children(AllocationTree tree, int node)
        => tree.ChildrenOf(node).ToArray().Select(c => $"{tree.LabelOf(c).Name} {tree.TotalOf(c).Samples}");
}
