using System.Text.Json;
using PlayHouse.Dashboard.Model.Flames;
using PlayHouse.Dashboard.Tests.Fixtures;
using PlayHouse.Lab.Profiling.Comparison;
using PlayHouse.Lab.Reporting.Allocations;
using PlayHouse.Lab.Reporting.Flames;

namespace PlayHouse.Dashboard.Tests.Model.Flames;

public sealed class FlamePayloadTests
{
    private static readonly AllocationView View = AllocationFlameTests.View(SampleTraces.Baseline);
    private static readonly FlamePayload Flame = AllocationFlame.Of(View);

    [Fact]
    public void Bytes_HoldAColumnForEachThingAndEachTextOnce()
    {
        FlamePayload difference = DifferenceFlame.Of(StackComparer.Compare([SampleTraces.Baseline], [SampleTraces.Candidate]));

        foreach ((FlamePayload flame, string[] columns) in new[]
        {
            (Flame, new[] { "parent", "look", "hatch", "label", "name", "place", "figures", "width" }),
            (difference, ["parent", "look", "hatch", "label", "name", "place", "figures", "width", "edge", "wide", "strength"]),
        })
        {
            JsonElement json = JsonDocument.Parse(FlameBytes.Of(flame)).RootElement;
            Assert.All(columns, c => Assert.Equal(flame.Frames.Count, json.GetProperty(c).GetArrayLength()));
            string[] texts = [.. json.GetProperty("texts").EnumerateArray().Select(t => t.GetString()!)];
            Assert.Equal(texts.Distinct().Count(), texts.Length);
            Assert.Equal(flame.Frames.Select(f => f.Name), json.GetProperty("name").EnumerateArray().Select(n => texts[n.GetInt32()]));
            Assert.Equal(flame.Frames.Select(f => FlameWords.Figures(flame, f)), json.GetProperty("figures").EnumerateArray().Select(n => texts[n.GetInt32()]));
        }
    }

    [Fact]
    public void Search_CountsWhatLiesBelowAFindOnce()
    {
        FlameMatch match = FlameSearch.Find(Flame, "room.VISIT", View.Scale);

        FlameFrame outermost = FlameChecks.Frame(Flame, "Room.Visit");
        Assert.Equal(3, match.Frames.Count);
        Assert.Equal($"3 frames found with {outermost.Share} of the bytes: {outermost.Value} B/msg {outermost.Interval}.", match.Sentence);
    }

    [Fact]
    public void Search_OfNothingOrForNothing_SaysSo()
    {
        Assert.Same(FlameMatch.None, FlameSearch.Find(Flame, "", View.Scale));
        Assert.Equal("No frame has that in its name.", FlameSearch.Find(Flame, "no such thing", View.Scale).Sentence);
        Assert.Same(FlameMatch.None, FlameSearch.Find(new FlamePayload([], "B"), "x"));
    }

    [Fact]
    public void Words_OfEveryColour_AreThere() => Assert.All(Enum.GetValues<FlameLook>(), l => Assert.NotEmpty(FlameWords.Look(l)));

    [Fact]
    public void Rows_OpenStepByStep_AndThroughWhatHasNoChoice()
    {
        HashSet<int> expanded = [];
        Assert.Equal((0, 1, false), Assert.Single(FlameRows.Of(Flame, expanded, false)) is var root ? (root.Frame, root.Level, root.IsExpanded!.Value) : default);

        FlameRows.Open(Flame, expanded, 0, false);
        Assert.Equal(["all", "Program.Main", "(continuation)", "Socket.Receive"], Names(expanded));

        FlameRows.Open(Flame, expanded, FlameChecks.IndexOf(Flame, "Program.Main"), false);
        Assert.Equal(["all", "Program.Main", "StageLoop.Run", "Stage.Dispatch", "ToByteArrayReplyCodec.Encode", "PacketReader.Read", "Room.Join"], Names(expanded).Take(7));
        FlameRow join = FlameRows.Of(Flame, expanded, false)[6];
        Assert.Equal((5, 3, 5, false), (join.Level, join.Position, join.Siblings, join.IsExpanded!.Value));
    }

    [Fact]
    public void Rows_Revealed_ShowAFrameWithoutOpeningIt()
    {
        HashSet<int> expanded = [];
        int encode = FlameChecks.IndexOf(Flame, "ToByteArrayReplyCodec.Encode");

        FlameRows.Reveal(Flame, expanded, encode);

        Assert.DoesNotContain(encode, expanded);
        Assert.Contains(FlameRows.Of(Flame, expanded, false), r => r.Frame == encode);
        Assert.Equal(3, FlameRows.Of(Flame, expanded, false, rowsMax: 3).Count);
    }

    [Fact]
    public void Rows_OfADifference_ShowVanishedPathsOnRequest()
    {
        FlamePayload flame = DifferenceFlame.Of(StackComparer.Compare([SampleTraces.Baseline], [SampleTraces.Candidate]));
        HashSet<int> expanded = [.. Enumerable.Range(0, flame.Frames.Count)];
        int gone = FlameChecks.IndexOf(flame, "ToByteArrayReplyCodec.Encode");

        Assert.DoesNotContain(FlameRows.Of(flame, expanded, hasVanished: false), r => r.Frame == gone);
        Assert.Contains(FlameRows.Of(flame, expanded, hasVanished: true), r => r.Frame == gone);
        Assert.Empty(FlameRows.Of(new FlamePayload([], "B"), expanded, false));
    }

    private static IEnumerable<string> Names(HashSet<int> expanded) => FlameRows.Of(Flame, expanded, false).Select(r => Flame.Frames[r.Frame].Short);
}
