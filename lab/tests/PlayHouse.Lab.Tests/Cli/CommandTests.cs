using System.Text.Json;
using PlayHouse.Lab.Cli.Commands;
using PlayHouse.Lab.Cli.Dashboards;
using PlayHouse.Lab.Cli.Tests.Fakes;
using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Reporting;
using PlayHouse.Lab.Reporting.Html;
using PlayHouse.Lab.Runner;
using PlayHouse.Lab.Runner.Plan;
using PlayHouse.Lab.Runner.Workspace;

namespace PlayHouse.Lab.Cli.Tests;

public sealed class CommandTests : IDisposable
{
    private readonly CliRig _rig = new();

    public static TheoryData<VerdictKind?, RunState, int> Endings => new()
    {
        { VerdictKind.Keep, RunState.Completed, 0 },
        { VerdictKind.Rollback, RunState.Completed, 0 },
        { VerdictKind.NoEffect, RunState.Completed, 0 },
        { VerdictKind.TradeOff, RunState.Completed, 0 },
        { VerdictKind.Inconclusive, RunState.Completed, 3 },
        { VerdictKind.Unfit, RunState.Completed, 4 },
        { null, RunState.Completed, 5 },
        { null, RunState.Failed, 5 },
        { null, RunState.Cancelled, 5 },
        { null, RunState.Interrupted, 130 },
    };

    public void Dispose() => _rig.Dispose();

    [Theory]
    [MemberData(nameof(Endings))]
    public async Task Run_AnyEnding_HasItsExitCode(VerdictKind? kind, RunState state, int code)
    {
        _rig.Service.Reports.Add(SampleReports.Report(kind is { } k ? SampleReports.Verdict(k) : null, state: state));
        Assert.Equal(code, await _rig.RunAsync("run", "experiments/001-reply-codec"));
        Assert.Equal(code, await _rig.RunAsync("show", SampleReports.RunId));
        Assert.Equal(code, await _rig.RunAsync("compare", SampleReports.RunId));
    }

    [Theory]
    [MemberData(nameof(Endings))]
    public async Task Demo_AnyCompletedVerdict_IsASuccess(VerdictKind? kind, RunState state, int code)
    {
        _rig.Service.Reports.Add(SampleReports.Report(kind is { } k ? SampleReports.Verdict(k) : null, state: state));
        Assert.Equal(kind is null ? code : 0, await _rig.RunAsync("demo"));
        Assert.Equal((Path.Combine(_rig.Root, "experiments", DemoCommand.Experiment), new RunOptions { Design = DesignKind.Pairs, Blocks = 6 }), _rig.Service.Prepared);
    }

    [Fact]
    public async Task Demo_Keep_SaysWhatWillHappenThenPrintsResultAndNextCommands()
    {
        _rig.Service.Reports.Add(SampleReports.KeepReport());
        await _rig.RunAsync("demo");
        string length = Numbers.Duration(PlanEstimate.Of(SampleReports.KeepReport().Run.Plan).TotalSeconds);
        Assert.Contains($"It takes up to about {length}.", _rig.Error.ReplaceLineEndings(" "), StringComparison.Ordinal);
        Assert.Equal(RunText.Result(SampleReports.KeepReport()), _rig.Out);
        Assert.Contains("  plab run experiments/001-reply-codec ", _rig.Out, StringComparison.Ordinal);
        Assert.All(_rig.Error.Split('\n'), line => Assert.InRange(line.Length, 0, 80));
    }

    [Fact]
    public async Task Run_AllOptions_ReachTheService()
    {
        _rig.Service.Reports.Add(SampleReports.KeepReport());
        Assert.Equal(0, await _rig.RunAsync("run", "e.yaml", "--design", "sequential", "--blocks", "12", "--aa", "--seed", "18446744073709551615", "--rate", "1500.5"));
        RunOptions expected = new() { Design = DesignKind.Sequential, Blocks = 12, Aa = true, Seed = ulong.MaxValue, RatePerSecond = 1500.5 };
        Assert.Equal(("e.yaml", expected), _rig.Service.Prepared);
        Assert.Equal(SampleReports.RunId, _rig.Service.Executed);
    }

    [Theory]
    [InlineData("run", "e", "--json")]
    [InlineData("demo", "--json")]
    [InlineData("resume", SampleReports.RunId, "--json")]
    [InlineData("watch", SampleReports.RunId, "--json")]
    [InlineData("show", SampleReports.RunId, "--json")]
    [InlineData("compare", SampleReports.RunId, "--json")]
    public async Task Json_RunCommands_PrintOneDocumentAndNothingElse(params string[] arguments)
    {
        _rig.Service.ExecuteEvents.AddRange(SampleEvents.Run);
        _rig.Service.Reports.Add(SampleReports.KeepReport());
        await _rig.RunAsync(arguments);
        using JsonDocument json = JsonDocument.Parse(_rig.Out);
        Assert.Equal(RunJson.Schema, json.RootElement.GetProperty("schema").GetString());
        Assert.Equal("KEEP", json.RootElement.GetProperty("verdictWord").GetString());
    }

    [Theory]
    [InlineData("playhouse-lab/runs/1", "runs", "list", "--json")]
    [InlineData("playhouse-lab/strategies/1", "seams", "strategies", "--json")]
    [InlineData("playhouse-lab/doctor/1", "checks", "doctor", "--json")]
    [InlineData("playhouse-lab/detached/1", "run", "run", "e", "--detach", "--json")]
    public async Task Json_OtherCommands_HaveTheirSchema(string schema, string key, params string[] arguments)
    {
        _rig.Service.Reports.Add(SampleReports.KeepReport());
        Assert.Equal(0, await _rig.RunAsync(arguments));
        using JsonDocument json = JsonDocument.Parse(_rig.Out);
        Assert.Equal(schema, json.RootElement.GetProperty("schema").GetString());
        Assert.True(json.RootElement.TryGetProperty(key, out _));
    }

    [Fact]
    public async Task Detach_Run_StartsItAndSaysHowToWatch()
    {
        Assert.Equal(0, await _rig.RunAsync("run", "e", "--detach"));
        Assert.Equal((SampleReports.RunId, Path.Combine(_rig.Root, ".lab", "logs", SampleReports.RunId + ".log")), _rig.Detached);
        Assert.Contains($"plab watch {SampleReports.RunId}", _rig.Out, StringComparison.Ordinal);
        Assert.Null(_rig.Service.Executed);
    }

    [Theory]
    [InlineData(RunState.Interrupted, 0, true)]
    [InlineData(RunState.Planned, 0, true)]
    [InlineData(RunState.Completed, 0, false)]
    [InlineData(RunState.Failed, 2, false)]
    [InlineData(RunState.Cancelled, 2, false)]
    public async Task Resume_ByState_GoesOnOrSaysWhyNot(RunState state, int code, bool isExecuted)
    {
        RunReport report = SampleReports.KeepReport();
        _rig.Service.Execution = _ => Task.FromResult(report);
        _rig.Service.Reports.Add(report with { Run = report.Run with { State = state } });
        Assert.Equal(code, await _rig.RunAsync("resume", "r-2025"));
        Assert.Equal(isExecuted ? SampleReports.RunId : null, _rig.Service.Executed);
    }

    [Fact]
    public async Task Cancel_Running_AsksTheOwnerAndRefusesAnEndedRun()
    {
        _rig.Service.Reports.Add(SampleReports.Report(null, state: RunState.Running));
        Assert.Equal(0, await _rig.RunAsync("cancel", "r-2025"));
        Assert.Equal(SampleReports.RunId, _rig.Service.Cancelled);
        _rig.Service.Reports[0] = SampleReports.KeepReport();
        Assert.Equal(2, await _rig.RunAsync("cancel", "r-2025"));
    }

    [Theory]
    [InlineData(20, "list")]
    [InlineData(ListCommand.AllRunsMax, "list", "--all")]
    public async Task List_Runs_AreLimitedAndMarked(int countMax, params string[] arguments)
    {
        _rig.Service.Reports.Add(SampleReports.Report(SampleReports.Keep(), SampleReports.Plan(isAa: true)));
        Assert.Equal(0, await _rig.RunAsync(arguments));
        Assert.Equal(countMax, _rig.Service.CountMax);
        Assert.Contains("KEEP (provisional) A/A", _rig.Out, StringComparison.Ordinal);
        Assert.All(_rig.Out.Split('\n'), line => Assert.InRange(line.Length, 0, 80));
    }

    [Fact]
    public async Task List_Markdown_SaysWhatDecidedAndInHowManyMinutes()
    {
        RunReport keep = SampleReports.KeepReport();
        _rig.Service.Reports.Add(keep with { Run = keep.Run with { EndedAt = keep.Run.CreatedAt.AddMinutes(7.5) } });

        Assert.Equal(0, await _rig.RunAsync("list", "--markdown"));

        string row = _rig.Out.Split('\n')[2];
        MetricEstimate bytes = keep.Verdict!.Estimates.Single(e => e.Policy.Id == MetricIds.BytesPerMessage);
        Assert.StartsWith($"| {SampleReports.RunId} | {keep.Run.ExperimentId} | KEEP", row, StringComparison.Ordinal);
        Assert.Contains($"{VerdictWords.Label(bytes.Policy.Id)} {new MetricRow(bytes).Change}", row, StringComparison.Ordinal);
        Assert.EndsWith($"| {keep.BlocksAccepted} | 7.5 |", row, StringComparison.Ordinal);
        Assert.Equal(2, await _rig.RunAsync("list", "--markdown", "--json"));
    }

    [Fact]
    public async Task List_MarkdownOfARunWithoutAVerdict_SaysItsState()
    {
        _rig.Service.Reports.Add(SampleReports.Report(null, state: RunState.Interrupted));

        Assert.Equal(0, await _rig.RunAsync("list", "--markdown"));

        Assert.Contains("| interrupted |", _rig.Out, StringComparison.Ordinal);
    }

    [Fact]
    public async Task List_NoRuns_NamesTheFirstCommand()
    {
        Assert.Equal(0, await _rig.RunAsync("list"));
        Assert.Contains("plab demo", _rig.Out, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Show_Markdown_IsMarkdown()
    {
        _rig.Service.Reports.Add(SampleReports.KeepReport());
        await _rig.RunAsync("show", "r-2025", "--markdown");
        Assert.Equal(RunMarkdown.Of(SampleReports.KeepReport()), _rig.Out);
        Assert.Equal(2, await _rig.RunAsync("show", "r-2025", "--markdown", "--json"));
    }

    [Fact]
    public async Task Compare_ArmsOfTwoRuns_DescribesOrRefuses()
    {
        RunReport left = SampleReports.Report(null) with { Launches = [SampleReports.Launch("1", "candidate", 0, 0, 100)] };
        RunReport right = left with
        {
            Run = left.Run with { Id = "r-other" },
            Launches = [SampleReports.Launch("2", "baseline", 0, 0, 180), SampleReports.Launch("3", "candidate", 0, 1, 1) with { Fingerprint = new Dictionary<string, string>() }],
        };
        _rig.Service.Reports.AddRange([left, right]);
        Assert.Equal(0, await _rig.RunAsync("compare", "r-2025:candidate", "r-other:baseline"));
        Assert.Contains("NOT INTERLEAVED", _rig.Out, StringComparison.Ordinal);
        Assert.Equal(2, await _rig.RunAsync("compare", "r-2025:candidate", "r-other:candidate"));
        Assert.Contains("Fingerprint 'runtime' differs", _rig.Error, StringComparison.Ordinal);
        Assert.Equal(2, await _rig.RunAsync("compare", "r-2025:"));
        Assert.Contains("'r-2025:' is neither a run nor RUN:arm", _rig.Error, StringComparison.Ordinal);
        Assert.Equal(0, await _rig.RunAsync("compare", "r-2025", "r-other:baseline"));
    }

    [Theory]
    [InlineData("--json", ComparisonFormat.Json)]
    [InlineData("--markdown", ComparisonFormat.Markdown)]
    [InlineData("--csv", ComparisonFormat.Csv)]
    public async Task Compare_InEveryForm_IsWhatEverySurfaceGives(string option, ComparisonFormat format)
    {
        RunReport report = SampleReports.KeepReport() with { Launches = [SampleReports.Launch("1", "candidate", 0, 0, 100), SampleReports.Launch("2", "baseline", 0, 1, 180)] };
        _rig.Service.Reports.Add(report);

        await _rig.RunAsync("compare", "r-2025", option);
        Assert.Equal(ComparisonExport.Of(report, [], [], format), _rig.Out);
        Assert.Equal(0, await _rig.RunAsync("compare", $"{SampleReports.RunId}:candidate", $"{SampleReports.RunId}:baseline", option));
        Assert.EndsWith(ComparisonExport.Of(report, [], [], format), _rig.Out, StringComparison.Ordinal);
        RunReport other = report with { Run = report.Run with { Id = "r-other" } };
        _rig.Service.Reports.Add(other);
        (string left, string right) = ($"{SampleReports.RunId}:candidate", "r-other:baseline");
        Assert.Equal(0, await _rig.RunAsync("compare", left, right, option));
        Assert.EndsWith(ComparisonExport.Of(ArmComparison.Of(report, "candidate", other, "baseline"), left, right, format), _rig.Out, StringComparison.Ordinal);
        Assert.Equal(2, await _rig.RunAsync("compare", "r-2025", option, option == "--csv" ? "--json" : "--csv"));
    }

    [Fact]
    public async Task Export_Html_IsTheWholeRunInOneFile()
    {
        RunReport report = SampleReports.KeepReport();
        _rig.Service.Reports.Add(report);
        _rig.Service.RuntimeProfiles.AddRange(SampleRuntime.Profiles);
        string file = Path.Combine(_rig.Root, "run.html");

        Assert.Equal(0, await _rig.RunAsync("export", "r-2025", "--format", "html", "--out", file));
        Assert.Equal(HtmlReport.Of(report, SampleRuntime.Profiles), await File.ReadAllTextAsync(file));
        Assert.Contains("Open it in a browser", _rig.Out, StringComparison.Ordinal);
        Assert.Equal(2, await _rig.RunAsync("export", "r-2025", "--format", "html", "--out", file, "--arm", "candidate"));
        Assert.Equal(2, await _rig.RunAsync("export", "r-none", "--format", "html", "--out", file));
    }

    [Fact]
    public async Task Clean_Options_ReachTheService()
    {
        Assert.Equal(0, await _rig.RunAsync("clean", "--dry-run", "--runs"));
        Assert.Equal(new CleanOptions { DryRun = true, RemoveRuns = true }, _rig.Service.Cleaned);
        Assert.Equal("Would remove 3 traces (5.0 MiB) and 0 runs.\n  kept: t-1 is cited by d-0001\n", _rig.Out);
    }

    [Fact]
    public async Task Pack_ARun_WritesItUnderItsIdAndSaysHowToReadIt()
    {
        _rig.Service.Reports.Add(SampleReports.KeepReport());
        string id = _rig.Service.Reports[0].Run.Id;

        Assert.Equal(0, await _rig.RunAsync("pack", id[..10]));

        Assert.Equal((id, id + ".plabrun"), _rig.Service.Packed);
        Assert.Equal($"Wrote {id}.plabrun: 300.0 KiB, 42 launches, stacks of 4 traces.\nElsewhere: plab unpack {id}.plabrun\n", _rig.Out);
    }

    [Fact]
    public async Task Unpack_AFile_IsMarkedAsImported()
    {
        _rig.Service.Reports.Add(SampleReports.KeepReport());
        Assert.Equal(0, await _rig.RunAsync("unpack", "some.plabrun"));

        Assert.Equal(("some.plabrun", RunOrigin.Imported), Assert.Single(_rig.Service.Unpacked));
        Assert.Contains("marked IMPORTED", _rig.Out, StringComparison.Ordinal);
    }

    [Fact]
    public async Task DemoData_AStoreWithRuns_IsLeftAlone()
    {
        _rig.Service.Reports.Add(SampleReports.KeepReport());
        string said = await SampleRuns.FillAsync(_rig.Service, SampleRuns.Folder, CancellationToken.None);

        Assert.Empty(_rig.Service.Unpacked);
        Assert.Contains("has runs already", said, StringComparison.Ordinal);
    }

    [Fact]
    public async Task DemoData_InARealStore_ShowsRunsWithVerdictAndStacksOfNoOneElse()
    {
        var workspace = new LabWorkspace(_rig.Root);
        await using LabService service = await LabService.OpenAsync(workspace, CancellationToken.None);

        await SampleRuns.FillAsync(service, SampleRuns.Folder, CancellationToken.None);

        IReadOnlyList<RunReport> runs = await service.ListAsync(100, CancellationToken.None);
        Assert.NotEmpty(runs);
        foreach (RunReport run in runs)
        {
            RunReport report = await service.ReportAsync(run.Run.Id, CancellationToken.None);
            Assert.NotNull(report.Verdict);
            Assert.NotEmpty(await service.StacksAsync(run.Run.Id, CancellationToken.None));
            Assert.Contains("SAMPLE", RunText.Full(report, 100), StringComparison.Ordinal);
            Assert.DoesNotContain("/home", RunJson.Of(report), StringComparison.Ordinal);
            Assert.DoesNotContain("/tmp", RunJson.Of(report), StringComparison.Ordinal);
        }
    }

    [Fact]
    public async Task DemoData_AnEmptyStore_GetsEveryRecordedRunAsSample()
    {
        _rig.Service.Reports.Add(SampleReports.KeepReport());
        List<RunReport> kept = [.. _rig.Service.Reports];
        _rig.Service.OnUnpack = () => _rig.Service.Reports.AddRange(kept);
        _rig.Service.Reports.Clear();

        await SampleRuns.FillAsync(_rig.Service, SampleRuns.Folder, CancellationToken.None);

        Assert.NotEmpty(_rig.Service.Unpacked);
        Assert.All(_rig.Service.Unpacked, u => Assert.Equal(RunOrigin.Sample, u.Origin));
        await Assert.ThrowsAsync<LabInputException>(() => { _rig.Service.Reports.Clear(); return SampleRuns.FillAsync(_rig.Service, _rig.Root, CancellationToken.None); });
    }

    [Fact]
    public async Task Strategies_Catalogue_ListsEverySeamAndStrategyWithKnobsAndScenarios()
    {
        Assert.Equal(0, await _rig.RunAsync("strategies"));
        foreach (Engine.Strategies.SeamDescriptor seam in Engine.Strategies.StrategyCatalog.Seams)
        {
            Assert.Contains($"{seam.Id}: ", _rig.Out, StringComparison.Ordinal);
            Assert.Contains($"* {seam.Default.Id} ", _rig.Out, StringComparison.Ordinal);
            Assert.All(seam.Strategies, s => Assert.Contains($" {s.Id} ", _rig.Out, StringComparison.Ordinal));
        }

        Assert.Equal(0, await _rig.RunAsync("strategies", "mailbox"));
        Assert.Contains("capacity (items): 1 .. 1,048,576, default 8,192.", _rig.Out, StringComparison.Ordinal);
        Assert.Contains("c2s-proto-echo", _rig.Out, StringComparison.Ordinal);
        Assert.All(_rig.Out.Split('\n'), line => Assert.InRange(PlainText.Columns(line), 0, 80));
    }

    [Fact]
    public async Task Explain_Strategy_TellsCostsAndEvidenceOfTheRepositoryAndTheStore()
    {
        string results = Directory.CreateDirectory(Path.Combine(_rig.Root, "experiments", "001-x", "results")).FullName;
        await File.WriteAllTextAsync(Path.Combine(results, "broken.json"), "{");
        await File.WriteAllTextAsync(
            Path.Combine(results, "r-old.json"),
            """
            {"run":"r-old","experiment":"001-x","scenario":"c2s-proto-echo","verdictWord":"NO-EFFECT","isAa":false,"isInjected":false,
             "createdAt":"2026-01-02T03:04:05Z","toggledSeams":["reply-codec"],
             "arms":[{"strategies":{"reply-codec":{"use":"to-byte-array"}}},{"strategies":{"reply-codec":{"use":"write-to-span"}}}],
             "verdict":{"metrics":[{"id":"bytes-per-message","change":-1.5,"low":-2,"high":-1}],"executionProof":[{"seam":"reply-codec","isProved":true}]}}
            """);

        Assert.Equal(0, await _rig.RunAsync("strategies", "--explain", "to-byte-array"));

        string text = string.Join(' ', _rig.Out.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries));
        Assert.Contains("reply-codec: to-byte-array", text, StringComparison.Ordinal);
        Assert.Contains("costs 152.0 B to prepare and write a 64 B payload", text, StringComparison.Ordinal);
        Assert.Contains("runs in c2s-proto-echo", text, StringComparison.Ordinal);
        Assert.Contains("NO-EFFECT: to-byte-array → write-to-span in c2s-proto-echo, -1.50 B per message [-2.00, -1.00] (001-x, r-old, in the repository)", text, StringComparison.Ordinal);
        Assert.All(_rig.Out.Split('\n'), line => Assert.InRange(PlainText.Columns(line), 0, 80));
    }

    [Fact]
    public async Task Explain_RunOfTheStore_IsEvidenceForBothItsStrategies()
    {
        RunReport report = SampleReports.KeepReport();
        _rig.Service.Reports.Add(report);
        string seam = report.Run.Plan.ToggledSeams[0];
        foreach (string strategy in new[] { report.Run.Plan.Baseline.Strategies[seam].Use, report.Run.Plan.Other.Strategies[seam].Use })
        {
            Assert.Equal(0, await _rig.RunAsync("strategies", "--json", "--explain", $"{seam}/{strategy}"));
        }

        Assert.Equal(2, _rig.Out.Split($"\"run\": \"{report.Run.Id}\"").Length - 1);
        Assert.Contains("\"isCommitted\": false", _rig.Out, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("buffer-blok", "Did you mean 'buffer-block'?")]
    [InlineData("mailbox", "It is a seam: plab strategies mailbox")]
    [InlineData("", "No strategy or preset ''.")]
    public async Task Explain_UnknownId_IsAnErrorThatHelps(string id, string hint)
    {
        Assert.Equal(2, await _rig.RunAsync("strategies", "--explain", id));
        Assert.Contains(hint, _rig.Error, StringComparison.Ordinal);
        Assert.Empty(_rig.Out);
    }

    [Fact]
    public async Task Explain_Preset_TellsWhatItSets()
    {
        Assert.Equal(0, await _rig.RunAsync("strategies", "--explain", "default"));
        Assert.Contains("nothing: every seam has its default", _rig.Out, StringComparison.Ordinal);
    }
}
