using PlayHouse.Lab.Profiling.Folding;
using PlayHouse.Lab.Profiling.Stacks;

namespace PlayHouse.Lab.Profiling.Tests.Folding;

public sealed class StackFoldingTests
{
    private const string Deep = "System.Threading.Thread.Start > Main > System.Linq.ToList > System.Linq.Copy > Pick > System.String.Concat";

    [Fact]
    public void Framework_Folded_BelongsToTheCaller() => Assert.Equal(["Main > Pick"], Folded(Deep, new StackFolding()));

    [Fact]
    public void Framework_AsOne_IsOneFrameForNeighboursWithoutPlumbing()
        => Assert.Equal(["Main > [framework] > Pick > [framework]"], Folded(Deep, new StackFolding { Framework = FrameworkFrames.One }));

    [Fact]
    public void Framework_Shown_ChangesNothing()
        => Assert.Equal([Deep], Folded(Deep, new StackFolding { Framework = FrameworkFrames.Show }));

    [Theory]
    [InlineData("System.Threading.Thread.Start > System.Linq.ToList > System.Threading.ThreadPool.Run", "System.Linq.ToList")]
    [InlineData("System.Threading.Thread.Start", "System.Threading.Thread.Start")]
    [InlineData("(continuation) > System.Linq.ToList", "(continuation) > System.Linq.ToList")]
    [InlineData("(continuation) > Main > System.Linq.ToList", "(continuation) > Main")]
    [InlineData("", "")]
    public void Stack_OfFrameworkAlone_KeepsItsPlace(string stack, string expected)
        => Assert.Equal([expected], Folded(stack, new StackFolding()));

    [Fact]
    public void Fold_APattern_GivesTheBytesToTheCaller()
    {
        AllocationStacks folded = new StackFolding { Fold = [FramePattern.Parse("Game.Pool.*")] }
            .Apply(new SampleStacks().Add("Main > Game.Pool.Rent > Game.Pool.Grow", "T", 3).Add("Main", "T", 2).Build()).Stacks;

        Assert.Equal(["Main"], Stacks(folded));
        Assert.Equal(5, Assert.Single(folded.Cells).Estimate.Samples);
    }

    [Fact]
    public void Group_Neighbours_AreOneFrameUnderItsName()
    {
        StackFolding folding = new() { Groups = [FrameGroup.Parse("Game.Pool.* -> pool"), FrameGroup.Parse("Game.*->game")] };

        Assert.Equal(["Main > pool > game > pool"], Folded("Main > Game.Pool.Rent > Game.Pool.Grow > Game.Run > Game.Pool.Rent", folding));
    }

    [Theory]
    [InlineData("Main > Visit > Visit", "Main > Visit > Visit")]
    [InlineData("Main > Visit > System.Linq.ToList > Visit", "Main > Visit > Visit")]
    public void Recursion_OfTheProgram_StaysAsItIs(string stack, string expected)
        => Assert.Equal([expected], Folded(stack, new StackFolding()));

    [Fact]
    public void Focus_BeginsStacksAtTheOutermostCallAndLeavesTheRestOut()
    {
        FoldedStacks folded = new StackFolding { Focus = FramePattern.Parse("Send") }.Apply(
            new SampleStacks().Add("Main > Send > Retry > Send > Encode", "T", 4).Add("Main > Read", "T", 3).Add("", "T", 1).Build());

        Assert.Equal(["Send > Retry > Send > Encode"], Stacks(folded.Stacks));
        Assert.Equal(4, folded.LeftOut.Samples);
    }

    [Fact]
    public void Focus_OnAMethodOfTheFramework_KeepsIt()
        => Assert.Equal(["System.Linq.ToList > Pick"], Folded(Deep, new StackFolding { Focus = FramePattern.Parse("Linq.ToList") }));

    [Fact]
    public void Keep_AMethodOfTheFramework_FoldsOnlyTheOthers()
        => Assert.Equal(["Main > System.Linq.ToList > Pick"], Folded(Deep, new StackFolding { Keep = FramePattern.Parse("Linq.ToList") }));

    [Fact]
    public void IncludeAndExclude_LookAtRecordedFrames_AndAllIncludesMustFit()
    {
        StackFolding folding = new()
        {
            Include = [FramePattern.Parse("Main"), FramePattern.Parse("System.String.*")],
            Exclude = [FramePattern.Parse("Log")],
        };
        FoldedStacks folded = folding.Apply(new SampleStacks()
            .Add("Main > Kept > System.String.Concat", "T", 1)
            .Add("Main > Log > System.String.Concat", "T", 2)
            .Add("Main > Plain", "T", 4)
            .Add("Other > System.String.Concat", "T", 8).Build() with { ExactBytes = 5 });

        Assert.Equal(["Main > Kept"], Stacks(folded.Stacks));
        Assert.Equal(14, folded.LeftOut.Samples);
        Assert.True(double.IsNaN(folded.Stacks.ExactBytes));
    }

    [Theory]
    [InlineData(11)]
    [InlineData(12)]
    public void Folding_RandomStacks_LosesNothing(int seed)
    {
        AllocationStacks window = SampleStacks.Random(seed, 800, depth: 20, names: 40);
        foreach (FrameworkFrames framework in Enum.GetValues<FrameworkFrames>())
        {
            StackFolding folding = new() { Framework = framework, Fold = [FramePattern.Parse("M3*")], Groups = [FrameGroup.Parse("N2.*->two")] };
            FoldedStacks folded = folding.Apply(window);

            Assert.Equal(window.Total().Samples, folded.Stacks.Total().Samples);
            Assert.Equal(window.Total().Bytes, folded.Stacks.Total().Bytes, 1e-3);
            Assert.Equal(0, folded.LeftOut.Samples);
            Assert.All(folded.Stacks.Cells, c => Assert.NotEqual(StackTable.None, c.Stack));
        }
    }

    private static string[] Folded(string stack, StackFolding folding) => Stacks(folding.Apply(new SampleStacks().Add(stack, "T", 1).Build()).Stacks);

    private static string[] Stacks(AllocationStacks window)
        => [.. window.Cells.Select(c => string.Join(" > ", window.Table.Walk(c.Stack).Reverse().Select(f => f.Name)))];
}
