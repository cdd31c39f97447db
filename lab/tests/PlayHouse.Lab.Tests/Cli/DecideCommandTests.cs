using System.Text.Json;
using PlayHouse.Lab.Cli.Tests.Fakes;
using PlayHouse.Lab.Model.Decisions;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Runner.Decisions;

namespace PlayHouse.Lab.Cli.Tests;

public sealed class DecideCommandTests : IDisposable
{
    private const string Before = "{\n  \"version\": 1,\n  \"set\": {}\n}\n";
    private const string After = "{\n  \"version\": 1,\n  \"set\": {\n    \"reply-codec\": \"write-to-span\"\n  },\n  \"decision\": \"d-0012\"\n}\n";
    private readonly CliRig _rig = new();

    public DecideCommandTests() => _rig.Service.Deciding = Decision;

    public void Dispose() => _rig.Dispose();

    [Fact]
    public async Task DryRun_ShowsTheRecordAndTheDiffAndWritesNothing()
    {
        Assert.Equal(0, await _rig.RunAsync("decide", "r-1", "--keep", "--reason", "It saves 64 B a message."));

        GoldenText.Check("decide.txt", _rig.Out);
        Assert.Contains("--write --expect 0123456789ab", _rig.Error, StringComparison.Ordinal);
        Assert.Null(_rig.Service.Decided);
        Assert.Null(_rig.Service.Applied);
    }

    [Fact]
    public async Task DryRun_AgainstTheEvidence_SaysEveryObjectionAndIsBadInput()
    {
        _rig.Service.Deciding = r => Decision(r) with { Objections = ["The verdict is provisional."], Override = r.Override };

        Assert.Equal(2, await _rig.RunAsync("decide", "r-1", "--keep", "--reason", "why"));
        Assert.Contains("The verdict is provisional.", _rig.Error, StringComparison.Ordinal);
        Assert.Contains("--override", _rig.Error, StringComparison.Ordinal);
        Assert.Equal(0, await _rig.RunAsync("decide", "r-1", "--keep", "--reason", "why", "--override", "weighed"));
    }

    [Fact]
    public async Task Write_RecordsThenAppliesWhatWasAsked()
    {
        Assert.Equal(0, await _rig.RunAsync("decide", "r-1", "--rollback", "--reason", "why", "--title", "T", "--expect", "abc", "--write"));

        Assert.Equal((DecisionChoice.Rollback, "why", "T", "abc"), (_rig.Service.Decided!.Value.Request.Choice, _rig.Service.Decided.Value.Request.Reason, _rig.Service.Decided.Value.Request.Title, _rig.Service.Decided.Value.Token));
        Assert.Equal("d-0012", _rig.Service.Applied);
        Assert.Contains("experiments/decisions/0012-keep-reply-codec-write-to-span.md", _rig.Out, StringComparison.Ordinal);
        Assert.Contains("strategies.json is written", _rig.Out, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Json_CarriesTheWholeDecision()
    {
        Assert.Equal(0, await _rig.RunAsync("decide", "r-1", "--keep", "--reason", "why", "--json"));

        using JsonDocument json = JsonDocument.Parse(_rig.Out);
        Assert.Equal("playhouse-lab/decision/1", json.RootElement.GetProperty("schema").GetString());
        Assert.False(json.RootElement.GetProperty("isRecorded").GetBoolean());
        Assert.Equal(3, json.RootElement.GetProperty("decision").GetProperty("evidence").GetProperty("verdict").GetProperty("estimates").GetArrayLength());
    }

    [Theory]
    [InlineData("decide", "r-1", "--reason", "x")]
    [InlineData("decide", "r-1", "--keep", "--rollback", "--reason", "x")]
    [InlineData("decide", "--keep", "--reason", "x")]
    [InlineData("decide", "d-0001", "--apply")]
    public async Task Arguments_ThatDoNotSayOneThing_AreBadInput(params string[] arguments)
    {
        Assert.Equal(2, await _rig.RunAsync(arguments));
        Assert.Equal("", _rig.Out);
    }

    [Fact]
    public async Task Decisions_ListsWhatStandsAndWhatIsUsed()
    {
        Assert.Equal(0, await _rig.RunAsync("decisions"));
        Assert.Contains("No decisions yet", _rig.Out, StringComparison.Ordinal);
        Assert.Contains("shipped default of every seam", _rig.Out, StringComparison.Ordinal);

        using CliRig rig = new();
        rig.Service.Decisions.Add(new StandingDecision(Decision(new DecisionRequest { Subject = "r-1", Choice = DecisionChoice.Keep, Reason = "why" }), "d-0013", SampleReports.Time));
        rig.Service.Strategies = new WorkspaceStrategies { Set = new Dictionary<string, StrategySetting> { ["mailbox"] = StrategySetting.Of("buffer-block") }, Decision = "d-0013" };
        Assert.Equal(0, await rig.RunAsync("decisions"));
        Assert.Contains("replaced by d-0013", rig.Out, StringComparison.Ordinal);
        Assert.Contains("mailbox: buffer-block (strategies.json, decision d-0013)", rig.Out.ReplaceLineEndings(" "), StringComparison.Ordinal);
        Assert.Equal(0, await rig.RunAsync("decisions", "--json"));
    }

    [Fact]
    public async Task Strategies_SaysWhatThisWorkspaceUses()
    {
        Put(After);

        Assert.Equal(0, await _rig.RunAsync("strategies"));
        Assert.Contains("This workspace uses reply-codec: write-to-span", _rig.Out, StringComparison.Ordinal);

        Put("{");
        Assert.Equal(2, await _rig.RunAsync("strategies"));
    }

    private void Put(string text) => File.WriteAllText(Path.Combine(_rig.Root, "strategies.json"), text);

    private static Decision Decision(DecisionRequest request) => new()
    {
        Id = "d-0012",
        FileName = "0012-keep-reply-codec-write-to-span",
        Title = "Keep reply-codec write-to-span",
        Choice = request.Choice,
        Reason = request.Reason,
        DecidedAt = SampleReports.Time,
        Experiment = "001-reply-codec",
        RunIds = [SampleReports.RunId],
        Change = new StrategiesChange([new SeamChange("reply-codec", null, StrategySetting.Of("write-to-span"))], Before, After),
        Consequences = ["Experiments of this workspace that name the preset default use it."],
        Revisit = ["When the runtime changes."],
        Evidence = new DecisionEvidence
        {
            Question = "Does it matter?",
            Scenario = "c2s-proto-echo",
            OtherArm = "candidate",
            Toggled = [new ToggledSeam("reply-codec", "to-byte-array", "write-to-span")],
            Verdict = SampleReports.Keep(),
            Sites = SampleReports.Attribution().Sites,
            Seed = "7",
            Launches = 24,
            Machine = new Dictionary<string, string> { ["cpu"] = "x" },
        },
    };
}
