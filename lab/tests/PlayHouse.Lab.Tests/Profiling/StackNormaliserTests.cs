using PlayHouse.Lab.Profiling.Frames;
using PlayHouse.Lab.Profiling.Stacks;

namespace PlayHouse.Lab.Profiling.Tests;

public sealed class StackNormaliserTests
{
    private const string Builder = "System.Runtime.CompilerServices.AsyncTaskMethodBuilder.Start(!!0&)";
    private const string Box = "System.Runtime.CompilerServices.AsyncTaskMethodBuilder`1[System.__Canon].GetStateMachineBox(!!0&)";
    private const string Completion = "System.Threading.Tasks.Task.RunContinuations(class System.Object)";

    [Fact]
    public void Add_MethodInSeveralParts_IsOneFrame()
        => Assert.Equal(["A.M", "A.Main"], Names(null, "A+<M>d__0.MoveNext()", Builder, "A.M(int32)", "A.Main()"));

    [Fact]
    public void Add_Recursion_IsOneFrame() => Assert.Equal(["A.M", "A.Main"], Names(null, "A.M()", "A.M()", "A.M()", "A.Main()"));

    [Fact]
    public void Add_MergedFrame_KeepsTheInnerLine()
    {
        var normaliser = new StackNormaliser();
        normaliser.Begin();
        normaliser.Add(ResolvedFrame.Of("A.M()", "Mine", () => "A.cs:5"));
        normaliser.Add(ResolvedFrame.Of("A.M()", "Mine", () => "A.cs:9"));
        Assert.Equal("A.cs:5", normaliser.Frames[0].Source);

        normaliser.Begin();
        normaliser.Add(ResolvedFrame.Of("A.M()", "Mine", () => null));
        normaliser.Add(ResolvedFrame.Of("A.M()", "Mine", () => "A.cs:9"));
        Assert.Equal("A.cs:9", normaliser.Frames[0].Source);
        Assert.Equal(1, normaliser.Frames.Length);
    }

    [Fact]
    public void Add_PlumbingBetweenDifferentMethods_StaysAndIsMarked()
    {
        StackFrame[] frames = Frames(null, "A+<M>d__0.MoveNext()", Builder, "B.N()");

        Assert.Equal([FrameKind.Program, FrameKind.Plumbing, FrameKind.Program], frames.Select(f => f.Kind));
    }

    [Fact]
    public void Add_Completion_ReplacesEverythingRootward()
    {
        StackFrame[] frames = Frames(null, "A+<M>d__0.MoveNext()", Box, Completion, "B+<Callee>d__1.MoveNext()", "A.Main()");

        Assert.Equal(["A.M", "System.Runtime.CompilerServices.AsyncTaskMethodBuilder.GetStateMachineBox", "(continuation)"], frames.Select(f => f.Name));
        Assert.Equal(FrameKind.Continuation, frames[^1].Kind);
    }

    [Fact]
    public void Add_CodeWithoutName_IsUnresolvedWithItsModule()
    {
        var normaliser = new StackNormaliser();
        normaliser.Begin();
        normaliser.Add(ResolvedFrame.Of("", "System.Private.CoreLib", () => "never"));

        Assert.Equal(new StackFrame("(unresolved)", "System.Private.CoreLib", FrameKind.Unresolved), normaliser.Frames[0]);
        Assert.False(CallSites.IsSite(normaliser.Frames[0]));
    }

    [Theory]
    [InlineData("A.M", new[] { Box, "A+<M>d__0.MoveNext()", "B.N()" }, "GetStateMachineBox|A.M|B.N")]
    [InlineData("A.M", new[] { Box, "B.N()" }, "GetStateMachineBox|A.M|B.N")]
    [InlineData("A.M", new[] { Box, Completion, "C.D()" }, "GetStateMachineBox|A.M|(continuation)")]
    [InlineData("A.M", new[] { Box }, "GetStateMachineBox|A.M")]
    public void Charge_InlinedOwner_ComesBack(string owner, string[] raw, string expected)
        => Assert.Equal(expected, string.Join('|', Names(owner, raw).Select(n => n.Replace("System.Runtime.CompilerServices.AsyncTaskMethodBuilder.", "", StringComparison.Ordinal))));

    [Fact]
    public void Of_SiteWithoutSource_NamesTheNearestCallerWithOne()
    {
        StackFrame framework = new("System.String.Concat", "System.Private.CoreLib", FrameKind.Framework);
        StackFrame dynamic = new("dynamicClass.f", "", FrameKind.Program);
        StackFrame caller = new("A.M", "Mine", FrameKind.Program, "A.cs:5");

        Assert.Equal(new CallSite("dynamicClass.f", null, "A.M (A.cs:5)"), CallSites.Of([framework, dynamic, caller]));
        Assert.Equal(new CallSite("A.M", "A.cs:5", null), CallSites.Of([framework, caller, dynamic]));
        Assert.Equal(new CallSite("System.String.Concat", null, null), CallSites.Of([framework, StackNormaliser.Continuation, caller]));
        Assert.Equal(new CallSite("(continuation)", null, null), CallSites.Of([StackNormaliser.Continuation]));
        Assert.Equal(new CallSite("(no stack)", null, null), CallSites.Of([]));
    }

    private static string[] Names(string? owner, params string[] raw) => [.. Frames(owner, raw).Select(f => f.Name)];

    private static StackFrame[] Frames(string? owner, params string[] raw)
    {
        var normaliser = new StackNormaliser();
        normaliser.Begin();
        foreach (string name in raw)
            normaliser.Add(ResolvedFrame.Of(name, name.StartsWith("System.", StringComparison.Ordinal) ? "System.Private.CoreLib" : "Mine", () => null));
        normaliser.Charge(owner);
        return normaliser.Frames.ToArray();
    }
}
