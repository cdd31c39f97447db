using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Runner.Decisions;
using PlayHouse.Lab.Runner.Validate;
using PlayHouse.Lab.Runner.Workspace;

namespace PlayHouse.Lab.Runner.Tests.Decisions;

public sealed class WorkspaceDefaultTests : IDisposable
{
    private readonly LabWorkspace _workspace = new(Directory.CreateTempSubdirectory("plab-default-").FullName);

    public WorkspaceDefaultTests()
    {
        Write("policies/default.yaml", "version: 1\nmetrics:\n  - { id: bytes-per-message, role: primary, direction: lower, scale: difference, deltaRel: 0.02, deltaAbs: 4, floor: 0, unit: B, aggregation: delta }\n");
        Write("001-codec/experiment.yaml", Experiment("default", "{ reply-codec: to-byte-array }", "{ reply-codec: write-to-span }"));
    }

    public void Dispose() => Directory.Delete(_workspace.Root, recursive: true);

    [Fact]
    public void Plan_WithoutTheFile_IsTheShippedOne()
    {
        RunPlan plan = Prepare("001-codec");

        Assert.Null(plan.WorkspaceDefault);
        Assert.Equal(EngineCatalog.Shipped.Seam("mailbox")!.Default.Id, plan.Baseline.Strategies["mailbox"].Use);
    }

    [Fact]
    public void Plan_OfThePresetDefault_UsesTheWorkspacesChoiceInBothArmsAndRecordsIt()
    {
        File.WriteAllText(_workspace.Strategies, "{ \"version\": 1, \"set\": { \"mailbox\": { \"use\": \"buffer-block\" } }, \"decision\": \"d-0007\" }");

        RunPlan plan = Prepare("001-codec");

        Assert.Equal(("buffer-block", "buffer-block"), (plan.Baseline.Strategies["mailbox"].Use, plan.Other.Strategies["mailbox"].Use));
        Assert.Equal(["reply-codec"], plan.ToggledSeams);
        Assert.Equal(("d-0007", "buffer-block"), (plan.WorkspaceDefault!.Decision, plan.WorkspaceDefault.Set["mailbox"].Use));
    }

    [Fact]
    public void Plan_OfAnotherPreset_ReplaysItAsItIs()
    {
        File.WriteAllText(_workspace.Strategies, "{ \"version\": 1, \"set\": { \"reply-codec\": \"write-to-span\" } }");
        Write("002-replay/experiment.yaml", Experiment("seed-000-baseline", "{ reply-codec: to-byte-array }", "{ reply-codec: write-to-span }"));

        RunPlan plan = Prepare("002-replay");

        Assert.Equal("to-byte-array", plan.Baseline.Strategies["reply-codec"].Use);
    }

    [Fact]
    public void Arms_ThatDoNotDifferAnyMore_SayWhatTheWorkspaceUses()
    {
        File.WriteAllText(_workspace.Strategies, "{ \"version\": 1, \"set\": { \"reply-codec\": \"write-to-span\" }, \"decision\": \"d-0007\" }");
        Write("003-same/experiment.yaml", Experiment("default", "{}", "{ reply-codec: write-to-span }"));

        LabInputException refused = Assert.Throws<LabInputException>(() => Prepare("003-same"));

        Assert.Contains("reply-codec: write-to-span (strategies.json, decision d-0007)", refused.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void File_ThatIsWrong_StopsARunBeforeItIsPlanned()
    {
        File.WriteAllText(_workspace.Strategies, "{ \"version\": 1, \"set\": { \"mailbox\": \"no-such\" } }");

        Assert.Contains("strategies.json", Assert.Throws<LabInputException>(() => Prepare("001-codec")).Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Catalogue_OfFastPort_KeepsItsOwnDefault()
    {
        EngineCatalog fastPort = EngineCatalog.Of(Model.Scenarios.ScenarioCatalog.All.First(s => s.Subject == Model.Scenarios.ScenarioSubject.FastPort).Id);

        Assert.Same(fastPort, fastPort.With(new() { Set = new Dictionary<string, StrategySetting> { ["lock"] = StrategySetting.Of("semaphore-slim") } }));
    }

    [Fact]
    public void Text_WrittenAndRead_IsTheSame()
    {
        var strategies = new Model.Decisions.WorkspaceStrategies
        {
            Set = new Dictionary<string, StrategySetting> { ["mailbox"] = new("channel-bounded", new Dictionary<string, double> { ["capacity"] = 64 }) }, Decision = "d-0012",
        };

        string text = WorkspaceStrategiesFile.Text(strategies);

        Assert.Equal(text, WorkspaceStrategiesFile.Text(WorkspaceStrategiesFile.Parse(text)));
        Assert.Contains("\"capacity\": 64", text, StringComparison.Ordinal);
    }

    private RunPlan Prepare(string experiment) => RunPreparation.Prepare(_workspace, experiment, new RunOptions());

    private void Write(string name, string text)
    {
        string path = Path.Combine(_workspace.Experiments, name);
        Directory.CreateDirectory(Path.GetDirectoryName(path)!);
        File.WriteAllText(path, text);
    }

    private static string Experiment(string preset, string baseline, string candidate) => $$"""
        version: 1
        id: 001-codec
        question: Does it matter?
        scenario: c2s-proto-echo
        load: { mode: open, arrivals: constant, rate: 400, connections: 10, depth: 1, payloadBytes: 64 }
        arms:
          baseline: { preset: {{preset}}, set: {{baseline}} }
          candidate: { preset: {{preset}}, set: {{candidate}} }
        design: { kind: sequential, blocks: 6, layout: shared }
        policy: policies/default.yaml
        """;
}
