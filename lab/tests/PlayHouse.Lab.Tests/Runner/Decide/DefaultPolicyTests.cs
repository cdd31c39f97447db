using System.Reflection;
using System.Text.Json;
using PlayHouse.Lab.Model;
using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Policies;
using PlayHouse.Lab.Runner.Plan;
using PlayHouse.Lab.Runner.Tests.Validate;
using PlayHouse.Lab.Runner.Validate;
using PlayHouse.Lab.Statistics.Blocks;

namespace PlayHouse.Lab.Runner.Tests.Decide;

public sealed class DefaultPolicyTests
{
    private readonly Policy _policy = DefaultPolicyFile.Load();

    [Theory]
    [InlineData(MetricIds.BytesPerMessage, MetricRole.Primary, MetricScale.Difference, 0.02, 4)]
    [InlineData(MetricIds.CpuUsPerMessage, MetricRole.Primary, MetricScale.Ratio, 0.03, 0)]
    [InlineData(MetricIds.Gen0PerMillion, MetricRole.Explore, MetricScale.Difference, 0.05, 1)]
    [InlineData(MetricIds.LatencyP50, MetricRole.Explore, MetricScale.Ratio, 0.05, 0)]
    [InlineData(MetricIds.LatencyP99, MetricRole.Guard, MetricScale.Ratio, 0.25, 0)]
    [InlineData(MetricIds.GcPauseShare, MetricRole.Guard, MetricScale.Difference, 0, 0.01)]
    [InlineData(MetricIds.LockContentionsPerMessage, MetricRole.Explore, MetricScale.Difference, 0.10, 0.001)]
    [InlineData(MetricIds.WorkingSet, MetricRole.Guard, MetricScale.Ratio, 0.05, 0)]
    [InlineData(MetricIds.Errors, MetricRole.Guard, MetricScale.Difference, 0, 0.5)]
    [InlineData(MetricIds.Lost, MetricRole.Guard, MetricScale.Difference, 0, 0.5)]
    [InlineData(MetricIds.SkippedShare, MetricRole.Guard, MetricScale.Difference, 0, 0.001)]
    [InlineData(MetricIds.UserInstructionsPerMessage, MetricRole.Primary, MetricScale.Ratio, 0.01, 0)]
    [InlineData(MetricIds.SystemCallsPerMessage, MetricRole.Explore, MetricScale.Difference, 0.05, 0.02)]
    public void DefaultPolicy_Metric_AsksWhatTheDesignAsks(string id, MetricRole role, MetricScale scale, double deltaRel, double deltaAbs)
    {
        MetricPolicy metric = _policy.Metrics.Single(m => m.Id == id);

        Assert.Equal((role, scale, deltaRel, deltaAbs), (metric.Role, metric.Scale, metric.DeltaRel, metric.DeltaAbs));
        Assert.Equal(MetricDirection.Lower, metric.Direction);
    }

    [Theory]
    [InlineData("mux-chunk", true)]
    [InlineData("session", true)]
    [InlineData("mailbox", false)]
    public void DefaultPolicy_SystemCalls_ArePrimaryWhereTheSeamIsAboutThem(string seam, bool isPrimary)
    {
        Policy settled = PolicyRoles.Settle(_policy, [seam, "reply-codec"], isOfPairs: false, EnvironmentSpec.Usual);

        Assert.Equal(isPrimary ? MetricRole.Primary : MetricRole.Explore, settled.Metrics.Single(m => m.Id == MetricIds.SystemCallsPerMessage).Role);
        Assert.All(settled.Metrics, m => Assert.Null(m.PrimaryFor));
        Assert.Equal(
            _policy.Metrics.Where(m => m.PrimaryFor is null).Select(m => m.Role), settled.Metrics.Where((_, i) => _policy.Metrics[i].PrimaryFor is null).Select(m => m.Role));
    }

    /// <summary>Where idle threads spin, what a message costs shows in messages per second.</summary>
    [Theory]
    [InlineData(true, EnvironmentKind.Deployed, MetricRole.Explore)]
    [InlineData(true, EnvironmentKind.Steady, MetricRole.Primary)]
    [InlineData(false, EnvironmentKind.Deployed, MetricRole.Primary)]
    public void DefaultPolicy_ProcessorTime_DecidesNoPairInWhichThreadsSpin(bool isOfPairs, EnvironmentKind environment, MetricRole role)
    {
        Policy settled = PolicyRoles.Settle(_policy, ["reply-codec"], isOfPairs, EnvironmentSpec.Usual.In(environment));

        Assert.Equal(role, settled.Metrics.Single(m => m.Id == MetricIds.CpuUsPerMessage).Role);
        Assert.Equal(MetricRole.Primary, settled.Metrics.Single(m => m.Id == MetricIds.MessagesPerSecond).Role);
    }

    /// <summary>What the head of the file says of its margins, from the runs that it names.</summary>
    [Fact]
    public void DefaultPolicy_GuardMargins_ArePassedByTwelveBlocksOfRecordedNoise()
    {
        (string Id, double Deviation, double Chance)[] recorded =
        [
            (MetricIds.LatencyP99, 0.2364, 0.72), (MetricIds.GcPauseShare, 0.001573, 0.99), (MetricIds.WorkingSet, 0.0276, 0.99), (MetricIds.SkippedShare, 0.00047, 0.99),
        ];
        Assert.All(recorded, r =>
        {
            MetricPolicy guard = _policy.Metrics.Single(m => m.Id == r.Id);
            double delta = guard.Scale == MetricScale.Ratio ? Math.Log(1 + guard.DeltaRel) : guard.DeltaAbs;
            Assert.True(Resolution.ChanceToPass(r.Deviation, delta, 12, 1.0 / 64) >= r.Chance, r.Id);
            Assert.True(Resolution.ChanceToPass(r.Deviation, delta, 24, 1.0 / 64) >= 0.95, r.Id);
        });
    }

    [Fact]
    public void DefaultPolicy_ReadByTheProduct_IsTheSameAsReadByTheTest()
    {
        Policy loaded = PolicyLoader.Load(Repository.PathOf("experiments", "policies", "default.yaml")).Required();

        Assert.Equal(JsonSerializer.Serialize(_policy, LabJson.Compact), JsonSerializer.Serialize(loaded, LabJson.Compact));
    }

    [Fact]
    public void DefaultPolicy_EveryKnownMetric_IsNamedOnce()
    {
        IEnumerable<string> known = typeof(MetricIds).GetFields(BindingFlags.Public | BindingFlags.Static).Select(f => (string)f.GetValue(null)!);

        // A capacity is searched, not watched: the policy of that design names it.
        Assert.Equal(known.Except([MetricIds.Capacity]).Order(), _policy.Metrics.Select(m => m.Id).Order());
        Assert.Equal(MetricDirection.Higher, _policy.Metrics.Single(m => m.Id == MetricIds.AchievedRate).Direction);
    }

    [Fact]
    public void DefaultPolicy_EveryMetric_HasAThresholdAUnitAndAFloorWhereZeroIsPossible()
    {
        string[] aggregations = ["delta", "quantile", "last", "sum"];
        Assert.All(_policy.Metrics, m =>
        {
            Assert.True(m.Scale == MetricScale.Ratio ? m.DeltaRel > 0 : m.DeltaRel > 0 || m.DeltaAbs > 0, m.Id);
            Assert.True(m.Scale == MetricScale.Difference || m.Floor > 0, m.Id);
            Assert.NotEmpty(m.Unit);
            Assert.Contains(m.Aggregation, aggregations);
        });
    }
}
