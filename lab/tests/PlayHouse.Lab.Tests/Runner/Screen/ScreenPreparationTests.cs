using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Screens;
using PlayHouse.Lab.Runner.Screen;
using PlayHouse.Lab.Runner.Tests.Validate;
using PlayHouse.Lab.Runner.Workspace;

namespace PlayHouse.Lab.Runner.Tests.Screen;

public sealed class ScreenPreparationTests
{
    private const string Seed000 = "005-seed-000-baseline";

    [Fact]
    public void Prepare_File_TakesTheSeamsOfItsArmsAsFactors()
    {
        RunPlan plan = Prepare(new ScreenOptions { Path = Seed000, Factors = ["header-codec", "hand-over+dispatch-result"], Seed = 5 });

        ScreenPlan screen = plan.Screen!;
        Assert.Equal(["header-codec", "hand-over+dispatch-result"], screen.Factors.Select(f => f.Name));
        Assert.Equal(["hand-over", "dispatch-result"], screen.Factors[1].Seams.Keys);
        Assert.Equal("to-byte-array", screen.Factors[0].Seams["header-codec"].Baseline.Use);
        Assert.Contains(screen.Held, h => h.Seam == "peer-id");
        Assert.Equal("005-screen-seed-000-baseline", plan.Experiment.Id);
        Assert.Equal("per-message", plan.CombinationOf(1).Strategies["hand-over"].Use);
        Assert.Equal(plan.Other.Strategies["hand-over"].Use, plan.CombinationOf(2).Strategies["hand-over"].Use);
        Assert.Equal("+-", plan.CombinationOf(1).Name);
        Assert.Equal((screen.Launches + 1) / 2, plan.Looks.Single());
        Assert.Equal((30, 30), (plan.Pairs!.SaturatedPairs, plan.Pairs.PacedPairs));
        Assert.Equal(EnvironmentKind.Deployed, plan.Experiment.Environment.Kind());
    }

    [Fact]
    public void Prepare_File_HoldsWhatTheScenarioDoesNotExecuteAndSaysWhy()
    {
        ScreenPlan screen = Prepare(new ScreenOptions { Path = Seed000, Factors = ["dispatch-result", "hand-over", "header-codec", "header-parse", "peer-id"] }).Screen!;

        Assert.Equal(["dispatch-result", "hand-over", "header-codec", "header-parse", "peer-id"], screen.Factors.Select(f => f.Name));
        Assert.Contains("does not execute the seam 'reply-codec'", screen.Held.Single(h => h.Seam == "reply-codec").Reason, StringComparison.Ordinal);
    }

    [Fact]
    public void Prepare_MoreTogglesThanADesignTakes_AreNamedWithHowToChoose()
    {
        string errors = Refused(new ScreenOptions
        {
            Scenario = "c2s-proto-echo",
            Toggles =
            [
                new("session", null, "three-task"), new("hand-over", null, "per-message"), new("route-object", null, "per-message-object"),
                new("dispatch-result", null, "task"), new("reply-codec", null, "to-byte-array"), new("send-pump", null, "per-message"),
                new("buffer-pool", null, "array-pool-shared"), new("message-id", null, "string-per-message"), new("stage-loop", null, "awaiting-loop"),
            ],
        });

        Assert.Contains("at most 8", errors, StringComparison.Ordinal);
        Assert.Contains("message-id", errors, StringComparison.Ordinal);
        Assert.Contains("--factors", errors, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("reply-codec,header-codec", "does not execute the seam 'reply-codec'")]
    [InlineData("header-codec", "at least 2")]
    [InlineData("header-codec,lok", "do not differ in 'lok'")]
    [InlineData("header-codec,header-codec+peer-id", "'header-codec' twice")]
    public void Prepare_FactorsThatCannotBeScreened_AreRefusedByName(string factors, string expected) =>
        Assert.Contains(expected, Refused(new ScreenOptions { Path = Seed000, Factors = factors.Split(',') }), StringComparison.Ordinal);

    [Fact]
    public void Prepare_CombinationThatCannotBeBuilt_IsRefusedByName()
    {
        string errors = Refused(new ScreenOptions
        {
            Scenario = "c2s-echo", Toggles = [new("stage-loop", "awaiting-loop", "scheduled"), new("scheduler", "thread-pool", "inline")], Stages = [ScreenStage.Screen],
        });

        Assert.Contains("The combination stage-loop: awaiting-loop, scheduler: inline cannot be built", errors, StringComparison.Ordinal);
        Assert.Contains("Join seams that need each other", errors, StringComparison.Ordinal);
    }

    [Fact]
    public void Prepare_SeamAboutWaiting_IsScreenedAsDeployed() => Assert.Equal(
        EnvironmentKind.Deployed,
        Prepare(new ScreenOptions { Scenario = "c2s-proto-echo", Toggles = [new("mailbox", null, "buffer-block"), new("reply-codec", null, "to-byte-array")] }).Experiment.Environment.Kind());

    [Fact]
    public void Prepare_ServerThatActsUnasked_IsRefusedWithTheScenariosThatCanBe() => Assert.Contains(
        "cannot take turns. Screen one of c2s-echo",
        Refused(new ScreenOptions { Scenario = "room-tick", Toggles = [new("send-pump", null, "per-message"), new("buffer-pool", null, "array-pool-shared")] }),
        StringComparison.Ordinal);

    [Fact]
    public void CheckMemory_CombinationsThatDoNotFit_AreRefusedWithBothSizes()
    {
        ScreenPlan screen = Prepare(new ScreenOptions { Path = Seed000, Factors = ["header-codec", "peer-id", "header-parse"] }).Screen!;
        long needed = 8 * ScreenPreparation.TargetBytes;

        ScreenPreparation.CheckMemory(screen, 2 * needed);

        string refused = Assert.Throws<LabInputException>(() => ScreenPreparation.CheckMemory(screen, (2 * needed) - 2)).Message;
        Assert.Contains("8 combinations alive at once, which take about 768", refused, StringComparison.Ordinal);
    }

    [Fact]
    public void Prepare_SameSeed_DrawsTheSameOrder()
    {
        int[] Order(ulong seed) => [.. Prepare(new ScreenOptions { Path = Seed000, Factors = ["header-codec", "peer-id", "header-parse"], Seed = seed }).Screen!.Blocks.SelectMany(b => b.Cells)];

        Assert.Equal(Order(3), Order(3));
        Assert.NotEqual(Order(3), Order(4));
    }

    [Fact]
    public void Prepare_Ablation_LeavesOutEachFactorOnceARoundAndKeepsAllTwice()
    {
        ScreenPlan screen = Prepare(new ScreenOptions { Path = Seed000, Factors = ["header-codec", "peer-id", "header-parse"], Stages = [ScreenStage.Ablate], Rounds = 3 }).Screen!;

        Assert.Equal(3, screen.Blocks.Count);
        Assert.All(screen.Blocks, b => Assert.Equal([3, 5, 6, 7, 7], b.Cells.Order()));
        Assert.False(screen.Has(ScreenStage.Screen));
    }

    [Theory]
    [InlineData("nothing", "there is no factor 'nothing'")]
    [InlineData("header-codec", "give 'base' enough")]
    public void Prepare_PlantThatCannotBe_IsRefused(string factor, string expected) => Assert.Contains(
        expected,
        Refused(new ScreenOptions { Path = Seed000, Factors = ["header-codec", "peer-id"], Planted = [new PlantedTerm([factor], -10)] }),
        StringComparison.Ordinal);

    [Fact]
    public void Write_Proposal_IsAnExperimentThatPrepares()
    {
        LabWorkspace workspace = new(Directory.CreateTempSubdirectory("plab-screen-").FullName);
        try
        {
            Directory.CreateDirectory(Path.Combine(workspace.Experiments, "policies"));
            File.Copy(Path.Combine(Shipped().Experiments, "policies", "default.yaml"), Path.Combine(workspace.Experiments, "policies", "default.yaml"));
            RunPlan plan = Prepare(new ScreenOptions { Path = Seed000, Factors = ["header-codec", "peer-id"], Seed = 5 });
            ScreenProposal final = ScreenAnalyzer.Analyze(plan, []).Proposals.Single();

            string path = ScreenExperiments.Write(workspace, plan, final);

            RunPlan written = RunPreparation.Prepare(workspace, path, new RunOptions());
            Assert.Equal(["header-codec", "peer-id"], written.ToggledSeams);
            Assert.Equal(plan.Other.Strategies["peer-id"].Use, written.Other.Strategies["peer-id"].Use);
            Assert.Equal("string-per-receive", written.Baseline.Strategies["peer-id"].Use);
            Assert.Equal(path, ScreenExperiments.Located(workspace, final).Path);
        }
        finally
        {
            Directory.Delete(workspace.Root, recursive: true);
        }
    }

    private static RunPlan Prepare(ScreenOptions options) => ScreenPreparation.Prepare(Shipped(), options);

    private static string Refused(ScreenOptions options) => Assert.Throws<LabInputException>(() => Prepare(options)).Message;

    private static LabWorkspace Shipped() => new(Repository.Root);
}
