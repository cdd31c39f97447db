using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Policies;
using PlayHouse.Lab.Runner.Decide;
using PlayHouse.Lab.Runner.Tests.Analyse;
using PlayHouse.Lab.Statistics.Randomness;
using Xunit.Abstractions;

namespace PlayHouse.Lab.Runner.Tests.Decide;

/// <summary>Whole runs with the default policy on noise of the size seen on busy machines, from records to the word.</summary>
public sealed class CampaignSimulations(ITestOutputHelper output)
{
    private const ulong Seed = 20_401;
    private static readonly int Campaigns = SelfTestRun.Draws(200);
    private static readonly int SavingCampaigns = SelfTestRun.Draws(1_000);
    private static readonly double OneInTwenty = SelfTestRun.Most(0.05, Campaigns);

    private readonly Policy _policy = DefaultPolicyFile.Load();

    [Theory]
    [InlineData("normal")]
    [InlineData("heavy tails")]
    [InlineData("alternating")]
    [InlineData("drift and bursts")]
    public void Campaigns_BaselineAgainstItsTwin_KeepAtMostOneInTwenty(string machine)
    {
        Dictionary<VerdictKind, int> full = Run(machine, isShort: false, factor: 1, bytes: 0);
        Dictionary<VerdictKind, int> shorts = Run(machine, isShort: true, factor: 1, bytes: 0);

        output.WriteLine($"seed {Seed}, {machine}, full: {Text(full)}");
        output.WriteLine($"seed {Seed}, {machine}, short: {Text(shorts)}");
        foreach (Dictionary<VerdictKind, int> words in (Dictionary<VerdictKind, int>[])[full, shorts])
        {
            Assert.True(words.GetValueOrDefault(VerdictKind.Keep) <= OneInTwenty, Text(words));
            Assert.True(words.GetValueOrDefault(VerdictKind.Rollback) <= OneInTwenty, Text(words));
            Assert.True(words.GetValueOrDefault(VerdictKind.TradeOff) <= OneInTwenty, Text(words));
            Assert.Equal(0, words.GetValueOrDefault(VerdictKind.Unfit));
        }
    }

    [Fact]
    public void Campaigns_SixtyFourBytesMore_AreNeverKeptAndNeverWithoutEffect()
    {
        Dictionary<VerdictKind, int> shorts = Run("heavy tails", isShort: true, factor: 1, bytes: 64);
        Dictionary<VerdictKind, int> full = Run("heavy tails", isShort: false, factor: 1, bytes: 64);

        output.WriteLine($"seed {Seed}, +64 B, processor time with 12 % noise, short: {Text(shorts)}");
        output.WriteLine($"seed {Seed}, +64 B, processor time with 12 % noise, full: {Text(full)}");
        foreach (Dictionary<VerdictKind, int> words in (Dictionary<VerdictKind, int>[])[full, shorts])
        {
            Assert.Equal(Campaigns, words.Where(w => w.Key is VerdictKind.Rollback or VerdictKind.Inconclusive or VerdictKind.TradeOff).Sum(w => w.Value));
            Assert.True(words.GetValueOrDefault(VerdictKind.TradeOff) <= OneInTwenty, Text(words));
        }
    }

    [Fact]
    public void Campaigns_ProcessorTimeAQuarterUp_IsRolledBackAndNeverKept()
    {
        Dictionary<VerdictKind, int> full = Run("normal", isShort: false, factor: 1.25, bytes: 0);

        output.WriteLine($"seed {Seed}, +25 % CPU at 12 % noise: {Text(full)}");
        Assert.True(full.GetValueOrDefault(VerdictKind.Rollback) > 0.9 * Campaigns, Text(full));
        Assert.Equal(0, full.GetValueOrDefault(VerdictKind.Keep));
    }

    /// <summary>Four guards whose noise hides what matters: the limit of one of them lies beyond zero in many a run.</summary>
    [Fact]
    public void Campaigns_BytesSavedBesideFourNoisyGuards_AreSeldomATradeOff()
    {
        MetricPolicy[] guards = [.. Enumerable.Range(1, 4).Select(i => RunFixture.P99 with { Id = $"guard-{i}", DeltaRel = 0.25 })];
        Dictionary<VerdictKind, int> words = RunBytesSaved(guards, (random, _) =>
            guards.ToDictionary(g => g.Id, _ => Math.Exp(1.3 * Math.Log(1.25) * random.NextNormal())).Append(new(MetricIds.CpuUsPerMessage, Math.Exp(0.01 * random.NextNormal()))));

        output.WriteLine($"seed {Seed}, -168 B, four guards of noise 1.3 x what matters: {Text(words)}");
        Assert.True(words.GetValueOrDefault(VerdictKind.TradeOff) <= SelfTestRun.Most(0.03, SavingCampaigns), Text(words));
        Assert.Equal(0, words.GetValueOrDefault(VerdictKind.Rollback) + words.GetValueOrDefault(VerdictKind.NoEffect));
    }

    [Fact]
    public void Campaigns_BytesSavedAndProcessorTimeSixPercentUpInNoise_AreSeldomKept()
    {
        Dictionary<VerdictKind, int> words = RunBytesSaved([RunFixture.P99], (random, isOther) =>
            [new(MetricIds.CpuUsPerMessage, (isOther ? 1.06 : 1) * Math.Exp(0.12 * random.NextNormal())), new(MetricIds.LatencyP99, Math.Exp(0.02 * random.NextNormal()))]);

        output.WriteLine($"seed {Seed}, -168 B and +6 % CPU at 12 % noise: {Text(words)}");
        Assert.True(words.GetValueOrDefault(VerdictKind.Keep) <= SelfTestRun.Most(0.01, SavingCampaigns), Text(words));
    }

    /// <summary>Campaigns of a change that saves 168 of 288 B, with CPU as the second primary; the launch's other metrics are drawn around 100.</summary>
    private static Dictionary<VerdictKind, int> RunBytesSaved(MetricPolicy[] guards, Func<SeededRandom, bool, IEnumerable<KeyValuePair<string, double>>> others)
    {
        var random = new SeededRandom(Seed);
        return Enumerable.Range(0, SavingCampaigns)
            .Select(_ => RunToItsEnd(RunFixture.Plan(random.NextBits(), metrics: [RunFixture.Bytes, RunFixture.Cpu, .. guards]), isOther => new Dictionary<string, double>(
                others(random, isOther).Select(m => new KeyValuePair<string, double>(m.Key, 100 * m.Value)))
            {
                [MetricIds.BytesPerMessage] = (isOther ? 120 : 288) + (0.1 * random.NextNormal()),
            }))
            .CountBy(kind => kind)
            .ToDictionary();
    }

    private Dictionary<VerdictKind, int> Run(string machine, bool isShort, double factor, double bytes)
    {
        var random = new SeededRandom(Seed);
        return Enumerable.Range(0, Campaigns)
            .Select(_ => RunOne(random, machine, isShort, factor, bytes))
            .CountBy(kind => kind)
            .ToDictionary();
    }

    private VerdictKind RunOne(SeededRandom random, string machine, bool isShort, double factor, double bytes)
    {
        RunPlan plan = RunFixture.Plan(random.NextBits(), isShort, isAa: true, [.. _policy.Metrics]);
        Func<double>[] noise = [.. Enumerable.Range(0, 4).Select(_ => Noise(random, machine))];
        return RunToItsEnd(plan, isOther => Metrics(noise, isOther ? factor : 1, isOther ? bytes : 0));
    }

    private static VerdictKind RunToItsEnd(RunPlan plan, Func<bool, Dictionary<string, double>> metricsOf)
    {
        var launches = new List<LaunchRecord>();
        for (int block = 0; ; block++)
        {
            launches.AddRange(RunFixture.Block(plan, block, (isOther, _) => metricsOf(isOther)));
            if (!plan.Looks.Contains(block + 1))
            {
                continue;
            }

            VerdictRecord verdict = VerdictMaker.Decide(plan, RunFixture.Analyze(plan, launches));
            if (SequentialStop.ShouldStop(plan, block + 1, verdict))
            {
                return verdict.Kind;
            }
        }
    }

    // Spread of a launch: bytes below 0.1 %, processor time 12 %, median 20 %, tail 50 %.
    private static Dictionary<string, double> Metrics(Func<double>[] noise, double factor, double bytes) => new()
    {
        [MetricIds.BytesPerMessage] = 512 * (1 + 0.0008 * noise[0]()) + bytes,
        [MetricIds.CpuUsPerMessage] = 20 * factor * Math.Exp(0.12 * noise[1]()),
        [MetricIds.LatencyP99] = 900 * Math.Exp(0.5 * noise[2]()),
        [MetricIds.LatencyP50] = 200 * Math.Exp(0.2 * noise[3]()),
        [MetricIds.GcPauseShare] = 0.0004,
        [MetricIds.WorkingSet] = 80e6,
        [MetricIds.Errors] = 0,
        [MetricIds.Lost] = 0,
        [MetricIds.SkippedShare] = 0,
    };

    private static Func<double> Noise(SeededRandom random, string machine)
    {
        int launch = -1;
        double level = 0;
        return () =>
        {
            launch++;
            level = 0.8 * level + 0.6 * random.NextNormal();
            bool isInner = launch % 4 is 1 or 2;
            return machine switch
            {
                "heavy tails" => random.NextNormal() * (random.NextDouble() < 0.1 ? 4 : 0.8),
                "alternating" => (isInner == (launch / 4 % 2 == 0) ? 1 : -1) + 0.3 * random.NextNormal(),
                "drift and bursts" => 0.02 * launch + level + (random.NextDouble() < 0.05 ? 3 : 0),
                _ => random.NextNormal(),
            };
        };
    }

    private static string Text(Dictionary<VerdictKind, int> counts) =>
        string.Join(", ", counts.OrderBy(c => c.Key).Select(c => $"{c.Key} {c.Value}"));
}
