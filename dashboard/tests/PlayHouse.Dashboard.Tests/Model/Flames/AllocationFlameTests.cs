using PlayHouse.Dashboard.Tests.Fixtures;
using PlayHouse.Lab.Profiling.Folding;
using PlayHouse.Lab.Profiling.Frames;
using PlayHouse.Lab.Profiling.Stacks;
using PlayHouse.Lab.Reporting.Allocations;
using PlayHouse.Lab.Reporting.Flames;

namespace PlayHouse.Dashboard.Tests.Model.Flames;

public sealed class AllocationFlameTests
{
    [Fact]
    public void Picture_OfAnArm_AddsUp()
    {
        AllocationView view = View(SampleTraces.Baseline);

        FlamePayload flame = AllocationFlame.Of(view);

        Assert.Equal(view.Stacks.Total().Bytes / view.Stacks.Messages, flame.Frames[0].Width, 6);
        Assert.Equal("B/msg", flame.Unit);
        FlameChecks.AddsUp(flame, f => f.Width);
        FlameChecks.IsInReadingOrder(flame);
        Assert.Equal(0, flame.FramesLeftOut);
    }

    [Fact]
    public void Figures_OfEveryFrame_AreThoseOfTheCommandLine()
    {
        AllocationView view = View(SampleTraces.Baseline);

        FlameFrame encode = FlameChecks.Frame(AllocationFlame.Of(view), "ToByteArrayReplyCodec.Encode");

        Assert.Equal((view.Scale.Value(encode.Total), view.Scale.Interval(encode.Total), "470"), (encode.Value, encode.Interval, encode.Samples));
        string text = AllocationViewText.Of([view with { Kind = AllocationViewKind.Tree }], 200);
        Assert.Contains($"{encode.Value} {encode.Interval} {encode.Samples}", string.Join(' ', text.Split(' ', StringSplitOptions.RemoveEmptyEntries)), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("Stage.Dispatch", FlameLook.Engine)]
    [InlineData("Room.Join", FlameLook.Game)]
    [InlineData("GC.AllocateUninitializedArray", FlameLook.Framework)]
    [InlineData("Byte[]", FlameLook.Type)]
    [InlineData("(continuation)", FlameLook.Other)]
    [InlineData("all", FlameLook.All)]
    public void Colour_OfAFrame_SaysWhoseCodeItIs(string name, FlameLook look) =>
        Assert.Equal(look, FlameChecks.Frame(AllocationFlame.Of(View(SampleTraces.Baseline, FrameworkFrames.Show)), name).Look);

    [Fact]
    public void TooFewSamples_AreHatchedAndHaveNoInterval()
    {
        FlameFrame rare = FlameChecks.Frame(AllocationFlame.Of(View(SampleTraces.Baseline)), "SocketAsyncEventArgs");

        Assert.True(rare.IsInsufficient);
        Assert.Equal(AllocationScale.Insufficient, rare.Interval);
    }

    [Fact]
    public void Recursion_Collapsed_IsOneFrameWithTheSameBytes()
    {
        AllocationView view = View(SampleTraces.Baseline);
        FlamePayload whole = AllocationFlame.Of(view);

        FlamePayload collapsed = AllocationFlame.Of(view, isCollapsed: true);

        FlameFrame outermost = whole.Frames.First(f => f.Short == "Room.Visit");
        FlameFrame once = Assert.Single(collapsed.Frames, f => f.Short == "Room.Visit");
        Assert.Equal(3, whole.Frames.Count(f => f.Short == "Room.Visit"));
        Assert.Equal((outermost.Width, outermost.Samples), (once.Width, once.Samples));
        Assert.Equal(whole.Frames[0].Width, collapsed.Frames[0].Width);
        Assert.Equal(whole.Frames.Count - 2, collapsed.Frames.Count);
        FlameChecks.AddsUp(collapsed, f => f.Width);
        FlameChecks.IsInReadingOrder(collapsed);
    }

    [Fact]
    public void Recursion_WithBranches_MergesWhatBothCallsReach()
    {
        var builder = new AllocationStacksBuilder();
        StackFrame a = new("X.A", "Game", FrameKind.Program);
        StackFrame b = new("X.B", "Game", FrameKind.Program);
        foreach (StackFrame[] innermostFirst in (StackFrame[][])[[b, a], [b, a, a], [a, a]])
        {
            for (int i = 0; i < 6; i++)
            {
                builder.Add(builder.Stack(innermostFirst), builder.Type("T"), 24);
            }
        }

        FlamePayload flame = AllocationFlame.Of(View(builder.Build() with { Messages = 1 }), isCollapsed: true);

        Assert.Equal(["all", "X.A", "X.B", "T", "T"], flame.Frames.Select(f => f.Short));
        Assert.Equal(["18", "18", "12", "12", "6"], flame.Frames.Select(f => f.Samples));
    }

    [Fact]
    public void MoreFramesThanTheLimit_KeepTheLargestAndSaySo()
    {
        AllocationView view = View(SampleTraces.Large(2_001));

        FlamePayload flame = AllocationFlame.Of(view, framesMax: 500);

        Assert.Equal(500, flame.Frames.Count);
        Assert.Equal(AllocationFlame.Of(view).Frames.Count - 500, flame.FramesLeftOut);
        FlameChecks.AddsUp(flame, f => f.Width);
        FlameChecks.IsInReadingOrder(flame);
    }

    [Fact]
    public void Names_FromATrace_CarryNoControlCharacters()
    {
        FlamePayload flame = AllocationFlame.Of(View(SampleTraces.Baseline));

        Assert.All(flame.Frames, f => Assert.DoesNotContain(f.Name + f.Short + f.Place, c => char.IsControl(c) || c == '\u202e'));
        Assert.Contains(flame.Frames, f => f.Name.Contains("<img src=x", StringComparison.Ordinal));
    }

    [Fact]
    public void NoCells_AreOneFrameOfNoWidth()
    {
        FlamePayload flame = AllocationFlame.Of(View(new AllocationStacksBuilder().Build() with { Messages = 10 }));

        Assert.Equal(0, Assert.Single(flame.Frames).Width);
    }

    [Fact]
    public void WayTo_AnyFrame_BeginsWithEverything()
    {
        FlamePayload flame = AllocationFlame.Of(View(SampleTraces.Baseline));
        int encode = FlameChecks.IndexOf(flame, "ToByteArrayReplyCodec.Encode");

        Assert.Equal(["all", "Program.Main", "StageLoop.Run", "Stage.Dispatch", "ToByteArrayReplyCodec.Encode"], flame.WayTo(encode).Select(i => flame.Frames[i].Short));
        Assert.Equal([0], flame.WayTo(1_000_000));
        Assert.Equal([0], flame.WayTo(-1));
    }

    internal static AllocationView View(AllocationStacks stacks, FrameworkFrames framework = FrameworkFrames.Fold) =>
        AllocationViews.Of([stacks], "a run", new AllocationQuestion { Kind = AllocationViewKind.Flame, Folding = new StackFolding { Framework = framework } })!;
}
