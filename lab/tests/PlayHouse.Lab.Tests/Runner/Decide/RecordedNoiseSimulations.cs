using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Policies;
using PlayHouse.Lab.Runner.Decide;
using PlayHouse.Lab.Runner.Tests.Analyse;
using PlayHouse.Lab.Statistics.Randomness;
using Xunit.Abstractions;

namespace PlayHouse.Lab.Runner.Tests.Decide;

/// <summary>Whole runs with the default policy on the noise that was recorded, flags, skips and steal included.</summary>
public sealed class RecordedNoiseSimulations(ITestOutputHelper output)
{
    private const ulong Seed = 20_402;
    private static readonly int CampaignsPerRun = SelfTestRun.Draws(40);

    private static readonly IReadOnlyDictionary<string, double> Nothing = new Dictionary<string, double>();
    private readonly Policy _policy = DefaultPolicyFile.Load();

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void Campaigns_NothingDiffers_AnyClaimIsRare(bool isShort)
    {
        Dictionary<VerdictKind, int> words = RunAll(isShort, Nothing, out int campaigns);

        foreach (VerdictKind claim in (VerdictKind[])[VerdictKind.Keep, VerdictKind.Rollback, VerdictKind.TradeOff])
        {
            double count = words.GetValueOrDefault(claim);
            Assert.True(count <= 0.05 * campaigns, $"{claim}: {count} of {campaigns}");
        }
    }

    [Fact]
    public void Campaigns_BytesSavedAndNothingElse_AreSeldomCalledATradeOff()
    {
        Dictionary<VerdictKind, int> words = RunAll(isShort: false, new Dictionary<string, double> { [MetricIds.BytesPerMessage] = -5_000 }, out int campaigns);

        Assert.Equal(0, words.GetValueOrDefault(VerdictKind.NoEffect));

        // The recorded loads missed their rate now and then, and by chance more often in one arm: Fisher's test at 1/64, at each of six looks.
        Assert.True(words.GetValueOrDefault(VerdictKind.Rollback) <= 0.024 * campaigns, $"{words.GetValueOrDefault(VerdictKind.Rollback)} of {campaigns}");
        Assert.True(words.GetValueOrDefault(VerdictKind.TradeOff) <= 0.05 * campaigns, $"{words.GetValueOrDefault(VerdictKind.TradeOff)} of {campaigns}");
    }

    [Fact]
    public void Campaigns_TenPercentMoreCpu_AreFoundByTwelveBlocks()
    {
        int found = 0, campaigns = 0;
        foreach (RecordedNoise noise in RecordedNoise.All(_policy))
        {
            var random = new SeededRandom(Seed);
            int here = 0;
            for (int i = 0; i < CampaignsPerRun; i++)
            {
                RunPlan plan = RunFixture.Plan(random.NextBits(), isAa: true, metrics: [.. _policy.Metrics]) with { Looks = [6, 9, 12] };
                VerdictRecord verdict = Run(noise, random, plan, new Dictionary<string, double> { [MetricIds.CpuUsPerMessage] = 1.10 });
                here += verdict.Estimates.Any(e => e.Policy.Id == MetricIds.CpuUsPerMessage && e.Class is MetricClass.Worse or MetricClass.WorsePractical) ? 1 : 0;
            }

            output.WriteLine($"seed {Seed}, {noise.Name}: +10 % CPU found by 12 blocks in {here} of {CampaignsPerRun}");
            found += here;
            campaigns += CampaignsPerRun;
        }

        output.WriteLine($"in all {found} of {campaigns}");
        Assert.True(found >= 0.9 * campaigns, $"{found} of {campaigns}");
    }

    private Dictionary<VerdictKind, int> RunAll(bool isShort, IReadOnlyDictionary<string, double> effect, out int campaigns)
    {
        Dictionary<VerdictKind, int> all = [];
        campaigns = 0;
        foreach (RecordedNoise noise in RecordedNoise.All(_policy))
        {
            var random = new SeededRandom(Seed);
            Dictionary<VerdictKind, int> words = Enumerable.Range(0, CampaignsPerRun)
                .Select(_ => Run(noise, random, RunFixture.Plan(random.NextBits(), isShort, isAa: true, [.. _policy.Metrics]), effect).Kind)
                .CountBy(k => k).ToDictionary();
            output.WriteLine($"seed {Seed}, {(isShort ? "short" : "full")}, {noise.Name}: {Text(words)}");
            campaigns += CampaignsPerRun;
            foreach ((VerdictKind kind, int count) in words)
            {
                all[kind] = all.GetValueOrDefault(kind) + count;
            }
        }

        output.WriteLine($"in all {campaigns}: {Text(all)}");
        return all;
    }

    private static VerdictRecord Run(RecordedNoise noise, SeededRandom random, RunPlan plan, IReadOnlyDictionary<string, double> effect)
    {
        var launches = new List<LaunchRecord>();
        for (int block = 0; ; block++)
        {
            launches.AddRange(noise.Block(random, plan, block, effect));
            if (!plan.Looks.Contains(block + 1))
            {
                continue;
            }

            VerdictRecord verdict = VerdictMaker.Decide(plan, RunFixture.Analyze(plan, launches));
            if (SequentialStop.ShouldStop(plan, block + 1, verdict))
            {
                return verdict;
            }
        }
    }

    private static string Text(Dictionary<VerdictKind, int> counts) =>
        string.Join(", ", counts.OrderBy(c => c.Key).Select(c => $"{c.Key} {c.Value}"));
}
