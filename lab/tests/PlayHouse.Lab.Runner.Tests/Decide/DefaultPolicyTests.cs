using System.Reflection;
using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Policies;

namespace PlayHouse.Lab.Runner.Tests.Decide;

public sealed class DefaultPolicyTests
{
    private readonly Policy _policy = DefaultPolicyFile.Load();

    [Theory]
    [InlineData(MetricIds.BytesPerMessage, MetricRole.Primary, MetricScale.Difference, 0.02, 4)]
    [InlineData(MetricIds.CpuUsPerMessage, MetricRole.Primary, MetricScale.Ratio, 0.03, 0)]
    [InlineData(MetricIds.Gen0PerMillion, MetricRole.Explore, MetricScale.Difference, 0.05, 1)]
    [InlineData(MetricIds.LatencyP50, MetricRole.Explore, MetricScale.Ratio, 0.05, 0)]
    [InlineData(MetricIds.LatencyP99, MetricRole.Guard, MetricScale.Ratio, 0.10, 0)]
    [InlineData(MetricIds.GcPauseShare, MetricRole.Guard, MetricScale.Ratio, 0.10, 0)]
    [InlineData(MetricIds.LockContentionsPerMessage, MetricRole.Explore, MetricScale.Difference, 0.10, 0.001)]
    [InlineData(MetricIds.WorkingSet, MetricRole.Guard, MetricScale.Ratio, 0.05, 0)]
    [InlineData(MetricIds.Errors, MetricRole.Guard, MetricScale.Difference, 0, 0.5)]
    [InlineData(MetricIds.Lost, MetricRole.Guard, MetricScale.Difference, 0, 0.5)]
    public void DefaultPolicy_Metric_AsksWhatTheDesignAsks(string id, MetricRole role, MetricScale scale, double deltaRel, double deltaAbs)
    {
        MetricPolicy metric = _policy.Metrics.Single(m => m.Id == id);

        Assert.Equal((role, scale, deltaRel, deltaAbs), (metric.Role, metric.Scale, metric.DeltaRel, metric.DeltaAbs));
        Assert.Equal(MetricDirection.Lower, metric.Direction);
    }

    [Fact]
    public void DefaultPolicy_EveryKnownMetric_IsNamedOnce()
    {
        IEnumerable<string> known = typeof(MetricIds).GetFields(BindingFlags.Public | BindingFlags.Static).Select(f => (string)f.GetValue(null)!);

        Assert.Equal(known.Order(), _policy.Metrics.Select(m => m.Id).Order());
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
