using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Profiling.Estimates;
using PlayHouse.Lab.Profiling.Reading;
using Xunit.Abstractions;

namespace PlayHouse.Lab.Profiling.Tests;

public sealed class TraceValidityTests(ITestOutputHelper output)
{
    private static readonly TraceQuality Good = new()
    {
        EventsLost = 0,
        RundownsComplete = 1,
        UnresolvedShare = 0.01,
        CappedStacksShare = 1,
        CalibrationZ = TraceValidity.CalibrationZMax,
        WidestMarkMs = 5,
    };

    [Fact]
    public void Reasons_EveryFigureAtItsLimit_AreNone() => Assert.Empty(TraceValidity.Reasons(Good));

    [Theory]
    [InlineData(0)]
    [InlineData(2)]
    public void Reasons_RundownNotOnce_Refuses(int rundowns)
        => Assert.Contains("rundown", Assert.Single(TraceValidity.Reasons(Good with { RundownsComplete = rundowns })), StringComparison.Ordinal);

    [Fact]
    public void Reasons_OneEventLost_Refuses()
        => Assert.Contains("1 event was lost", Assert.Single(TraceValidity.Reasons(Good with { EventsLost = 1 })), StringComparison.Ordinal);

    [Theory]
    [InlineData(0.0101)]
    [InlineData(double.NaN)]
    public void Reasons_UnresolvedAboveOnePercent_Refuses(double share)
        => Assert.Contains("no allocating method", Assert.Single(TraceValidity.Reasons(Good with { UnresolvedShare = share })), StringComparison.Ordinal);

    [Fact]
    public void Reasons_OneNamelessSampleOfFew_IsNoReason()
    {
        Assert.Empty(TraceValidity.Reasons(Good with { UnresolvedShare = 1, UnresolvedSamples = 1 }));
        Assert.Single(TraceValidity.Reasons(Good with { UnresolvedShare = 0.05, UnresolvedSamples = 2 }));
    }

    [Theory]
    [InlineData(2.58)]
    [InlineData(-2.58)]
    [InlineData(double.PositiveInfinity)]
    public void Reasons_EstimateFarFromCounter_Refuses(double z)
        => Assert.Contains("exact counter", Assert.Single(TraceValidity.Reasons(Good with { CalibrationZ = z })), StringComparison.Ordinal);

    [Fact]
    public void Again_StoredUnderTheWiderLimit_IsRefusedAndSaysHowMuchItMissed()
    {
        // 246 samples where 298.6 were due: what the first demo of a new user once got.
        var stored = new AllocationProfile
        {
            LaunchId = "l", Arm = "baseline", Messages = 100_000, ExactBytesPerMessage = 288, EstimatedBytesPerMessage = 237.4, Samples = 246, Sites = [],
            Quality = Good with { CalibrationZ = -3 },
        };

        string reason = Assert.Single(TraceValidity.Again(stored).Invalid);
        Assert.Contains("found 18 % too little", reason, StringComparison.Ordinal);
        Assert.Contains("not compared", reason, StringComparison.Ordinal);
        Assert.Same(stored.Invalid, TraceValidity.Again(stored with { Quality = Good with { CalibrationZ = -2.5 } }).Invalid);
        Assert.Equal(["lost"], TraceValidity.Again(stored with { Invalid = ["lost"] }).Invalid);
    }

    [Fact]
    public void Reasons_TooMuchQuicklyCompiledCode_IsOne()
    {
        TraceQuality cold = Good with { UnoptimisedShare = 0.11 };
        Assert.Contains("not optimised", Assert.Single(TraceValidity.Reasons(cold)), StringComparison.Ordinal);
        Assert.Empty(TraceValidity.Reasons(cold, mayWarmUp: true));
        Assert.Empty(TraceValidity.Reasons(Good with { UnoptimisedShare = 0.1 }));
    }

    [Fact]
    public void Reasons_NothingAllocated_IsNoDefect() => Assert.Empty(TraceValidity.Reasons(Good with { CalibrationZ = double.NaN }));

    [Fact]
    public void Notes_CappedFoldedAndQuickStacks_AreSaid()
    {
        var total = new AllocationEstimator();
        for (int i = 0; i < 5; i++)
            total.Add(1024);
        var ordinary = new WindowSamples { Total = total, Sites = [], UnresolvedShare = 0, UnresolvedSamples = 0, CappedStacksShare = 0, UnoptimisedShare = 0.1 };

        Assert.Empty(TraceValidity.Notes(ordinary));
        Assert.Contains("100 frames", Assert.Single(TraceValidity.Notes(ordinary with { CappedStacksShare = 0.5 })), StringComparison.Ordinal);
        Assert.Contains("outer callers", Assert.Single(TraceValidity.Notes(ordinary with { FoldedStacksShare = 0.5 })), StringComparison.Ordinal);
        Assert.Contains("not optimised", Assert.Single(TraceValidity.Notes(ordinary with { UnoptimisedShare = 0.11 })), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(5.01)]
    [InlineData(double.NaN)]
    public void Reasons_WideMark_Refuses(double widthMs)
        => Assert.Contains("mark", Assert.Single(TraceValidity.Reasons(Good with { WidestMarkMs = widthMs })), StringComparison.Ordinal);

    [Theory]
    [InlineData(0.005)]
    [InlineData(0.04)]
    [InlineData(0.5)]
    [InlineData(2)]
    [InlineData(8)]
    [InlineData(20)]
    [InlineData(200)]
    public void CalibrationZ_HonestTrace_IsRarelyRefused(double expectedSamples)
    {
        const int Seed = 4711;
        const int Repetitions = 20_000;
        var random = new Random(Seed);
        int objects = Math.Max(1, (int)(expectedSamples * 102_400 / 1024));
        int refused = 0;
        for (int i = 0; i < Repetitions; i++)
            refused += Math.Abs(Z(Chance.Sample(random, 1024, objects), 1024.0 * objects)) > TraceValidity.CalibrationZMax ? 1 : 0;
        output.WriteLine($"seed {Seed}, {expectedSamples} samples: refused {refused} of {Repetitions}, nominal {Repetitions * 0.01:F0}");

        Assert.InRange(refused, 0, Chance.UpperBound(Repetitions, 0.02, 1e-6));
    }

    [Fact]
    public void CalibrationZ_HalfTheSamplesMissing_IsRefused() => Assert.True(Z(500, 1024.0 * 100_000) < -TraceValidity.CalibrationZMax);

    [Theory]
    [InlineData(2, 1_000)]
    [InlineData(6, 30_000)]
    [InlineData(12, 200_000)]
    public void CalibrationZ_FarMoreSamplesThanBytes_IsRefused(int samples, double exactBytes) =>
        Assert.True(Z(samples, exactBytes) > TraceValidity.CalibrationZMax);

    [Fact]
    public void CalibrationZ_NoSamples_DependsOnWhatWasAllocated()
    {
        Assert.True(double.IsNaN(Z(0, 0)));
        Assert.InRange(Z(0, 102_400), -3.5, 0);
        Assert.True(Z(0, 10_240_000) < -TraceValidity.CalibrationZMax);
        Assert.True(double.IsPositiveInfinity(Z(3, 0)));
    }

    [Fact]
    public void CalibrationZ_UnsureEdges_CountAsNoise()
    {
        var total = new AllocationEstimator();
        for (int i = 0; i < 100_000; i++)
            total.Add(1024);
        double exact = total.Bytes * 1.02;

        Assert.True(TraceValidity.CalibrationZ(total, exact, 0) < -TraceValidity.CalibrationZMax);
        Assert.InRange(TraceValidity.CalibrationZ(total, exact, 0.02), -1.1, -0.9);
    }

    private static double Z(int samples, double exactBytes)
    {
        var total = new AllocationEstimator();
        for (int i = 0; i < samples; i++)
            total.Add(1024);
        return TraceValidity.CalibrationZ(total, exactBytes, 0);
    }
}
