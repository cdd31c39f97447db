using System.Text.Json;
using PlayHouse.Lab.Cli.Tests.Fakes;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Runs;

namespace PlayHouse.Lab.Cli.Tests;

public sealed class DiffCommandTests : IDisposable
{
    private const string SecondRun = "r-20250103-030405-cd";
    private readonly CliRig _rig = new();

    public DiffCommandTests()
    {
        _rig.Service.Reports.Add(DifferenceReports.Report());
        _rig.Service.Stacks = DifferenceReports.Stacks;
    }

    public void Dispose() => _rig.Dispose();

    [Theory]
    [InlineData("diff-sites.txt")]
    [InlineData("diff-tree.txt", "--by", "tree")]
    [InlineData("diff-waterfall.txt", "--by", "waterfall")]
    [InlineData("diff-detect.txt", "--detect", "2%", "--top", "2")]
    [InlineData("diff.md", "--markdown")]
    public async Task Diff_EachView_IsAsAgreed(string golden, params string[] options)
    {
        Assert.Equal(0, await _rig.RunAsync(["diff", SampleReports.RunId, .. options]));
        Assert.Equal("", _rig.Error);
        if (!golden.EndsWith("md", StringComparison.Ordinal))
        {
            Assert.All(_rig.Out.Split('\n'), line => Assert.InRange(line.Length, 0, 80));
        }

        GoldenText.Check(golden, _rig.Out);
    }

    [Fact]
    public async Task Diff_Json_HasSitesSumTreeCoverageAndNeeds()
    {
        Assert.Equal(0, await _rig.RunAsync("diff", SampleReports.RunId, "--json"));
        using JsonDocument document = JsonDocument.Parse(_rig.Out);
        JsonElement root = document.RootElement;
        Assert.Equal("playhouse-lab/arms-difference/1", root.GetProperty("schema").GetString());
        Assert.True(root.GetProperty("interleaved").GetBoolean());
        JsonElement first = root.GetProperty("sites").GetProperty("sites")[0];
        Assert.Equal("reply-codec@Encode", first.GetProperty("site").GetString());
        Assert.EndsWith("ToByteArrayReplyCodec.Encode", first.GetProperty("baselineSite").GetString(), StringComparison.Ordinal);
        Assert.True(root.GetProperty("waterfall").GetProperty("isClosed").GetBoolean());
        double steps = root.GetProperty("waterfall").GetProperty("steps").EnumerateArray().Sum(s => s.GetProperty("difference").GetDouble());
        Assert.Equal(root.GetProperty("waterfall").GetProperty("exactDifference").GetDouble(), steps, 1e-9);
        JsonElement[] nodes = [.. root.GetProperty("tree").GetProperty("nodes").EnumerateArray()];
        Assert.Equal(-1, nodes[0].GetProperty("parent").GetInt32());
        Assert.Equal(["gone", "new"], nodes.Select(n => n.GetProperty("total").GetProperty("mark").GetString()).Where(m => m is "gone" or "new").Order());
        Assert.Equal("reply-codec", Assert.Single(root.GetProperty("toggledSeams").EnumerateArray()).GetString());
        Assert.Contains(root.GetProperty("needs").EnumerateArray(), n => n.GetProperty("site").GetString() == "Game.Lobby.OnMessage" && n.GetProperty("moreMinutes").GetDouble() > 0);
    }

    [Fact]
    public async Task Diff_TwoRuns_SaysTheyAreNotInterleaved()
    {
        _rig.Service.Reports.Add(DifferenceReports.Report(SecondRun));
        Assert.Equal(0, await _rig.RunAsync("diff", $"{SampleReports.RunId}:baseline", $"{SecondRun}:candidate"));
        Assert.Contains("NOT INTERLEAVED", _rig.Out, StringComparison.Ordinal);
        Assert.Contains($"{SampleReports.RunId}:baseline → {SecondRun}:candidate", _rig.Out.ReplaceLineEndings(" "), StringComparison.Ordinal);
        Assert.Contains("saves 14", _rig.Out, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Diff_TwoRunsOneArm_TakesItFromBoth()
    {
        _rig.Service.Reports.Add(DifferenceReports.Report(SecondRun));
        Assert.Equal(0, await _rig.RunAsync("diff", SampleReports.RunId, SecondRun, "--arm", "baseline"));
        Assert.Contains("No allocating site differs", _rig.Out, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Diff_OtherScenario_IsRefusedByName()
    {
        RunReport second = DifferenceReports.Report(SecondRun);
        ExperimentSpec experiment = second.Run.Plan.Experiment with { Scenario = "c2s-raw-echo" };
        _rig.Service.Reports.Add(second with { Run = second.Run with { Plan = second.Run.Plan with { Experiment = experiment } } });
        Assert.Equal(2, await _rig.RunAsync("diff", SampleReports.RunId, SecondRun));
        Assert.Contains("The scenario differs", _rig.Error, StringComparison.Ordinal);
        Assert.Equal("", _rig.Out);
    }

    [Theory]
    [InlineData("--by", "flame")]
    [InlineData("--top", "0")]
    [InlineData("--detect", "0%")]
    [InlineData("--detect", "-4")]
    [InlineData("--detect", "much")]
    [InlineData("--json", "--markdown")]
    public async Task Diff_BadOption_IsExitCode2(params string[] options)
    {
        Assert.Equal(2, await _rig.RunAsync(["diff", SampleReports.RunId, .. options]));
        Assert.Equal("", _rig.Out);
    }

    [Fact]
    public async Task Diff_ArmOfTwoRunsWithoutASecondRun_SaysWhatToDo()
    {
        Assert.Equal(2, await _rig.RunAsync("diff", SampleReports.RunId, "--arm", "candidate"));
        Assert.Contains($"{SampleReports.RunId}:candidate puts that arm first", _rig.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Diff_NoUsableTrace_SaysWhichArmAndWhy()
    {
        RunReport report = DifferenceReports.Report();
        _rig.Service.Reports[0] = report with { Profiles = [.. report.Profiles.Select(p => p.Arm == "candidate" ? p with { Invalid = ["12 events were lost"] } : p)] };
        Assert.Equal(2, await _rig.RunAsync("diff", SampleReports.RunId));
        Assert.Contains("candidate of run", _rig.Error, StringComparison.Ordinal);
        Assert.Contains("12 events were lost", _rig.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Diff_StacksGone_StillComparesSites()
    {
        _rig.Service.Failure = new Runner.LabInputException(["The traces are gone."]);
        Assert.Equal(0, await _rig.RunAsync("diff", SampleReports.RunId, "--by", "tree"));
        Assert.Contains("saves 14", _rig.Out, StringComparison.Ordinal);
        Assert.Contains("No tree: The traces are gone.", _rig.Out, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Diff_RolesOfTheWorkspace_LineUpItsOwnCode()
    {
        const string Text = "version: 1\nroles:\n  - role: lobby-memory\n    types: [Game.Lobby]\n";
        await File.WriteAllTextAsync(Path.Combine(_rig.Root, "roles.yaml"), Text);
        Assert.Equal(0, await _rig.RunAsync("diff", SampleReports.RunId, "--json"));
        using JsonDocument document = JsonDocument.Parse(_rig.Out);
        string[] sites = [.. document.RootElement.GetProperty("sites").GetProperty("sites").EnumerateArray().Select(s => s.GetProperty("site").GetString()!)];
        Assert.Contains("lobby-memory@OnMessage", sites);
        Assert.Contains(document.RootElement.GetProperty("coverage").EnumerateArray(), c => c.GetProperty("role").GetString() == "lobby-memory" && c.GetProperty("samples").GetInt32() > 700);
    }

    [Fact]
    public async Task Diff_WrongRoles_AreNamedWithTheirLine()
    {
        await File.WriteAllTextAsync(Path.Combine(_rig.Root, "roles.yaml"), "version: 1\nroles:\n  - role: Lobby\n    types: [Game.Lobby]\n");
        Assert.Equal(2, await _rig.RunAsync("diff", SampleReports.RunId));
        Assert.Contains("roles.yaml:3:", _rig.Error, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("budgets-kept.txt", 0, 70, 300)]
    [InlineData("budgets-exceeded.txt", 5, 50, 300)]
    [InlineData("budgets-open.txt", 3, 60, 300)]
    public async Task Budgets_EachState_HasItsExitCode(string golden, int code, double codec, double handler)
    {
        await WriteBudgetsAsync(codec, handler);
        Assert.Equal(code, await _rig.RunAsync("budgets", SampleReports.RunId));
        Assert.All(_rig.Out.Split('\n'), line => Assert.InRange(line.Length, 0, 80));
        GoldenText.Check(golden, _rig.Out);
    }

    [Fact]
    public async Task Budgets_Json_NamesEveryCheck()
    {
        await WriteBudgetsAsync(50, 300);
        Assert.Equal(5, await _rig.RunAsync("budgets", SampleReports.RunId, "--arm", "baseline", "--json"));
        using JsonDocument document = JsonDocument.Parse(_rig.Out);
        Assert.Equal("fail", document.RootElement.GetProperty("state").GetString());
        Assert.Equal("baseline", document.RootElement.GetProperty("arm").GetString());
        Assert.Equal(["fail", "pass", "pass"], document.RootElement.GetProperty("checks").EnumerateArray().Select(c => c.GetProperty("state").GetString()));
    }

    [Fact]
    public async Task Budgets_FileBesideTheExperiment_ComesFirst()
    {
        await WriteBudgetsAsync(50, 300);
        string folder = Path.Combine(_rig.Root, "experiments", "001-reply-codec");
        Directory.CreateDirectory(folder);
        await File.WriteAllTextAsync(Path.Combine(folder, "budgets.yaml"), "version: 1\nbudgets:\n  - at: \"*\"\n    maxBytesPerMessage: 10000\n");
        Assert.Equal(0, await _rig.RunAsync("budgets", SampleReports.RunId));
        Assert.Contains("experiments/001-reply-codec/budgets.yaml", _rig.Out, StringComparison.Ordinal);
        Assert.Equal(5, await _rig.RunAsync("budgets", SampleReports.RunId, "--file", Path.Combine(_rig.Root, "budgets.yaml")));
    }

    [Theory]
    [InlineData(null, "There is no budgets.yaml")]
    [InlineData("version: 1\nbudgets:\n  - at: \"*\"\n", "budgets.yaml:3:5: this budget has no limit")]
    [InlineData("version: 1\nbudgets: []\n", "has 0 items")]
    [InlineData("version: 2\nbudgets:\n  - at: x\n    maxBytesPerMessage: 1\n", "budgets.yaml:1:")]
    [InlineData("version: 1\nbudgets:\n  - at: x\n    maxBytes: 1\n", "has no key 'maxBytes'")]
    public async Task Budgets_WrongFile_IsExitCode2WithItsPlace(string? text, string expected)
    {
        if (text is not null)
        {
            await File.WriteAllTextAsync(Path.Combine(_rig.Root, "budgets.yaml"), text);
        }

        Assert.Equal(2, await _rig.RunAsync("budgets", SampleReports.RunId));
        Assert.Contains(expected, _rig.Error, StringComparison.Ordinal);
        Assert.Equal("", _rig.Out);
    }

    [Fact]
    public async Task Budgets_UnknownArm_NamesThoseThereAre()
    {
        await WriteBudgetsAsync(1, 1);
        Assert.Equal(2, await _rig.RunAsync("budgets", SampleReports.RunId, "--arm", "canddate"));
        Assert.Contains("Arms: baseline, candidate.", _rig.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Strategies_Explain_SaysWhatAnExchangeCanSaveAtMost()
    {
        Assert.Equal(0, await _rig.RunAsync("strategies", "--explain", "reply-codec/write-to-span"));
        Assert.Contains("  at most", _rig.Out, StringComparison.Ordinal);
        Assert.Contains("an exchange saves no more", _rig.Out.ReplaceLineEndings(" ").Replace("             ", "", StringComparison.Ordinal), StringComparison.Ordinal);
    }

    private Task WriteBudgetsAsync(double codec, double handler) => File.WriteAllTextAsync(
        Path.Combine(_rig.Root, "budgets.yaml"),
        FormattableString.Invariant($"""
        version: 1
        budgets:
          - at: "reply-codec@*"
            type: "System.Byte[]"
            maxBytesPerMessage: {codec}
          - at: "Game.*"
            maxBytesPerMessage: {handler}
            maxObjectsPerMessage: 5

        """));
}
