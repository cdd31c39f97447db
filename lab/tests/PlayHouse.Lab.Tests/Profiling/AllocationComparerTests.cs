using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Profiling.Comparison;
using PlayHouse.Lab.Profiling.Estimates;
using Xunit.Abstractions;

namespace PlayHouse.Lab.Profiling.Tests;

public sealed class AllocationComparerTests(ITestOutputHelper output)
{
    private const int Messages = 100_000;
    private const int Seed = 88_123;

    [Fact]
    public void Compare_NewSiteWithManySamples_IsFound()
    {
        AllocationComparison result = AllocationComparer.Compare(
            Twice(Profile("a", ("Old", 1000))), Twice(Profile("b", ("Old", 1000), ("New", 30))), 30.0 * 102_400 / Messages);

        AllocationDifference found = Assert.Single(result.Sites, s => s.IsDifferent);
        Assert.Equal("New", found.Site);
        Assert.Same(result.Sites[0], found);
        Assert.True(found.Low > 0 && found.Low < found.Difference && found.Difference < found.High);
        Assert.Equal(0, result.Unexplained, 0.2);
        Assert.False(result.IsEmpty);
    }

    [Fact]
    public void Compare_VanishedSite_IsFoundAsSaving()
    {
        AllocationComparison result = AllocationComparer.Compare(Twice(Profile("a", ("Old", 40))), Twice(Profile("b")), -40);

        AllocationDifference found = Assert.Single(result.Sites);
        Assert.True(found.IsDifferent);
        Assert.True(found.High < 0);
        Assert.Equal("Old.cs:1", found.Source);
    }

    [Theory]
    [InlineData(2)]
    [InlineData(4)]
    public void Compare_NewSiteWithFewSamples_IsShownAndNotCompared(int samples)
    {
        AllocationComparison result = AllocationComparer.Compare([Profile("a")], [Profile("b", ("New", samples))], 1);

        AllocationDifference shown = Assert.Single(result.Sites);
        Assert.False(shown.IsDifferent);
        Assert.True(shown.Low < 0 && shown.High > shown.Difference);
        Assert.True(result.IsEmpty);
        Assert.Equal(1, result.Unexplained);
    }

    [Fact]
    public void Compare_NothingSampledOnOneSide_BoundsWhatCanHide()
    {
        // Objects of 10 MB are always seen: what is left of the interval is what the empty side may hide.
        AllocationDifference shown = Assert.Single(
            AllocationComparer.Compare([Profile("a")], [Build("b", [("New", 10_000_000, 10)])], 0).Sites);

        Assert.Equal(3.6889 * 102_400 / Messages, shown.Difference - shown.Low, 1e-3);
    }

    [Fact]
    public void Compare_InvalidProfile_IsLeftOutAndNamed()
    {
        AllocationProfile bad = Profile("b", ("New", 1000)) with { Invalid = ["7 events were lost"] };
        AllocationComparison result = AllocationComparer.Compare([Profile("a", ("Old", 1000))], [bad], 5);

        Assert.False(result.IsPossible);
        Assert.Empty(result.Sites);
        Assert.Contains("7 events were lost", Assert.Single(result.LeftOut), StringComparison.Ordinal);
        Assert.Equal(5, result.Unexplained);
    }

    [Fact]
    public void Compare_LaunchesThatDisagree_DoNotMakeAFinding()
    {
        AllocationComparison alone = AllocationComparer.Compare([Profile("a", ("S", 1000))], [Profile("b", ("S", 1300))], 0);
        AllocationComparison spread = AllocationComparer.Compare(
            [Profile("a", ("S", 700)), Profile("a", ("S", 1300))], [Profile("b", ("S", 1000)), Profile("b", ("S", 1600))], 0);

        Assert.False(Assert.Single(alone.Sites).IsDifferent);
        Assert.False(alone.HasLaunchSpread);
        Assert.Equal(Assert.Single(alone.Sites).Difference, Assert.Single(spread.Sites).Difference, 1e-6);
        Assert.False(Assert.Single(spread.Sites).IsDifferent);
        Assert.True(spread.HasLaunchSpread);
    }

    [Theory]
    [InlineData(1, 1, false)]
    [InlineData(2, 1, false)]
    [InlineData(1, 2, false)]
    [InlineData(2, 2, true)]
    public void Compare_LargeDifference_IsAFindingOnlyWithTwoLaunchesOfEachArm(int baseline, int other, bool expected)
    {
        AllocationComparison result = AllocationComparer.Compare(
            [.. Enumerable.Repeat(Profile("a", ("S", 1000)), baseline)], [.. Enumerable.Repeat(Profile("b", ("S", 3000)), other)], 0);

        Assert.Equal(expected, Assert.Single(result.Sites).IsDifferent);
        Assert.Equal(expected, result.HasLaunchSpread);
        Assert.InRange(result.AllLow, 0.1, result.AllDifference);
        Assert.Equal(Assert.Single(result.Sites).Difference, result.AllDifference, 1e-9);
    }

    [Fact]
    public void Compare_NoProfiles_SaysNothingIsKnown()
    {
        AllocationComparison result = AllocationComparer.Compare([], [], 0);

        Assert.False(result.IsPossible);
        Assert.Empty(result.Sites);
    }

    [Theory]
    [InlineData(1, 0.0)]
    [InlineData(3, 0.0)]
    [InlineData(3, 0.05)]
    public void Compare_SameArmTwice_RarelyFindsAnything(int launches, double launchDeviation)
    {
        const int Repetitions = 250;
        var random = new Random(Seed + launches);
        int alarms = 0;
        int covered = 0;
        int sites = 0;
        for (int i = 0; i < Repetitions; i++)
        {
            AllocationComparison result = AllocationComparer.Compare(
                Simulate(random, launches, launchDeviation), Simulate(random, launches, launchDeviation), 0);
            alarms += result.IsEmpty ? 0 : 1;
            sites += result.Sites.Count;
            covered += result.Sites.Count(s => s.Low <= 0 && s.High >= 0);
        }
        int most = Chance.UpperBound(Repetitions, 0.08, 1e-5);
        output.WriteLine($"seed {Seed + launches}, {launches} launches, spread {launchDeviation:P0}: alarms {alarms} of {Repetitions} (nominal 5 %, at most {most}), zero covered {(double)covered / sites:P2}");

        Assert.True(alarms <= most);
        Assert.True(covered >= 0.93 * sites);
    }

    [Fact]
    public void Compare_PlantedDifference_IsCoveredByItsInterval()
    {
        const int Repetitions = 250;
        var random = new Random(Seed);
        double truth = 64;
        int covered = 0;
        int found = 0;
        for (int i = 0; i < Repetitions; i++)
        {
            AllocationDifference planted = AllocationComparer
                .Compare(Simulate(random, 2, 0), Simulate(random, 2, 0, plantedBytes: 64), 64)
                .Sites.Single(s => s.Site == "Planted");
            covered += planted.Low <= truth && truth <= planted.High ? 1 : 0;
            found += planted.IsDifferent ? 1 : 0;
        }
        output.WriteLine($"seed {Seed}: covered {covered}, found {found} of {Repetitions}");

        Assert.InRange(covered, Chance.LowerBound(Repetitions, 0.93, 1e-6), Repetitions);
        Assert.True(found >= 0.9 * Repetitions);
    }

    private static AllocationProfile[] Simulate(Random random, int launches, double launchDeviation, int plantedBytes = 0)
    {
        var profiles = new AllocationProfile[launches];
        for (int i = 0; i < launches; i++)
        {
            var cells = new List<(string, int, int)>();
            foreach (int bytes in new[] { 24, 40, 64, 104, 224, 1024, 4096, 20_000 })
            {
                double shift = 1 + launchDeviation * Math.Sqrt(12) * (random.NextDouble() - 0.5);
                cells.Add(($"S{bytes}", bytes, Chance.Sample(random, bytes, (int)(Messages * shift))));
            }
            if (plantedBytes > 0)
                cells.Add(("Planted", plantedBytes, Chance.Sample(random, plantedBytes, Messages)));
            profiles[i] = Build("arm", [.. cells]);
        }
        return profiles;
    }

    private static AllocationProfile[] Twice(AllocationProfile profile) => [profile, profile];

    private static AllocationProfile Profile(string arm, params (string Site, int Samples)[] cells)
        => Build(arm, [.. cells.Select(c => (c.Site, 64, c.Samples))]);

    private static AllocationProfile Build(string arm, (string Site, int ObjectBytes, int Samples)[] cells)
    {
        var sites = new List<AllocationSite>();
        foreach ((string site, int objectBytes, int samples) in cells.Where(c => c.Samples > 0))
        {
            var estimate = new AllocationEstimator();
            for (int i = 0; i < samples; i++)
                estimate.Add(objectBytes);
            sites.Add(new AllocationSite
            {
                Site = site,
                Type = "T",
                Source = $"{site}.cs:1",
                BytesPerMessage = estimate.Bytes / Messages,
                Variance = estimate.Variance / Messages / Messages,
                Low = estimate.Interval95().Low / Messages,
                High = estimate.Interval95().High / Messages,
                Samples = samples,
            });
        }
        return new AllocationProfile
        {
            LaunchId = "l",
            Arm = arm,
            Messages = Messages,
            ExactBytesPerMessage = sites.Sum(s => s.BytesPerMessage),
            EstimatedBytesPerMessage = sites.Sum(s => s.BytesPerMessage),
            Samples = sites.Sum(s => s.Samples),
            Sites = sites,
        };
    }
}
