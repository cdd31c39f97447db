using PlayHouse.Lab.Profiling.Stacks;
using PlayHouse.Lab.Profiling.Trees;

namespace PlayHouse.Lab.Profiling.Tests.Trees;

public sealed class AllocationTablesTests
{
    [Fact]
    public void Types_AreAddedOverStacks_LargestFirst()
    {
        IReadOnlyList<TypeRow> rows = AllocationTables.Types(
            new SampleStacks().Add("A", "Small", 3).Add("A", "Big", 5).Add("B", "Big", 6).Add("X > B", "Big", 1).Build());

        Assert.Equal(["Big 12 2", "Small 3 1"], rows.Select(r => $"{r.Type} {r.Total.Samples} {r.Methods}"));
    }

    [Fact]
    public void Methods_RecursionCountsOnceInTotal()
    {
        IReadOnlyList<MethodRow> rows = AllocationTables.Methods(
            new SampleStacks().Add("Main > F > G > F", "T", 4).Add("Main > G", "T", 1).Build());

        Assert.Equal(["G 5 1", "Main 5 0", "F 4 4"], rows.Select(r => $"{r.Method.Name} {r.Total.Samples} {r.Self.Samples}"));
    }

    [Fact]
    public void Methods_LinesOfOneMethod_AreOneRow()
    {
        MethodRow row = Assert.Single(AllocationTables.Methods(new SampleStacks().Add("F@A.cs:1", "T", 1).Add("F@A.cs:2", "T", 2).Build()));

        Assert.Equal(3, row.Self.Samples);
        Assert.Equal("A.cs", row.Source);
    }

    [Fact]
    public void Merge_TwoLaunches_AddsCellsMessagesAndReasons()
    {
        AllocationStacks a = new SampleStacks().Add("Main > F", "T", 4).Add("Main > G", "U", 1).Build(100, "candidate", "l-1");
        AllocationStacks b = new SampleStacks().Add("Main > G", "U", 2).Add("Main > F", "T", 6).Build(300, "candidate", "l-2")
            with { Invalid = ["2 events were lost"] };

        AllocationStacks merged = StacksMerge.Of([a, b]);

        Assert.Equal(400, merged.Messages);
        Assert.Equal("candidate", merged.Arm);
        Assert.Equal("l-1, l-2", merged.Origin);
        Assert.Equal(["l-2: 2 events were lost"], merged.Invalid);
        Assert.Equal(2, merged.Cells.Count);
        Assert.Equal(["Main 13", "F 10", "G 3"], AllocationTables.Methods(merged).Select(r => $"{r.Method.Name} {r.Total.Samples}"));
        Assert.Equal(a.Total().Bytes + b.Total().Bytes, merged.Total().Bytes, 1e-6);
    }

    [Fact]
    public void Merge_OneWithoutMessages_HasNone()
        => Assert.Equal(double.NaN, StacksMerge.Of([new SampleStacks().Build(double.NaN), new SampleStacks().Build(5)]).Messages);
}
