using Microsoft.AspNetCore.WebUtilities;
using Microsoft.Extensions.Primitives;
using PlayHouse.Dashboard.Model.Hotspots;
using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Profiling.Folding;

namespace PlayHouse.Dashboard.Tests.Model.Hotspots;

public sealed class HotspotQueryTests
{
    [Theory]
    [InlineData(null, HotspotView.Types)]
    [InlineData("", HotspotView.Types)]
    [InlineData("methods", HotspotView.Methods)]
    [InlineData("FLAME", HotspotView.Flame)]
    [InlineData("tree", HotspotView.Tree)]
    [InlineData("2", HotspotView.Types)]
    [InlineData("<script>", HotspotView.Types)]
    public void View_OfAnAddress_IsOnTheList(string? word, HotspotView view) => Assert.Equal(view, HotspotQuery.Parse<HotspotView>(word));

    [Fact]
    public void Href_HoldsEverythingAndNothingThatIsNotAsked()
    {
        HotspotQuery query = new()
        {
            View = HotspotView.Flame, Arm = "candidate", Focus = "A&B=C?", Type = "List<int>", Search = "x y", Fold = ["a*", "b#"], Group = ["Game.*->g"],
            Framework = FrameworkFrames.One, IsCollapsed = true, At = 7,
        };

        string href = query.Href("r-1/..");
        Dictionary<string, StringValues> read = QueryHelpers.ParseQuery(href[href.IndexOf('?', StringComparison.Ordinal)..]);

        Assert.StartsWith("runs/r-1%2F../hotspots?view=flame&", href, StringComparison.Ordinal);
        Assert.Equal(
            [("arm", "candidate"), ("at", "7"), ("collapse", "true"), ("focus", "A&B=C?"), ("fold", "a*,b#"), ("framework", "one"), ("group", "Game.*->g"), ("q", "x y"), ("type", "List<int>"), ("view", "flame")],
            read.Select(r => (r.Key, r.Value.ToString())).OrderBy(r => r.Key, StringComparer.Ordinal));
        Assert.Equal("runs/r/hotspots?view=types", new HotspotQuery().Href("r"));
    }

    [Fact]
    public void Texts_ThatNoPatternCanBe_AreNotTaken()
    {
        Assert.Null(HotspotQuery.Text("  "));
        Assert.Null(HotspotQuery.Text(new string('a', FramePattern.CharactersMax + 1)));
        Assert.Equal("", HotspotQuery.SearchText(new string('a', 201)));
        Assert.Equal(["a"], HotspotQuery.Patterns(["a", " a ", ""]));
        Assert.Equal(20, HotspotQuery.Patterns(Enumerable.Range(0, 99).Select(i => $"p{i}")).Count);
        Assert.Equal((12, 0, 0, 0), (HotspotQuery.Frame("12"), HotspotQuery.Frame("-1"), HotspotQuery.Frame("99999999999"), HotspotQuery.Frame("x")));
        Assert.True(HotspotQuery.Flag("true"));
        Assert.False(HotspotQuery.Flag("1"));
    }

    [Fact]
    public void Basis_IsTheSameForWhatOnlyMovesOrMarks()
    {
        HotspotQuery flame = new() { View = HotspotView.Flame, Focus = "A" };

        Assert.Equal(flame.Basis.Href("r"), (flame with { View = HotspotView.Tree, At = 3, Search = "q", HasVanished = true }).Basis.Href("r"));
        Assert.NotEqual(flame.Basis.Href("r"), (flame with { IsCollapsed = true }).Basis.Href("r"));
        Assert.NotEqual(flame.Basis.Href("r"), (flame with { View = HotspotView.Methods }).Basis.Href("r"));
    }

    [Fact]
    public void Change_IsShownByTreesAlone()
    {
        HotspotQuery types = new() { Focus = "A", Type = "T", Arm = "candidate" };

        HotspotQuery change = types.Change();
        Assert.Equal((HotspotView.Flame, true, null, null), (change.View, change.IsDifference, change.Focus, change.Type));
        Assert.DoesNotContain("arm=", change.Href("r"), StringComparison.Ordinal);
        Assert.True(change.In(HotspotView.Tree).IsDifference);
        Assert.Equal(5, (change with { At = 5 }).In(HotspotView.Tree).At);
        Assert.False(change.In(HotspotView.Types).IsDifference);
        Assert.False(change.Of("baseline").IsDifference);
    }

    [Theory]
    [InlineData(HotspotView.Types, null, "./plab hotspots r --arm baseline --by types")]
    [InlineData(HotspotView.Methods, null, "./plab hotspots r --arm baseline --by methods")]
    [InlineData(HotspotView.Methods, "It's $HOME", "./plab hotspots r --arm baseline --by callers --focus 'It'\\''s $HOME'")]
    [InlineData(HotspotView.Tree, "Codec.Encode", "./plab hotspots r --arm baseline --by tree --focus Codec.Encode")]
    [InlineData(HotspotView.Flame, "-x", "./plab hotspots r --arm baseline --flame --focus '-x'")]
    public void Command_IsOneForAShell(HotspotView view, string? focus, string command) =>
        Assert.Equal(command, HotspotCommand.Of("r", "baseline", new HotspotQuery { View = view, Focus = focus }));

    [Fact]
    public void Command_CarriesFoldingAndTheChange()
    {
        HotspotQuery query = new() { Framework = FrameworkFrames.Show, Fold = ["Pool.*"], Group = ["A->B"] };

        Assert.Equal("./plab hotspots r --arm b --by types --framework show --fold 'Pool.*' --group 'A->B'", HotspotCommand.Of("r", "b", query));
        Assert.Equal("./plab diff r --by tree --framework", HotspotCommand.Of("r", "b", query.Change()));
        Assert.Equal("./plab diff r --by tree", HotspotCommand.Of("r", "b", new HotspotQuery().Change()));
    }

    [Fact]
    public void Site_LeadsToTheArmThatAllocatesMoreThere()
    {
        AllocationDifference site = new("codec@Encode", "Byte[]", null, 63, 1, -62, -64, -60, true) { BaselineSite = "Old.Encode", OtherSite = "New.Encode" };

        Assert.Equal($"runs/{SampleReports.RunId}/hotspots?view=flame&arm=baseline&focus=Old.Encode", SiteLink.Of(SampleReports.KeepReport(), site));
        Assert.Contains("arm=candidate&focus=New.Encode", SiteLink.Of(SampleReports.KeepReport(), site with { Other = 99 }), StringComparison.Ordinal);
        Assert.Null(SiteLink.Of(SampleReports.KeepReport(), "baseline", "(no stack)"));
    }
}
