using System.Xml.Linq;
using Microsoft.Data.Analysis;
using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Decisions;
using PlayHouse.Lab.Notebooks.Api;
using PlayHouse.Lab.Notebooks.Display;
using PlayHouse.Lab.Reporting.Charts;
using PlayHouse.Lab.Runner;

namespace PlayHouse.Lab.Notebooks.Tests;

/// <summary>What cells call, over a real store with the recorded runs.</summary>
public sealed class LabApiTests : IAsyncLifetime
{
    private const string Because = "It saves a copy of every reply.";
    private const string Codec = "001-reply-codec";
    private const string OneTrace = "008-concurrent-bag-pool";
    private const string Open = "005-seed-000-baseline";
    private const string Kept = "004-fastport-wake-up";
    private const string TracedTwice = "005-seed-000-baseline";
    private SampleLab _lab = null!;

    public async Task InitializeAsync() => _lab = await SampleLab.OpenAsync();

    public async Task DisposeAsync() => await _lab.DisposeAsync();

    [Fact]
    public void Decide_WithoutARun_AsksForOne() =>
        Assert.Contains("name the one", Assert.Throws<LabInputException>(() => _lab.Api.Decide("keep", Because)).Errors[0], StringComparison.Ordinal);

    [Fact]
    public async Task Decide_AboutTheRunShownLast_IsPreparedAndWritesNothing()
    {
        string run = _lab.Api.Show(Codec).Id;

        DecisionView view = _lab.Api.Decide("keep", Because);

        Assert.Equal((run, DecisionChoice.Keep, Because), (view.Decision.RunIds[0], view.Decision.Choice, view.Decision.Reason));
        Assert.StartsWith("Not recorded", view.ToString(), StringComparison.Ordinal);
        Assert.Contains("not measured in this workspace", view.ToString(), StringComparison.Ordinal);
        Assert.Contains("strategies.json", view.ToString(), StringComparison.Ordinal);
        Assert.StartsWith("# ", view.ToMarkdown(), StringComparison.Ordinal);
        Assert.Empty(await _lab.Service.DecisionsAsync(CancellationToken.None));
        Assert.False(Directory.Exists(Path.Combine(_lab.Folder, "docs")));
    }

    [Fact]
    public async Task Decide_Recorded_IsMadeOnceHoweverOftenTheCellRuns()
    {
        string run = _lab.Api.Show(Codec).Id;

        Assert.Throws<LabInputException>(() => _lab.Api.Decide("keep", Because, record: true));
        DecisionView first = _lab.Api.Decide("keep", Because, run, overriding: "The machine is the same.", record: true);
        DecisionView again = _lab.Api.Decide("keep", Because, run, overriding: "The machine is the same.", record: true);
        DecisionView other = _lab.Api.Decide("rerun", Because, run, record: true);

        Assert.All([again.Decision.Id, other.Decision.Supersedes], id => Assert.Equal(first.Decision.Id, id));
        Assert.Equal(2, (await _lab.Service.DecisionsAsync(CancellationToken.None)).Count);
        Assert.StartsWith($"{first.Decision.Id}: recorded", first.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public void Decide_AboutTheSampleOfAReaderWithoutRuns_IsNeverRecorded()
    {
        // What a reader without runs has: the sample is read, and something else is theirs.
        LabApi reader = new(_lab.Service, _lab.Workspace, LabSource.Sample, _lab.Another);
        reader.Show(Codec);

        Assert.Contains("another machine", Assert.Throws<LabInputException>(() => reader.Decide("keep", Because, overriding: "all the same", record: true)).Errors[0], StringComparison.Ordinal);
        Assert.Contains("'kept'", Assert.Throws<LabInputException>(() => reader.Decide("kept", Because)).Errors[0], StringComparison.Ordinal);
    }

    [Fact]
    public void Flame_OfAChange_IsThePictureOfTheSitesThatDiffer()
    {
        string run = _lab.Api.Show(TracedTwice).Id;

        DisplayData inside = _lab.Api.Flame(run, diff: "baseline").ToDisplay();
        DisplayData named = _lab.Api.Flame(run, arm: "candidate", diff: $"{run}:baseline").ToDisplay();

        Assert.Contains("ToByteArray", inside.Plain, StringComparison.Ordinal);
        Assert.Contains(Titles(inside), IsToByteArrayThatIsGone);
        // The arms of one run ran in the same blocks, however they are named.
        Assert.Equal(inside.Plain, named.Plain);
        Assert.DoesNotContain("NOT INTERLEAVED", inside.Plain, StringComparison.Ordinal);
        Assert.Throws<LabInputException>(() => _lab.Api.Flame(run, diff: "unknown"));
    }

    /// <summary>One trace of each arm does not tell how far traces lie apart: the path is shown, and no direction is claimed.</summary>
    [Fact]
    public void Flame_OfOneTraceInEachArm_ClaimsNoDirection()
    {
        DisplayData shown = _lab.Api.Flame(_lab.Api.Show(OneTrace).Id, diff: "baseline").ToDisplay();

        Assert.Contains("MailboxStage", shown.Plain, StringComparison.Ordinal);
        Assert.DoesNotContain(Titles(shown), t => t.Contains("less", StringComparison.Ordinal) || t.Contains("more", StringComparison.Ordinal));
    }

    [Fact]
    public void Verdicts_SayWhatIsSettledAndWhatIsNot()
    {
        VerdictList list = _lab.Api.Verdicts(Open, "999-was-never-run");

        Assert.False(list.AreSettled);
        Assert.True(_lab.Api.Verdicts(Kept).AreSettled);
        Assert.False(_lab.Api.Verdicts(Open).AreSettled);
        string[] lines = list.ToDisplay().Plain.Split('\n');
        Assert.Contains(_lab.Api.Show(Open).Id, lines[1], StringComparison.Ordinal);
        Assert.Contains("INCONCLUSIVE SAMPLE (KEEP said at the time)", lines[1], StringComparison.Ordinal);
        Assert.DoesNotContain("said at the time", _lab.Api.Show(Kept).Word, StringComparison.Ordinal);
        Assert.Contains("bytes/msg", lines[1], StringComparison.Ordinal);
        Assert.Single(lines, l => l.StartsWith("999-was-never-run ", StringComparison.Ordinal) && l.TrimEnd().EndsWith(" not yet settled", StringComparison.Ordinal));
        Assert.Contains("| 999-was-never-run | not yet settled |", list.ToMarkdown(), StringComparison.Ordinal);
    }

    [Fact]
    public void Markdown_OfEverythingACellShows_IsThere()
    {
        string run = _lab.Api.Show(Codec).Id;

        Assert.Contains($"| {run} | {Codec} |", _lab.Api.Runs().ToMarkdown().Replace("\\_", "_", StringComparison.Ordinal), StringComparison.Ordinal);
        Assert.Contains("| claim | experiment |", _lab.Api.Claim("seed 000 §2.2").ToMarkdown(), StringComparison.Ordinal);
        Assert.StartsWith("### ", _lab.Api.Chart(run, "forest").ToMarkdown(), StringComparison.Ordinal);
        Assert.Equal("```text\n1.5\n```\n", ValueDisplay.Markdown(1.5));
        Assert.Equal("", ValueDisplay.Markdown(null));
        Assert.Equal("| A |\n| --- |\n| x\\|y &lt;b> |\n", ValueDisplay.Markdown(new[] { new { A = "x|y\n<b>" } }).Replace("  ", " ", StringComparison.Ordinal));
    }

    [Fact]
    public void Frames_HoldWhatTheRunHolds()
    {
        RunView run = _lab.Api.Show(TracedTwice), other = _lab.Api.Show(Kept);

        DataFrame metrics = _lab.Api.Metrics(TracedTwice, Kept), launches = _lab.Api.Launches(TracedTwice), sites = _lab.Api.Sites(TracedTwice, "baseline"), stacks = _lab.Api.Stacks(TracedTwice, "baseline");

        Assert.Equal(run.Report.Verdict!.Estimates.Count + other.Report.Verdict!.Estimates.Count, metrics.Rows.Count);
        Assert.Equal(run.Report.Verdict.Estimates[0].ShownChange, (double)(float)metrics["change"][0], 1e-6 * Math.Abs(run.Report.Verdict.Estimates[0].ShownChange));
        Assert.Equal(run.Report.Launches.Count, launches.Rows.Count);
        Assert.Equal(run.Report.Launches[0].Metrics[MetricIds.BytesPerMessage], launches[MetricIds.BytesPerMessage][0]);
        // Every byte is allocated at a site, and below the root of the tree.
        double total = sites["bytes"].Cast<float>().Sum(b => (double)b);
        Assert.Equal(total, (float)stacks["bytes"].Max(), 1e-3 * total);
        Assert.Contains("| site | low to high |", _lab.Api.Hotspots(TracedTwice, arm: "baseline").ToMarkdown(), StringComparison.Ordinal);
        Assert.Throws<LabInputException>(() => _lab.Api.Metrics());
    }

    [Fact]
    public void Chart_OfTwoColumns_HasAPointForEachRowThatHasBoth()
    {
        DataFrame launches = _lab.Api.Launches(TracedTwice);
        double[] bytes = [.. launches[MetricIds.BytesPerMessage].Cast<double?>().OfType<double>()];

        ChartSpec numbers = _lab.Api.Chart(launches, "block", MetricIds.BytesPerMessage), names = _lab.Api.Chart(launches, "arm", MetricIds.BytesPerMessage);

        Assert.Equal(bytes, numbers.Series[0].Data.Select(d => d.Value));
        Assert.Equal(bytes, names.Series[0].Data.Select(d => d.Value));
        Assert.Equal(["baseline", "candidate"], names.At.Categories.Order());
        Assert.True(_lab.Api.Chart(launches.Head(0), "arm", MetricIds.BytesPerMessage).IsEmpty);
        Assert.Contains("holds no numbers", Assert.Throws<LabInputException>(() => _lab.Api.Chart(launches, "block", "arm")).Errors[0], StringComparison.Ordinal);
        Assert.Contains("There is no column 'none': launch, block, arm, state", Assert.Throws<LabInputException>(() => _lab.Api.Chart(launches, "none", "block")).Errors[0], StringComparison.Ordinal);
        DataFrame many = new(new Int32DataFrameColumn("n", Enumerable.Range(0, 5_001)));
        Assert.Contains("at most 5000", Assert.Throws<LabInputException>(() => _lab.Api.Chart(many, "n", "n")).Errors[0], StringComparison.Ordinal);
    }

    private static bool IsToByteArrayThatIsGone(string title) =>
        title.StartsWith("Google.Protobuf.MessageExtensions.ToByteArray:", StringComparison.Ordinal) && title.EndsWith("less, gone", StringComparison.Ordinal);

    private static string[] Titles(DisplayData shown)
    {
        XElement picture = XDocument.Parse(shown.Forms[DisplayData.Svg]).Root!;
        Assert.Equal("svg", picture.Name.LocalName);
        return [.. picture.Descendants().Where(e => e.Name.LocalName == "title").Select(e => e.Value)];
    }
}
