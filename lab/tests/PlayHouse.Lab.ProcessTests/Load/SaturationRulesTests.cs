using PlayHouse.Lab.Load.Results;

namespace PlayHouse.Lab.Load.Tests;

public sealed class SaturationRulesTests
{
    private static readonly SaturationFacts Healthy = new()
    {
        IsOpenLoop = true,
        AllowedCores = 2,
        CpuCoresPerSecond = [0.5, 1.5],
        LatenessP99Us = 900,
        LatencyP99Us = 2_000,
        OfferedRate = 1_000,
        AchievedRate = 995,
        GcPauseShare = 0.005,
        LatestWakeMs = 9,
    };

    [Fact]
    public void Flags_AllBelowTheirLimits_AreNone() => Assert.Empty(SaturationRules.Flags(Healthy));

    [Fact]
    public void Flags_EachFigureOverItsLimit_IsNamedWithItsFigure()
    {
        AssertFlag(Healthy with { CpuCoresPerSecond = [0.5, 1.7] }, "client-cpu", "85");
        AssertFlag(Healthy with { LatenessP99Us = 1_100 }, "client-lateness", "1100");
        AssertFlag(Healthy with { AchievedRate = 980 }, "achieved-rate", "980");
        AssertFlag(Healthy with { GcPauseShare = 0.02 }, "client-gc", "2.00");
        AssertFlag(Healthy with { LatestWakeMs = 12 }, "client-jitter", "12.0");
    }

    [Fact]
    public void Flags_LatenessBelowATenthOfLatency_IsNone() =>
        Assert.Empty(SaturationRules.Flags(Healthy with { LatenessP99Us = 5_000, LatencyP99Us = 60_000 }));

    [Fact]
    public void Flags_OneEventAtTheWindowsEdge_IsNoMissedRate()
    {
        Assert.Empty(SaturationRules.Flags(Healthy with { AchievedRate = 980, EdgeRate = 20 }));
        AssertFlag(Healthy with { AchievedRate = 960, EdgeRate = 20 }, "achieved-rate", "960");
    }

    [Fact]
    public void Flags_ClosedLoop_HasNoScheduleToMiss() =>
        Assert.Empty(SaturationRules.Flags(Healthy with { IsOpenLoop = false, LatenessP99Us = 50_000, AchievedRate = 1 }));

    private static void AssertFlag(SaturationFacts facts, string name, string figure)
    {
        string flag = Assert.Single(SaturationRules.Flags(facts));
        Assert.StartsWith(name, flag, StringComparison.Ordinal);
        Assert.Contains(figure, flag, StringComparison.Ordinal);
    }
}
