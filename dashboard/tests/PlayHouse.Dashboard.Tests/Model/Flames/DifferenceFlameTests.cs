using PlayHouse.Dashboard.Model.Hotspots;
using PlayHouse.Dashboard.Tests.Fixtures;
using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Profiling.Comparison;
using PlayHouse.Lab.Profiling.Roles;
using PlayHouse.Lab.Reporting.Flames;

namespace PlayHouse.Dashboard.Tests.Model.Flames;

public sealed class DifferenceFlameTests
{
    private static readonly StackComparison Tree = StackComparer.Compare(
        [SampleTraces.Baseline, SampleTraces.Baseline], [SampleTraces.Candidate, SampleTraces.Candidate], keepsFramework: true);

    [Fact]
    public void Widths_AreTheCandidates()
    {
        FlamePayload flame = DifferenceFlame.Of(Tree);

        Assert.Equal(SampleTraces.Candidate.Total().Bytes / SampleTraces.Candidate.Messages, flame.Frames[0].Width, 6);
        Assert.Equal(0, FlameChecks.Frame(flame, "ToByteArrayReplyCodec.Encode").Width);
        FlameChecks.AddsUp(flame, f => f.Width);
        FlameChecks.IsInReadingOrder(flame);
    }

    [Fact]
    public void Vanished_AreAsWideAsInTheBaselineAndFitIntoTheirCallers()
    {
        FlamePayload flame = DifferenceFlame.Of(Tree);

        FlameFrame gone = FlameChecks.Frame(flame, "ToByteArrayReplyCodec.Encode");
        Assert.Equal(Tree.Nodes.Single(n => n.Name.EndsWith("ToByteArrayReplyCodec.Encode", StringComparison.Ordinal)).Total.Baseline, gone.WidthWithVanished, 9);
        Assert.Equal(FlameEdge.Gone, gone.Edge);
        Assert.Equal(flame.Frames[0].Width + gone.WidthWithVanished, flame.Frames[0].WidthWithVanished, 9);
        FlameChecks.AddsUp(flame, f => f.WidthWithVanished);
        Assert.False(flame.IsShown(FlameChecks.IndexOf(flame, "ToByteArrayReplyCodec.Encode"), hasVanished: false));
        Assert.True(flame.IsShown(FlameChecks.IndexOf(flame, "ToByteArrayReplyCodec.Encode"), hasVanished: true));
    }

    [Fact]
    public void Colours_SayWhatTheIntervalSays()
    {
        FlamePayload flame = DifferenceFlame.Of(Tree);

        Assert.Equal((FlameLook.More, FlameEdge.New), Of("Room.Cache"));
        Assert.Equal((FlameLook.Less, FlameEdge.Gone), Of("ToByteArrayReplyCodec.Encode"));
        Assert.Equal((FlameLook.Less, FlameEdge.None), Of("Stage.Dispatch"));
        Assert.Equal((FlameLook.Same, FlameEdge.None), Of("PacketReader.Read"));
        // One trace of each arm holds too few samples of it, two hold enough.
        FlameFrame rare = FlameChecks.Frame(
            DifferenceFlame.Of(StackComparer.Compare([SampleTraces.Baseline], [SampleTraces.Candidate], keepsFramework: true)), "Socket.Receive");
        Assert.Equal((FlameLook.Same, true, "too few samples"), (rare.Look, rare.IsInsufficient, rare.Interval));
        Assert.All(flame.Frames, f => Assert.InRange(f.Strength, 0, 1));
        Assert.Equal(1, flame.Frames.Max(f => f.Strength));

        (FlameLook, FlameEdge) Of(string name) => (FlameChecks.Frame(flame, name).Look, FlameChecks.Frame(flame, name).Edge);
    }

    [Theory]
    [InlineData(ChangeMark.Open, FlameLook.Same)]
    [InlineData(ChangeMark.Insufficient, FlameLook.Same)]
    [InlineData(ChangeMark.More, FlameLook.More)]
    [InlineData(ChangeMark.New, FlameLook.More)]
    [InlineData(ChangeMark.Less, FlameLook.Less)]
    [InlineData(ChangeMark.Gone, FlameLook.Less)]
    public void Look_OfEveryMark_IsDecided(ChangeMark mark, FlameLook look) => Assert.Equal(look, DifferenceFlame.LookOf(mark));

    [Fact]
    public void Widths_BelowAVanishedCaller_CountTheBaselineAlone()
    {
        StackComparison tree = new()
        {
            Nodes = [Node(-1, "(all)", 100, 40), Node(0, "gone", 60, 0), Node(1, "inner", 25, 0), Node(1, "inner2", 20, 0), Node(0, "stays", 40, 40)],
        };

        FlamePayload flame = DifferenceFlame.Of(tree);

        Assert.Equal([100, 60, 25, 20, 40], flame.Frames.Select(f => f.WidthWithVanished));
        Assert.Equal([40, 0, 0, 0, 40], flame.Frames.Select(f => f.Width));
    }

    [Fact]
    public void PerWindow_IsAsRecordedWhateverWorkWasDone()
    {
        HotspotScene scene = HotspotChange.PerWindow([SampleTraces.Baseline, SampleTraces.Candidate], "baseline", "candidate", RoleMap.None, keepsFramework: false);

        Assert.Equal(SampleTraces.Candidate.Total().Bytes, scene.Flame!.Frames[0].Width, 3);
        Assert.DoesNotContain("msg", scene.Unit, StringComparison.Ordinal);
        Assert.Contains("not what a message costs", scene.Head[0], StringComparison.Ordinal);
        Assert.NotEmpty(HotspotChange.PerWindow([SampleTraces.Baseline], "baseline", "candidate", RoleMap.None, keepsFramework: false).Problems);
    }

    [Fact]
    public void NoNodes_AreNoFrames() => Assert.Empty(DifferenceFlame.Of(new StackComparison { Nodes = [] }).Frames);

    private static StackChange Node(int parent, string name, double baseline, double other)
    {
        BytesChange change = new(baseline, other, other - baseline, other - baseline, other - baseline, other < baseline ? ChangeMark.Less : ChangeMark.Open);
        return new StackChange(parent, name, name, name, change, change);
    }
}
