using PlayHouse.Dashboard.Model;
using PlayHouse.Dashboard.Tests.Fixtures;
using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Reporting;
using PlayHouse.Lab.Runner;
using PlayHouse.Lab.Runner.Experiments;
using PlayHouse.Lab.Runner.Workspace;

namespace PlayHouse.Dashboard.Tests.Model;

public sealed class ExperimentFolderTests : IDisposable
{
    private readonly LabWorkspace _workspace = DashboardRun.NewWorkspace();

    public void Dispose() => Directory.Delete(_workspace.Root, recursive: true);

    [Fact]
    public void Save_WritesOnceAndNeverOverWhatTheCallerDoesNotKnow()
    {
        Assert.Equal("experiments/007-new", ExperimentFolder.Save(_workspace, "007-new", "first\n", null));
        Assert.Throws<LabInputException>(() => ExperimentFolder.Save(_workspace, "007-new", "second\n", null));
        Assert.Throws<LabInputException>(() => ExperimentFolder.Save(_workspace, "007-new", "second\n", "another\n"));
        Assert.Equal("first\n", ExperimentFolder.Find(_workspace, "007-new")!.Text);
        ExperimentFolder.Save(_workspace, "007-new", "second\n", "first\n");
        Assert.Equal("second\n", ExperimentFolder.Find(_workspace, "007-new")!.Text);
        Assert.Throws<LabInputException>(() => ExperimentFolder.Save(_workspace, "008-gone", "x\n", "was there\n"));
        Assert.Single(Directory.EnumerateFiles(Path.Combine(_workspace.Experiments, "007-new")));
    }

    [Theory]
    [InlineData("../007-new")]
    [InlineData("007-new/../../x")]
    [InlineData("/tmp/x")]
    [InlineData("007-new\n")]
    [InlineData("007-NEW")]
    [InlineData("policies")]
    [InlineData("")]
    public void Name_OutsideTheAlphabet_IsRefusedAndNothingIsWritten(string name)
    {
        Assert.Throws<LabInputException>(() => ExperimentFolder.Save(_workspace, name, "x", null));
        Assert.Throws<LabInputException>(() => ExperimentFolder.SaveDraft(_workspace, name, "x"));
        Assert.Empty(Directory.EnumerateFileSystemEntries(_workspace.Experiments));
        Assert.False(Directory.Exists(_workspace.Drafts));
    }

    [Fact]
    public void Draft_LiesBesideTheDataOfTheWorkspace()
    {
        string path = ExperimentFolder.SaveDraft(_workspace, "007-new", "x\n");

        Assert.Equal(Path.Combine(".lab", "drafts", "007-new"), path);
        Assert.Equal("x\n", File.ReadAllText(Path.Combine(_workspace.Root, path, "experiment.yaml")));
        Assert.Empty(ExperimentFolder.List(_workspace));
    }

    [Fact]
    public void List_TellsAFileWithProblemsFromOneWithout()
    {
        ExperimentFolder.Save(_workspace, "001-good", ExperimentReview.TextOf(ExperimentFolder.Find(FormFixture.Workspace, "001-reply-codec")!.Spec! with { Id = "001-good" }), null);
        ExperimentFolder.Save(_workspace, "002-bad", "version: 1\nwhat: ever\n", null);
        Directory.CreateDirectory(Path.Combine(_workspace.Experiments, "policies"));

        IReadOnlyList<ExperimentEntry> entries = ExperimentFolder.List(_workspace);

        Assert.Equal(["001-good", "002-bad"], entries.Select(e => e.Name));
        Assert.NotNull(entries[0].Spec);
        Assert.Null(entries[1].Spec);
        Assert.All(entries[1].Problems, p => Assert.StartsWith("experiments/002-bad/experiment.yaml:", p.ToString(), StringComparison.Ordinal));
        Assert.Null(ExperimentFolder.Find(_workspace, "../x"));
        Assert.Null(ExperimentFolder.Find(_workspace, null));
    }

    [Fact]
    public void Rows_CarryTheLatestVerdictBetweenTwoArms()
    {
        IReadOnlyList<ExperimentEntry> entries = ExperimentFolder.List(FormFixture.Workspace);
        RunReport aa = SampleReports.Report(SampleReports.Verdict(VerdictKind.NoEffect), SampleReports.Plan(isAa: true));

        IReadOnlyList<ExperimentRow> rows = ExperimentRow.Of(entries, [aa, SampleReports.KeepReport()]);

        ExperimentRow row = rows.Single(r => r.Entry.Name == "001-reply-codec");
        Assert.Equal(VerdictKind.Keep, row.Verdict!.Verdict!.Kind);
        Assert.Equal((2, "reply-codec: to-byte-array → write-to-span"), (row.RunsCount, row.Arms));
        Assert.Same(aa, row.Last);
        Assert.Equal("mailbox: buffer-block → channel-bounded", rows.Single(r => r.Entry.Name == "002-mailbox-channel-vs-buffer-block").Arms);
        Assert.StartsWith("preset mux-original → mux-optimized", rows.Single(r => r.Entry.Name == "003-multiplexer-designs").Arms, StringComparison.Ordinal);
        Assert.Null(rows.Single(r => r.Entry.Name == "005-seed-000-baseline").Last);
    }

    [Fact]
    public void Rerun_UsesTheFileWhileItSaysTheSame()
    {
        ExperimentEntry entry = ExperimentFolder.Find(FormFixture.Workspace, "001-reply-codec")!;
        RunReport run = SampleReports.Report(null, SampleReports.Plan() with { Experiment = entry.Spec! with { Design = entry.Spec.Design with { Aa = true } } });

        Assert.Equal("./plab run experiments/001-reply-codec --aa", Rerun.Of(run, [entry]).Command);
        Assert.Null(Rerun.Of(run, [entry with { Spec = entry.Spec! with { Question = "Another one?" } }]).Command);
        Assert.Null(Rerun.Of(run, []).Path);
    }

    [Fact]
    public async Task LogTail_IsTheEndOfTheFileWithoutControlCharacters()
    {
        string path = Path.Combine(_workspace.Root, "run.log");
        Assert.Empty(await LogTail.ReadAsync(path, CancellationToken.None));
        await File.WriteAllTextAsync(path, string.Concat(Enumerable.Range(0, 5_000).Select(i => $"line {i}\n")) + "last\u001b[2J\n");

        IReadOnlyList<string> lines = await LogTail.ReadAsync(path, CancellationToken.None);

        Assert.InRange(lines.Count, 10, 60);
        Assert.All(lines.SkipLast(1), l => Assert.Matches("^line [0-9]+$", l));
        Assert.DoesNotContain('\u001b', lines[^1]);
        Assert.Equal("line 4999", lines[^2]);
    }

    [Theory]
    [InlineData("a\nb\nc\n", "a\nx\nc\n", " a|-b|+x| c")]
    [InlineData("", "a\n", "+a")]
    [InlineData("a\nb\n", "a\nb\n", " a| b")]
    [InlineData("a\nb\nc\nd\n", "b\nc\nd\ne\n", "-a| b| c| d|+e")]
    public void Diff_NamesLinesThatComeAndGo(string before, string after, string expected) =>
        Assert.Equal(expected, string.Join('|', TextDiff.Lines(before, after).Select(l => $"{l.Sign}{l.Text}")));
}
