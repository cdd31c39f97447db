using System.Reflection;
using PlayHouse.Lab.Model.Analysis;

namespace PlayHouse.Lab.Reporting.Tests;

public sealed class MetricNamesTests
{
    [Fact]
    public void EveryMetricOfTheLab_HasAName()
    {
        string[] ids = [.. typeof(MetricIds).GetFields(BindingFlags.Public | BindingFlags.Static).Select(f => (string)f.GetRawConstantValue()!)];

        Assert.NotEmpty(ids);
        Assert.All(ids, id => Assert.DoesNotContain('-', MetricNames.Of(id)));
        Assert.All(ids, id => Assert.NotEmpty(MetricNames.Unit(id)));
        Assert.Equal(ids.Length, ids.Select(MetricNames.Of).Distinct().Count());
    }

    [Fact]
    public void AMetricNobodyKnows_KeepsItsLabelAndHasNoUnit() => Assert.Equal(("zebra/msg", ""), (MetricNames.Of("zebra-per-message"), MetricNames.Unit("zebra-per-message")));
}
