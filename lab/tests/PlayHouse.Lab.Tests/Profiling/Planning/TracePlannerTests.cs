using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Profiling.Comparison;
using PlayHouse.Lab.Profiling.Planning;
using PlayHouse.Lab.Profiling.Roles;
using PlayHouse.Lab.Profiling.Tests.Comparison;
using Xunit.Abstractions;

namespace PlayHouse.Lab.Profiling.Tests.Planning;

public sealed class TracePlannerTests(ITestOutputHelper output)
{
    private const int Seed = 901;

    [Theory]
    [InlineData(100, 0.396)]
    [InlineData(400, 0.198)]
    [InlineData(10_000, 0.040)]
    [InlineData(160_000, 0.010)]
    public void Smallest_OneSiteWithoutSpread_IsTheTableOfSamples(int samples, double share)
    {
        // The table takes both arms to have the baseline's variance; the larger arm has a little more.
        double messages = samples * 102_400.0 / 64;
        double smallest = new TracePlanner().Smallest(new SiteTraffic(64), new TracePlan(1, messages)) / 64;

        Assert.InRange(smallest, share * 0.99, share * (1 + share));
    }

    [Fact]
    public void Smallest_And_MessagesNeeded_AreInverse()
    {
        var planner = new TracePlanner(Sites: 20);
        var site = new SiteTraffic(200, LaunchVariance: 1e-4);
        double messages = planner.MessagesNeeded(site, 30, 4);

        Assert.Equal(30, planner.Smallest(site, new TracePlan(4, messages)), 0.01);
    }

    [Fact]
    public void MessagesNeeded_SpreadBetweenLaunches_IsOnlyCuredByMoreOfThem()
    {
        var planner = new TracePlanner();
        var site = new SiteTraffic(100, LaunchVariance: 0.05 * 0.05);

        Assert.Equal(double.PositiveInfinity, planner.MessagesNeeded(site, 5, 1));
        Assert.Equal(double.PositiveInfinity, planner.MessagesNeeded(site, 5, 4));
        TracePlan plan = planner.Cheapest(site, 5, 1, 1_000_000)!;
        Assert.InRange(plan.Launches, 16, TracePlanner.LaunchesMax);
        Assert.Null(planner.Cheapest(site, 0.5, 1, 0));
        Assert.True(double.IsFinite(planner.MessagesNeeded(site, 5, plan.Launches)));
    }

    [Fact]
    public void Cheapest_WithoutSpread_IsOneLongLaunch()
        => Assert.Equal(1, new TracePlanner().Cheapest(new SiteTraffic(100), 2, 1, 1_000)!.Launches);

    [Fact]
    public void Smallest_NewSite_AsksForEnoughSamplesToBeCompared()
    {
        double smallest = new TracePlanner(Power: 0.01, Level: 0.5).Smallest(new SiteTraffic(0), new TracePlan(1, 102_400));
        Assert.Equal(9, smallest, 0.01);
    }

    [Theory]
    [InlineData(64, 16, 2, 0)]
    [InlineData(1024, 64, 3, 0)]
    [InlineData(0, 64, 2, 0)]
    [InlineData(4096, 400, 6, 0.02)]
    public void Cheapest_Simulated_HasThePowerItPromises(int siteBytes, int added, int launches, double launchDeviation)
    {
        const int Repetitions = 300;
        var random = new Random(Seed + siteBytes);
        Synthetic.Site[] rest = [.. Synthetic.Server.Where(s => s.ObjectBytes is not (64 or 1024 or 4096 or 20_000))];
        Synthetic.Site[] baseline = siteBytes == 0 ? rest : [.. rest, new("Main/Site", siteBytes)];
        Synthetic.Site[] other = [.. rest, new("Main/Site", siteBytes + added)];
        var planner = new TracePlanner(Sites: other.Length);
        var site = new SiteTraffic(
            siteBytes, LaunchVariance: launchDeviation * launchDeviation, VariancePerByte: 102_400 - siteBytes / 2.0, SamplesPerByte: 1 / 102_400.0);
        double needed = planner.MessagesNeeded(site, added, launches);
        int found = 0;
        for (int i = 0; i < Repetitions; i++)
        {
            AllocationComparison result = AllocationComparer.Compare(
                Simulate(random, baseline, (int)needed, launches, launchDeviation), Simulate(random, other, (int)needed, launches, launchDeviation), added);
            found += result.Sites.Any(s => s.Site == "Site" && s.IsDifferent) ? 1 : 0;
        }
        int least = Chance.LowerBound(Repetitions, 0.8 * 0.95, 1e-6);
        output.WriteLine($"seed {Seed + siteBytes}: {siteBytes} B + {added} B, {launches} launches of {needed:F0} messages, spread {launchDeviation:P0}: found {found} of {Repetitions} ({(double)found / Repetitions:P1}), promised 80 %, at least {least}");

        Assert.True(found >= least);
    }

    [Fact]
    public void Of_UndecidedSite_SaysHowMuchMoreAndThatIsEnough()
    {
        var random = new Random(Seed);
        AllocationProfile[] baseline = Simulate(random, Synthetic.Server, 60_000, 4, 0);
        AllocationProfile[] other = Simulate(random, Synthetic.Server, 60_000, 4, 0);
        (string, string)[] sites = [("S64", "T"), ("S20000", "T"), ("Missing", "T")];
        IReadOnlyList<TraceNeed> needs = TraceNeeds.Of(baseline, other, RoleMap.None, new WantedDifference(16, 0), 10, 5, sites);

        Assert.Equal(["S64", "S20000"], needs.Select(n => n.Site));
        TraceNeed small = needs[0];
        output.WriteLine($"{small}");
        Assert.True(small.SmallestBytes > 16);
        Assert.Equal(2 * (small.Launches * small.MinutesPerLaunch - 4 * 10.0 / 60), small.MoreMinutes, 1e-9);
        Assert.True(small.MoreMinutes > 0);
        Assert.Equal(0, TraceNeeds.Of(baseline, other, RoleMap.None, new WantedDifference(small.SmallestBytes * 1.01, 0), 10, 5, sites)[0].MoreMinutes);
        Assert.Empty(TraceNeeds.Of(baseline, [], RoleMap.None, new WantedDifference(16, 0), 10, 5, sites));
    }

    private static AllocationProfile[] Simulate(Random random, Synthetic.Site[] sites, int messages, int launches, double deviation) =>
        [.. Enumerable.Range(0, launches).Select(_ => Synthetic.Profile(Synthetic.Launch(random, sites, messages, deviation)))];
}
