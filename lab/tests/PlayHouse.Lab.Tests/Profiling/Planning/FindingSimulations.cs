using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Profiling.Comparison;
using PlayHouse.Lab.Profiling.Planning;
using PlayHouse.Lab.Profiling.Tests.Comparison;
using Xunit.Abstractions;

namespace PlayHouse.Lab.Profiling.Tests.Planning;

/// <summary>Many diffs of a server whose truth is known: a planted site is found and ranked first, an arm compared with itself is quiet.</summary>
public sealed class FindingSimulations(ITestOutputHelper output)
{
    private const int Planted = 64;
    private const int Launches = 3;
    private const double LaunchDeviation = 0.01;
    private const int Repetitions = 200;
    private const int Seed = 20_260;

    [Fact]
    public void Diffs_AtThePlannersLength_FindThePlantedSiteFirstAndStayQuietWithout()
    {
        // A message of one and a half kilobytes; the plan is to see 64 bytes at any of its sites, the heaviest included.
        Synthetic.Site[] plain = [.. Synthetic.Server.Where(s => s.ObjectBytes <= 1024)];
        Synthetic.Site[] planted = [.. plain, new Synthetic.Site("Main/Planted", Planted)];
        var heaviest = new SiteTraffic(1024, LaunchVariance: LaunchDeviation * LaunchDeviation);
        int messages = (int)Math.Ceiling(new TracePlanner(Sites: planted.Length).MessagesNeeded(heaviest, Planted, Launches));
        var random = new Random(Seed);
        int first = 0;
        int alarms = 0;
        for (int i = 0; i < Repetitions; i++)
        {
            AllocationProfile[] baseline = Arm(random, plain, messages);
            AllocationComparison found = AllocationComparer.Compare(baseline, Arm(random, planted, messages), Planted);
            first += found.Sites[0] is { Site: "Planted", IsDifferent: true } ? 1 : 0;
            alarms += AllocationComparer.Compare(baseline, Arm(random, plain, messages), 0).IsEmpty ? 0 : 1;
        }
        // The requirement is 36 of 40 and 6 of 40. A correct build ranks it first in 98 % and alarms in 5 % of the cases: at this
        // many repetitions the limits lie beyond one in a million.
        int least = (int)(Repetitions * 36.0 / 40);
        int most = (int)(Repetitions * 6.0 / 40);
        output.WriteLine($"seed {Seed}, {Launches} launches of {messages} messages: planted site first in {first} of {Repetitions} ({(double)first / Repetitions:P1}, at least {least}), alarms without it {alarms} ({(double)alarms / Repetitions:P1}, at most {most})");

        Assert.True(first >= least);
        Assert.True(alarms <= most);
    }

    private static AllocationProfile[] Arm(Random random, Synthetic.Site[] sites, int messages) =>
        [.. Enumerable.Range(0, Launches).Select(_ => Synthetic.Profile(Synthetic.Launch(random, sites, messages, LaunchDeviation)))];
}
