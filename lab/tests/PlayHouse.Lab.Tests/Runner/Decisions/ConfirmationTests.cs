using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Runner.Decide;
using PlayHouse.Lab.Runner.Decisions;
using PlayHouse.Lab.Runner.Tests.Analyse;

namespace PlayHouse.Lab.Runner.Tests.Decisions;

public sealed class ConfirmationTests(Xunit.Abstractions.ITestOutputHelper output)
{
    private static readonly DateTimeOffset Start = new(2026, 3, 1, 8, 0, 0, TimeSpan.Zero);

    [Fact]
    public void Of_NoDeclaredRun_IsAwaited()
    {
        ConfirmationRun other = Run("r-2", VerdictKind.Keep, confirms: null);

        Assert.Equal(ConfirmationState.Awaited, Standing(other).State);
    }

    [Theory]
    [InlineData(VerdictKind.Keep, ConfirmationState.Confirmed)]
    [InlineData(VerdictKind.Inconclusive, ConfirmationState.Awaited)]
    [InlineData(VerdictKind.Rollback, ConfirmationState.Withdrawn)]
    [InlineData(VerdictKind.TradeOff, ConfirmationState.Withdrawn)]
    [InlineData(VerdictKind.Unfit, ConfirmationState.Awaited)]
    [InlineData(VerdictKind.NoEffect, ConfirmationState.Withdrawn)]
    [InlineData(null, ConfirmationState.Awaited)]
    public void Of_NextDeclaredRun_Decides(VerdictKind? kind, ConfirmationState state) => Assert.Equal(state, Standing(Run("r-2", kind)).State);

    [Fact]
    public void Of_LaterRunsThatAgree_DoNotOutweighTheNext()
    {
        Assert.Equal(ConfirmationState.Withdrawn, Standing(Run("r-2", VerdictKind.NoEffect), Run("r-3", VerdictKind.Keep), Run("r-4", VerdictKind.Keep)).State);
        Assert.Equal(ConfirmationState.Confirmed, Standing(Run("r-2", VerdictKind.Inconclusive), Run("r-3", VerdictKind.Keep)).State);
        Assert.Equal(
            ConfirmationState.Unconfirmed, Standing(Run("r-2", VerdictKind.Inconclusive), Run("r-3", null), Run("r-4", VerdictKind.Keep)).State);
        Assert.Equal(ConfirmationState.Confirmed, Standing(Run("r-2", VerdictKind.Unfit), Run("r-3", VerdictKind.Keep)).State);
        Assert.Equal(
            ConfirmationState.Unconfirmed, Standing(Run("r-2", VerdictKind.Unfit), Run("r-3", VerdictKind.Unfit), Run("r-4", VerdictKind.Keep)).State);
    }

    [Fact]
    public void Of_DeclaredRunThatHasNotEnded_IsAwaitedAndBlocksAnother()
    {
        ConfirmationStanding standing = Standing(Run("r-2", null, state: RunState.Interrupted), Run("r-3", VerdictKind.Keep));

        Assert.Equal(ConfirmationState.Awaited, standing.State);
        Assert.Contains(Objections(standing), o => o.Contains("plab resume r-3", StringComparison.Ordinal) || o.Contains("has not ended", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData(FingerprintKeys.ProcessorModel)]
    [InlineData(FingerprintKeys.Kernel)]
    [InlineData(FingerprintKeys.Layout)]
    [InlineData(FingerprintKeys.GcServer)]
    [InlineData(FingerprintKeys.EngineVersion)]
    public void Of_RunUnderOtherConditions_IsOpenAndNamesThem(string key)
    {
        ConfirmationRun unlike = Run("r-2", VerdictKind.Keep) with { Fingerprint = new Dictionary<string, string>(Machine) { [key] = "another" } };

        ConfirmationStanding standing = Standing(unlike);

        Assert.Equal(ConfirmationState.Awaited, standing.State);
        Assert.Contains(key, standing.Sentence, StringComparison.Ordinal);
    }

    [Fact]
    public void Of_CompiledAgainFromTheSameCommit_Confirms()
    {
        ConfirmationRun rebuilt = Run("r-2", VerdictKind.Keep) with { Fingerprint = new Dictionary<string, string>(Machine) { [FingerprintKeys.EngineModule] = "m-2" } };

        Assert.Contains("compiled again", Standing(rebuilt).Sentence, StringComparison.Ordinal);
        Assert.Equal(ConfirmationState.Confirmed, Standing(rebuilt).State);
    }

    [Fact]
    public void Of_SameWordForAnotherMetricOrAClassBelow_Withdraws()
    {
        ConfirmationRun other = Run("r-2", VerdictKind.Keep);
        VerdictRecord weak = other.Verdict! with { Estimates = [.. other.Verdict!.Estimates.Select(e => e with { Class = MetricClass.Improved, Theta = 0 })] };

        Assert.Equal(ConfirmationState.Withdrawn, Standing(other with { Verdict = weak }).State);
    }

    [Fact]
    public void Of_HardFailure_NeedsNone()
    {
        ConfirmationRun dead = Run("r-1", VerdictKind.Rollback, confirms: null);
        dead = dead with { Verdict = dead.Verdict! with { IsProvisional = false } };

        Assert.Equal(ConfirmationState.NotNeeded, Confirmation.Of(dead, []).State);
    }

    [Theory]
    [InlineData("", null)]
    [InlineData("seed", "the same seed")]
    [InlineData("policy", "the experiment or the policy has changed")]
    [InlineData("scenario", "the experiment or the policy has changed")]
    [InlineData("layout", "the experiment or the policy has changed")]
    [InlineData("environment", "the experiment or the policy has changed")]
    [InlineData("untoggled", "other strategies for mailbox")]
    [InlineData("aa", "other arms")]
    [InlineData("early", "at another hour")]
    public void Objections_PlanThatIsUnlikeOrTooEarly_AreNamed(string what, string? objection)
    {
        RunPlan plan = Plan("r-new") with { Seed = 99 };
        plan = what switch
        {
            "seed" => plan with { Seed = Selected.Run.Plan.Seed },
            "policy" => plan with { PolicyHash = "another" },
            "scenario" => plan with { Experiment = plan.Experiment with { Scenario = "c2s-echo" } },
            "layout" => plan with { Experiment = plan.Experiment with { Design = plan.Experiment.Design with { Layout = plan.Experiment.Design.Layout == CpuLayout.Split ? CpuLayout.Shared : CpuLayout.Split } } },
            "environment" => plan with { Experiment = plan.Experiment with { Environment = plan.Experiment.Environment with { TieredPgo = !plan.Experiment.Environment.TieredPgo } } },
            "untoggled" => plan with { Baseline = With(plan.Baseline), Other = With(plan.Other) },
            "aa" => plan with { Other = plan.Other with { Name = ArmNames.Twin } },
            _ => plan,
        };

        string[] objections = [.. Confirmation.Objections(Selected, Confirmation.Of(Selected, []), plan, Start + (what == "early" ? TimeSpan.FromMinutes(40) : TimeSpan.FromHours(2)))];

        Assert.Equal(objection is null, objections.Length == 0);
        Assert.True(objection is null || objections.Any(o => o.Contains(objection, StringComparison.Ordinal)), string.Join(" | ", objections));

        static ResolvedArm With(ResolvedArm arm) => arm with { Strategies = new Dictionary<string, StrategySetting>(arm.Strategies) { ["mailbox"] = StrategySetting.Of("channel") } };
    }

    /// <summary>A run of pairs measures a quiet environment; the run that confirms it measures the one in which programs are run.</summary>
    [Theory]
    [InlineData(EnvironmentKind.Deployed, true, null)]
    [InlineData(EnvironmentKind.Steady, true, "in the environment in which programs are run")]
    [InlineData(EnvironmentKind.Deployed, false, "confirmed by pairs")]
    public void Objections_OfPairs_AskForPairsAsDeployed(EnvironmentKind environment, bool isOfPairs, string? objection)
    {
        ConfirmationRun selected = OfPairs(Selected, EnvironmentKind.Steady);
        RunPlan plan = OfPairs(Selected, environment).Run.Plan with { RunId = "r-new", Seed = 99, Pairs = isOfPairs ? new PairSpec() : null };

        string[] objections = [.. Confirmation.Objections(selected, Confirmation.Of(selected, []), plan, Start + TimeSpan.FromHours(2))];

        Assert.Equal(objection is null ? 0 : 1, objections.Length);
        Assert.All(objections, o => Assert.Contains(objection!, o, StringComparison.Ordinal));
        Assert.Equal(EnvironmentKind.Deployed, Confirmation.OptionsOf(selected.Run.Plan, new RunOptions()).Environment);
        Assert.Equal(EnvironmentKind.Steady, Confirmation.OptionsOf(selected.Run.Plan, new RunOptions { Environment = EnvironmentKind.Steady }).Environment);
        RunOptions ofBlocks = Confirmation.OptionsOf(Selected.Run.Plan, new RunOptions());
        Assert.Equal((Selected.Run.Plan.Experiment.Design.Kind, null), (ofBlocks.Design, ofBlocks.Environment));
    }

    /// <summary>What was measured elsewhere is shown as it stood there, and asks for no run here.</summary>
    [Fact]
    public void Of_RunsMeasuredElsewhere_ConfirmEachOtherAndNothingElse()
    {
        ConfirmationRun sample = From(Selected), declared = From(Run("r-2", VerdictKind.Keep));

        Assert.Equal(ConfirmationState.Confirmed, Confirmation.Of(sample, [declared]).State);
        Assert.Equal(ConfirmationState.NotNeeded, Confirmation.Of(sample, []).State);
        Assert.Equal(ConfirmationState.NotNeeded, Confirmation.Of(sample, [Run("r-3", VerdictKind.Keep)]).State);
        Assert.Equal(ConfirmationState.Awaited, Confirmation.Of(Selected, [declared]).State);

        static ConfirmationRun From(ConfirmationRun run) => run with { Run = run.Run with { Plan = run.Run.Plan with { Origin = RunOrigin.Sample } } };
    }

    /// <summary>What processor time earned in the quiet environment, messages per second confirm where threads spin.</summary>
    [Theory]
    [InlineData(FingerprintKeys.RuntimeSettings, MetricIds.MessagesPerSecond, ConfirmationState.Confirmed)]
    [InlineData(FingerprintKeys.TieredPgo, MetricIds.MessagesPerSecond, ConfirmationState.Confirmed)]
    [InlineData(FingerprintKeys.RuntimeSettings, MetricIds.BytesPerMessage, ConfirmationState.Withdrawn)]
    [InlineData(FingerprintKeys.GcServer, MetricIds.MessagesPerSecond, ConfirmationState.Awaited)]
    public void Of_PairsAsDeployed_ConfirmTheGainAndNothingElse(string differing, string metric, ConfirmationState state)
    {
        ConfirmationRun selected = OfPairs(Selected, EnvironmentKind.Steady, MetricIds.CpuUsPerMessage);
        ConfirmationRun declared = OfPairs(Run("r-2", VerdictKind.Keep), EnvironmentKind.Deployed, metric) with
        {
            Fingerprint = new Dictionary<string, string>(Machine) { [differing] = "another" },
        };

        Assert.Equal(state, Confirmation.Of(selected, [declared]).State);
    }

    private static ConfirmationRun OfPairs(ConfirmationRun run, EnvironmentKind environment, string gain = MetricIds.BytesPerMessage)
    {
        RunPlan plan = run.Run.Plan with { Pairs = new PairSpec(), Experiment = run.Run.Plan.Experiment with { Environment = EnvironmentSpec.Usual.In(environment) } };
        MetricEstimate gained = run.Verdict!.Estimates.First(e => e.Class == MetricClass.ImprovedPractical);
        return run with
        {
            Run = run.Run with { Plan = plan },
            Verdict = run.Verdict with { Estimates = [gained with { Policy = gained.Policy with { Id = gain } }] },
        };
    }

    [Fact]
    public void IdOf_LengthSeedAndProse_AreNotTheQuestion()
    {
        RunPlan plan = Plan("r-1");

        Assert.Equal(Questions.IdOf(plan), Questions.IdOf(plan with
        {
            RunId = "r-2", Seed = 5, Looks = [40], RatePerSecond = 7,
            Experiment = plan.Experiment with { Question = "In other words?", Design = plan.Experiment.Design with { Kind = DesignKind.Capacity, Blocks = 40 } },
        }));
        Assert.Equal(Questions.IdOf(plan), Questions.IdOf(plan with { Experiment = plan.Experiment with { Environment = plan.Experiment.Environment.In(EnvironmentKind.Deployed) } }));
        Assert.NotEqual(Questions.IdOf(plan), Questions.IdOf(plan with { Experiment = plan.Experiment with { Load = plan.Experiment.Load with { Connections = 7 } } }));
    }

    /// <summary>Nothing is different between the arms: how often is a KEEP said and then confirmed by the next run, or the one after an open one?</summary>
    [Fact]
    public void Chain_NothingChanged_ConfirmsAKeepInAtMostOneOfTwoHundred()
    {
        int runs = SelfTestRun.Draws(4_000);
        const int Seed = 20260301;
        Random random = new(Seed);
        int keeps = 0, confirmed = 0;
        for (int i = 0; i < runs; i++)
        {
            VerdictRecord first = Simulated(random, $"r-{i}-1");
            if (first.Kind != VerdictKind.Keep)
            {
                continue;
            }

            keeps++;
            ConfirmationRun selected = Selected with { Verdict = first };
            List<ConfirmationRun> declared = [];
            while (Confirmation.Of(selected, declared).State == ConfirmationState.Awaited)
            {
                declared.Add(Run($"r-{declared.Count + 2}", VerdictKind.Keep) with { Verdict = Simulated(random, $"r-{i}-{declared.Count + 2}") });
            }

            confirmed += Confirmation.Of(selected, declared).State == ConfirmationState.Confirmed ? 1 : 0;
        }

        output.WriteLine($"seed {Seed}: {keeps} of {runs} null runs said KEEP ({(double)keeps / runs:P2}), {confirmed} were confirmed ({(double)confirmed / runs:P3})");
        Assert.InRange(keeps, 1, runs * 0.05 + 3 * Math.Sqrt(runs * 0.05 * 0.95));
        Assert.InRange(confirmed, 0, runs * 0.005);
    }

    /// <summary>A whole run of the full design with its looks: CPU alone decides, contrasts of noise only, one block of ten far out.</summary>
    private static VerdictRecord Simulated(Random random, string id)
    {
        RunPlan plan = RunFixture.Plan(metrics: [RunFixture.Cpu]) with { RunId = id, Seed = (ulong)random.NextInt64() };
        List<LaunchRecord> launches = [];
        for (int block = 0; ; block++)
        {
            double spread = random.NextDouble() < 0.1 ? 0.12 : 0.03;
            launches.AddRange(RunFixture.Block(plan, block, (_, _) => RunFixture.Metrics(500, 20 * Math.Exp(spread * Normal(random)))));
            if (plan.Looks.Contains(block + 1))
            {
                VerdictRecord verdict = VerdictMaker.Decide(plan, RunFixture.Analyze(plan, launches));
                if (SequentialStop.ShouldStop(plan, block + 1, verdict))
                {
                    return verdict with { IsProvisional = verdict.Kind is VerdictKind.Keep or VerdictKind.Rollback };
                }
            }
        }
    }

    private static double Normal(Random random) => Math.Sqrt(-2 * Math.Log(1 - random.NextDouble())) * Math.Cos(2 * Math.PI * random.NextDouble());

    private static readonly Dictionary<string, string> Machine =
        FingerprintKeys.Identity.Append(FingerprintKeys.EngineVersion).ToDictionary(k => k, k => $"{k}-1");

    private static ConfirmationRun Selected => Run("r-1", VerdictKind.Keep, confirms: null);

    private static ConfirmationStanding Standing(params ConfirmationRun[] declared) => Confirmation.Of(Selected, declared);

    private static string[] Objections(ConfirmationStanding standing) =>
        [.. Confirmation.Objections(Selected, standing, Plan("r-new") with { Seed = 99 }, Start.AddHours(9))];

    private static RunPlan Plan(string id)
    {
        RunPlan plan = RunFixture.Plan();
        return plan with { RunId = id, Baseline = With(plan.Baseline), Other = With(plan.Other) };

        static ResolvedArm With(ResolvedArm arm) => arm with { Strategies = new Dictionary<string, StrategySetting>(arm.Strategies) { ["mailbox"] = StrategySetting.Of("concurrent-queue") } };
    }

    private static ConfirmationRun Run(string id, VerdictKind? kind, string? confirms = "r-1", RunState? state = null)
    {
        RunPlan plan = Plan(id) with { Confirms = confirms, Seed = (ulong)id.Length };
        VerdictRecord? verdict = kind is null ? null : SampleText.SampleReports.Keep() with { RunId = id, Kind = kind.Value, IsProvisional = kind is VerdictKind.Keep or VerdictKind.Rollback };
        int place = int.Parse(id.Split('-')[1], System.Globalization.CultureInfo.InvariantCulture);
        return new ConfirmationRun(
            new RunRecord
            {
                Id = id, ExperimentId = plan.Experiment.Id, CreatedAt = Start.AddHours(2 * (place - 1)), EndedAt = Start.AddHours(2 * (place - 1)).AddMinutes(10),
                State = state ?? (kind is null ? RunState.Cancelled : RunState.Completed), Plan = plan,
            },
            verdict,
            Machine);
    }
}
