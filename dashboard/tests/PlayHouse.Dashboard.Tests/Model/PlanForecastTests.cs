using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Policies;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Runner.Explain;
using PlayHouse.Lab.Runner.Plan;

namespace PlayHouse.Dashboard.Tests.Model;

public sealed class PlanForecastTests
{
    [Fact]
    public void Forecast_WithoutARunThatMeasuredTheSame_IsNone()
    {
        RunPlan plan = SampleReports.Plan();

        Assert.Null(PlanForecast.Of(plan, []));
        Assert.Null(PlanForecast.Of(plan, [SampleReports.Report(null)]));
        Assert.Null(PlanForecast.Of(plan with { WindowSeconds = 15 }, [SampleReports.KeepReport()]));
        Assert.Null(PlanForecast.Of(plan with { Experiment = plan.Experiment with { Scenario = "c2s-echo" } }, [SampleReports.KeepReport()]));
        Assert.Null(PlanForecast.Of(plan with { Experiment = plan.Experiment with { Load = new LoadSpec { Connections = 7 } } }, [SampleReports.KeepReport()]));
    }

    [Fact]
    public void Forecast_ComesFromTheNoiseOfTheLatestRunThatMeasuredTheSame()
    {
        RunReport old = SampleReports.KeepReport();
        PlanForecast forecast = PlanForecast.Of(SampleReports.Plan() with { Looks = [6, 24] }, [old, old with { Run = old.Run with { Id = "r-older" } }])!;

        Assert.Equal((SampleReports.RunId, false), (forecast.RunId, forecast.IsAa));
        MetricForecast bytes = forecast.Metrics.Single(m => m.Policy.Id == MetricIds.BytesPerMessage);
        // (z(.95) + z(.80)) / √0.955 × 0.1 / √n, six blocks.
        Assert.Equal((1.6448536 + 0.8416212) / Math.Sqrt(0.955) * 0.1 / Math.Sqrt(6), bytes.AtFirstLook, 6);
        Assert.Equal(bytes.AtFirstLook / 2, bytes.AtLastLook, 10);
        Assert.DoesNotContain(forecast.Metrics, m => m.Policy.Role == MetricRole.Explore);
        Assert.Contains("policy asks", PlanWords.Metric(bytes), StringComparison.Ordinal);
    }

    [Fact]
    public void Forecast_PrefersARunAgainstTheTwin()
    {
        RunReport aa = SampleReports.Report(SampleReports.Keep(), SampleReports.Plan(isAa: true));
        aa = aa with { Run = aa.Run with { Id = "r-aa" } };

        Assert.Equal(("r-aa", true), PlanForecast.Of(SampleReports.Plan(), [SampleReports.KeepReport(), aa]) is { } f ? (f.RunId, f.IsAa) : default);
    }

    [Fact]
    public void Words_OfAPlan_SayHowLongAndInWhichOrder()
    {
        string full = PlanWords.Order(SampleReports.Plan(isShort: false));

        Assert.Contains("96 in all", full, StringComparison.Ordinal);
        Assert.Contains("A B B A or B A A B", full, StringComparison.Ordinal);
        Assert.Contains("6, 9, 12, 16, 20, 24", full, StringComparison.Ordinal);
        Assert.DoesNotContain("looked at", PlanWords.Order(SampleReports.Plan()), StringComparison.Ordinal);
        Assert.Contains("first look", PlanWords.Duration(SampleReports.Plan(isShort: false)), StringComparison.Ordinal);
    }
}
