using System.Text.Json;
using PlayHouse.Dashboard.Model.Hotspots;
using PlayHouse.Dashboard.Tests.Fixtures;
using PlayHouse.Lab.Profiling.Stacks;
using PlayHouse.Lab.Reporting.Allocations;
using PlayHouse.Lab.Reporting.Flames;

namespace PlayHouse.Dashboard.Tests.Model.Hotspots;

public sealed class HotspotSceneTests
{
    private static readonly AllocationStacks[] Windows = [SampleTraces.Candidate, SampleTraces.Baseline];

    [Theory]
    [InlineData(null, "baseline")]
    [InlineData("candidate", "candidate")]
    [InlineData("no such arm", "baseline")]
    public void Arm_ThatIsNotThere_IsTheBaseline(string? asked, string shown) => Assert.Equal(shown, Of(new HotspotQuery { Arm = asked }).Arm);

    [Fact]
    public void Types_AreRowsWithTheMethodThatAllocatesMost()
    {
        HotspotScene scene = Of(new HotspotQuery());

        HotspotRow bytes = scene.Rows[0];
        Assert.Equal(("Byte[]", "System.Byte[]", "in 1 method"), (bytes.Name, bytes.Full, bytes.Note));
        Assert.EndsWith("ToByteArrayReplyCodec.Encode", bytes.Focus, StringComparison.Ordinal);
        Assert.Equal("insufficient", scene.Rows.Single(r => r.Name == "SocketAsyncEventArgs").Total.Interval);
        Assert.Contains("95 %, of sampling alone", string.Join(' ', scene.Head), StringComparison.Ordinal);
    }

    [Fact]
    public void Bars_AreSolidAsFarAsIsSureAndDottedWithoutAnInterval()
    {
        HotspotScene scene = Of(new HotspotQuery());

        HotspotFigures first = scene.Rows[0].Total;
        Assert.Equal(100, first.End, 6);
        Assert.InRange(first.Solid, 1, first.End - 1);
        HotspotFigures rare = scene.Rows.Single(r => r.Name == "SocketAsyncEventArgs").Total;
        Assert.Equal((0, true), (rare.Solid, rare.IsInsufficient));
        Assert.DoesNotContain(',', rare.Style);
    }

    [Fact]
    public void Focus_OnMethods_IsTheSandwichOfTheCommandLineAboveTheWholeTable()
    {
        HotspotQuery query = new() { View = HotspotView.Methods };
        HotspotScene all = Of(query);

        HotspotScene scene = Of(query with { Focus = "Stage.Dispatch" });

        HotspotSandwich sandwich = scene.Sandwich!;
        Assert.Equal(all.Rows.Select(r => (r.Full, r.Total)), scene.Rows.Select(r => (r.Full, r.Total)));
        HotspotRow dispatch = all.Rows.Single(r => r.Name == "Stage.Dispatch");
        Assert.Equal((dispatch.Total.Value, dispatch.Total.Interval), (sandwich.Total.Value, sandwich.Total.Interval));
        Assert.Equal(["StageLoop.Run"], sandwich.Callers.Select(c => c.Name));
        Assert.Equal(["ToByteArrayReplyCodec.Encode", "PacketReader.Read", "Room.Join"], sandwich.Callees.Take(3).Select(c => c.Name));
        Assert.False(sandwich.Self.HasSamples);
        JsonElement node = Nodes(AllocationViewKind.Callees).Single(n => n.GetProperty("name").GetString()!.EndsWith("PacketReader.Read", StringComparison.Ordinal));
        Assert.Equal(scene.View!.Scale.Figure(node.GetProperty("total").GetProperty("bytes").GetDouble() * SampleTraces.Baseline.Messages), sandwich.Callees[1].Total.Value);
    }

    [Fact]
    public void MethodThatNobodyCalls_SaysHowMuchThatIs()
    {
        HotspotSandwich main = Of(new HotspotQuery { View = HotspotView.Methods, Focus = "Program.Main" }).Sandwich!;

        Assert.Empty(main.Callers);
        Assert.Equal(main.Total.Value, main.Uncalled!.Value);
    }

    [Fact]
    public void Type_Alone_LeavesTheRestOutAndKeepsTheUnit()
    {
        HotspotScene scene = Of(new HotspotQuery { View = HotspotView.Methods, Type = "System.String" });

        Assert.Equal(["Room.Join"], scene.Rows.Where(r => r.Self!.HasSamples).Select(r => r.Name));
        Assert.Contains("left out", string.Join(' ', scene.Head), StringComparison.Ordinal);
        Assert.Equal("B/msg", scene.Unit);
        Assert.Equal(["No sample is of the type '<b>?'."], Of(new HotspotQuery { Type = "<b>\u001b" }).Problems);
    }

    [Theory]
    [InlineData("NoSuchMethodAtAll", "The page of methods lists all of them")]
    [InlineData("dispatc", "Methods that contain it: PlayHouse.Engine.Stages.Stage.Dispatch")]
    [InlineData("/(/", "is no regular expression")]
    public void Focus_ThatFitsNothing_SaysWhatToDo(string focus, string said)
    {
        HotspotScene scene = Of(new HotspotQuery { View = HotspotView.Flame, Focus = focus });

        Assert.Contains(said, Assert.Single(scene.Problems), StringComparison.Ordinal);
        Assert.Null(scene.Flame);
    }

    [Fact]
    public void Patterns_ThatAreWrong_AreProblemsOfThePage()
    {
        Assert.Contains("has no '->'", Assert.Single(Of(new HotspotQuery { Group = ["a*"] }).Problems), StringComparison.Ordinal);
        Assert.Contains("at character 2", Assert.Single(Of(new HotspotQuery { Fold = ["/*/"] }).Problems), StringComparison.Ordinal);
    }

    [Fact]
    public void FoldAndGroup_AreThoseOfTheCommandLine()
    {
        FlamePayload flame = Of(new HotspotQuery { View = HotspotView.Flame, Fold = ["StageLoop.*"], Group = ["Game.Rooms.*->rooms"] }).Flame!;

        Assert.DoesNotContain(flame.Frames, f => f.Short == "StageLoop.Run");
        Assert.Contains(flame.Frames, f => f.Short == "rooms");
        Assert.Equal("Stage.Dispatch", Of(new HotspotQuery { View = HotspotView.Flame, Focus = "Stage.Dispatch" }).Flame!.Frames[1].Short);
    }

    [Fact]
    public void Find_LooksIntoShortAndWholeNames()
    {
        IReadOnlyList<HotspotRow> rows = Of(new HotspotQuery { View = HotspotView.Methods }).Rows;

        Assert.Equal(2, HotspotRows.Find(rows, "PLAYHOUSE.ENGINE.STAGES").Count(r => r.Name.StartsWith("Stage", StringComparison.Ordinal)));
        Assert.Same(rows, HotspotRows.Find(rows, ""));
        Assert.Empty(HotspotRows.Find(rows, "no such thing"));
    }

    private static HotspotScene Of(HotspotQuery query) => HotspotScenes.Of("r-1", Windows, "baseline", query);

    private static JsonElement[] Nodes(AllocationViewKind kind)
    {
        AllocationView view = AllocationViews.Of([SampleTraces.Baseline], "r-1", new AllocationQuestion { Kind = kind, Focus = Lab.Profiling.Folding.FramePattern.Parse("Stage.Dispatch") })!;
        return [.. JsonDocument.Parse(AllocationViewJson.Of("r-1", [view])).RootElement.GetProperty("views")[0].GetProperty("nodes").EnumerateArray()];
    }
}
