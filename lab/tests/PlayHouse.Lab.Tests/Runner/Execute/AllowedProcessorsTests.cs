using PlayHouse.Lab.Control;
using PlayHouse.Lab.Model.Experiments;

namespace PlayHouse.Lab.Runner.Tests.Execute;

public sealed class AllowedProcessorsTests
{
    [Theory]
    [InlineData("0-1", 0, "1")]
    [InlineData("2,5-7", 2, "5,6,7")]
    [InlineData("0-3", 0, "2,3")]
    [InlineData("0,1", 0, "1")]
    public void Divide_AllowedSet_KeepsTheOthersOffTheTargetsCoreWhereItCan(string allowed, int target, string others)
    {
        // Threads 0 and 1, 2 and 3, and so on share a core.
        (int Target, IReadOnlyList<int> Others) = AllowedProcessors.Divide(AllowedProcessors.Parse(allowed), p => [p & ~1, p | 1])!.Value;

        Assert.Equal((target, others), (Target, AllowedProcessors.Text(Others)));
    }

    [Fact]
    public void Divide_OneProcessor_IsImpossible() => Assert.Null(AllowedProcessors.Divide([3], p => [p]));

    [Fact]
    public void Read_ThisProcess_HasAsManyAsTheRuntimeSees() => Assert.Equal(Environment.ProcessorCount, AllowedProcessors.Read().Count);

    [Theory]
    [InlineData(CpuLayout.Shared)]
    [InlineData(CpuLayout.Split)]
    public void Load_AnyLayout_NeverRunsBelowTheTarget(CpuLayout layout)
    {
        ControlProcessStart load = ProcessPlacement.Load("load", layout, new Dictionary<string, string?>());
        ControlProcessStart target = ProcessPlacement.Target("target", layout, new Dictionary<string, string?>());

        Assert.NotEqual("nice", target.FileName);
        Assert.Equal(load.FileName == "nice" ? $"nice {ProcessPlacement.RaisedNiceness}" : "equal", ProcessPlacement.LoadPriority(layout));
        Assert.True(load.FileName != "nice" || load.Arguments[1].StartsWith('-'));
    }
}
