using System.Reflection;
using Microsoft.AspNetCore.Components;
using PlayHouse.Dashboard.Components;
using PlayHouse.Dashboard.Model;
using PlayHouse.Dashboard.Services;
using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Reasons;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Reporting.Reasons;
using PlayHouse.Lab.Runner.Analyse;

namespace PlayHouse.Dashboard.Tests.Model;

public sealed class ListsTests
{
    [Fact]
    public void Keys_AreUniqueAndNoneBeginsAnother()
    {
        string[] keys = [.. KeyMap.All.Select(k => k.Keys)];

        Assert.Equal(keys.Length, keys.Distinct().Count());
        Assert.All(keys, k => Assert.DoesNotContain(keys, other => other != k && other.StartsWith($"{k} ", StringComparison.Ordinal)));
    }

    [Fact]
    public void Keys_ThatGoSomewhere_NameAPage()
    {
        string[] pages = [.. typeof(App).Assembly.GetTypes().SelectMany(t => t.GetCustomAttributes<RouteAttribute>()).Select(r => r.Template)];

        Assert.All(KeyMap.All.Where(k => k.Action == KeyAction.Go), k => Assert.Contains(k.Target == "./" ? "/" : $"/{k.Target}", pages));
    }

    [Fact]
    public void Look_OfEveryVerdictStateAndClass_HasAWordBesideItsColour()
    {
        Assert.All(Enum.GetValues<VerdictKind>(), k => Assert.NotEmpty(VerdictLook.Of(k).Word));
        Assert.All(Enum.GetValues<RunState>(), s => Assert.NotEmpty(VerdictLook.Of(s).Word));
        Assert.All(Enum.GetValues<MetricClass>(), c => Assert.NotEmpty(VerdictLook.Of(c).Word));
        Assert.Equal(6, Enum.GetValues<VerdictKind>().Select(k => VerdictLook.Of(k).Sign).Distinct().Count());
    }

    [Theory]
    [InlineData(null, true)]
    [InlineData("  ", true)]
    [InlineData("mailbox", false)]
    [InlineData("PROTOBUF seed", false)]
    public void Search_FindsSeamsByEveryWord(string? text, bool isAll)
    {
        var found = SeamSearch.Find(SeamCard.Seams, text);

        Assert.NotEmpty(found);
        Assert.Equal(isAll, found.Count == SeamCard.Seams.Count);
        Assert.Empty(SeamSearch.Find(SeamCard.Seams, "mailbox no-such-word"));
    }

    [Fact]
    public void Launches_SayWhatFailedWithoutControlCharacters()
    {
        RunReport report = SampleReports.KeepReport() with
        {
            Launches = [SampleReports.Launch("l-1", "baseline", 2, 0, 184.02, attempt: 1), SampleReports.Launch("l-2", "baseline", 0, 0, 1) with { State = Lab.Model.Launches.LaunchState.Failed, Failure = "died\u001b[2J" }],
        };

        IReadOnlyList<LaunchRow> rows = LaunchRow.Of(report);

        Assert.Equal("3, attempt 2", rows[0].Block);
        Assert.Equal("184.0", rows[0].Bytes);
        Assert.True(rows[1].IsFailed);
        Assert.DoesNotContain('\u001b', rows[1].Outcome);
    }

    [Fact]
    public void Limits_AreAllPositive() => Assert.All(typeof(DashboardLimits).GetProperties().Where(p => p.Name != "EqualityContract"), p =>
        Assert.True(p.GetValue(new DashboardLimits()) switch { int i => i > 0, long l => l > 0, TimeSpan t => t > TimeSpan.Zero, _ => false }, p.Name));

    [Fact]
    public void Glossary_Provisional_WaitsForTheRunThatEveryOtherPageNames()
    {
        string awaited = ReasonText.Of(new Notice(NoticeKind.AwaitsConfirmation));
        string meaning = Meaning("Provisional");

        Assert.Equal("Provisional until the next run of the same question, declared before it starts, confirms it.", awaited);
        Assert.Contains(awaited["Provisional until ".Length..awaited.IndexOf(" confirms", StringComparison.Ordinal)].TrimEnd(','), meaning, StringComparison.Ordinal);
        // A full design is provisional like a short one.
        Assert.DoesNotContain("full design", meaning, StringComparison.Ordinal);
        Assert.Contains("--confirms", meaning, StringComparison.Ordinal);
    }

    private static string Meaning(string word) => Glossary.All.Single(e => e.Word == word).Meaning;
}
