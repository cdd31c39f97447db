using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Profiling.Comparison;
using PlayHouse.Lab.Profiling.Stacks;
using Xunit.Abstractions;
using static PlayHouse.Lab.Profiling.Tests.Comparison.Synthetic;

namespace PlayHouse.Lab.Profiling.Tests;

/// <summary>Sites that are made to add up to the exact counter, against allocations whose truth is known.</summary>
public sealed class TraceCalibrationTests(ITestOutputHelper output)
{
    private const int Seed = 20_261_123;
    private const int Messages = 12_000;

    // Small objects, and one whose samples hardly miss anything: it must keep its bytes.
    private static readonly Site[] Mixed =
        [new("Main/Half", 500), new("Main/Fifth", 200), new("Main/Tenth", 100), new("Main/Large", 131_072, "Large")];

    private static double Exact(IEnumerable<Site> sites) => sites.Sum(s => (double)s.ObjectBytes);

    [Fact]
    public void Of_SitesAndCells_AddUpToTheCounterWithTheInstrument()
    {
        AllocationStacks launch = Launch(new Random(Seed), Server, Messages) with { ExactBytes = Exact(Server) * Messages };
        AllocationStacks stacks = TraceCalibration.Of(launch, instrumentBytes: 50_000);
        AllocationProfile profile = TraceCalibration.Of(Profile(launch) with { ExactBytesPerMessage = Exact(Server) }, 50_000.0 / Messages);

        Assert.True(stacks.IsCalibrated && profile.IsCalibrated);
        Assert.Equal(launch.ExactBytes + 50_000, stacks.Total().Bytes, 1);
        Assert.Equal(launch.Total().Bytes, stacks.Sampled().Bytes, 1);
        Assert.Equal(Exact(Server) + 50_000.0 / Messages, profile.Sites.Sum(s => s.BytesPerMessage), 1e-3);
        Assert.Same(stacks, TraceCalibration.Of(stacks));
        Assert.Same(profile, TraceCalibration.Of(profile));
    }

    [Fact]
    public void Of_FewSamplesOrNoCounterOrRefused_StaysAsItIs()
    {
        AllocationStacks launch = Launch(new Random(Seed), Server, 60) with { ExactBytes = Exact(Server) * 60 };
        AllocationProfile many = Profile(Launch(new Random(Seed), Server, Messages));

        Assert.InRange(launch.Total().Samples, 1, TraceCalibration.SamplesMin - 1);
        Assert.Same(launch, TraceCalibration.Of(launch));
        Assert.False(TraceCalibration.Of(launch with { ExactBytes = double.NaN }).IsCalibrated);
        Assert.False(TraceCalibration.Of(many with { Invalid = ["lost"] }).IsCalibrated);
        Assert.True(TraceCalibration.Of(many).IsCalibrated);
    }

    [Fact]
    public void Of_KnownTruth_LessErrorAtTheLargestSitesAndHonestIntervals()
    {
        const int Repetitions = 1_000;
        var random = new Random(Seed);
        foreach ((Site[] sites, int messages) in new[] { (Server[2..7], 3_000), (Mixed[..3], 12_000), (Mixed, 120) })
        {
            var raw = new double[sites.Length];
            var calibrated = new double[sites.Length];
            var covered = new int[sites.Length];
            var tested = new int[sites.Length];
            for (int i = 0; i < Repetitions; i++)
            {
                AllocationProfile before = Profile(Launch(random, sites, messages)) with { ExactBytesPerMessage = Exact(sites) };
                AllocationProfile after = TraceCalibration.Of(before);
                for (int site = 0; site < sites.Length; site++)
                {
                    double truth = sites[site].ObjectBytes;
                    string name = sites[site].Stack[5..];
                    AllocationSite? corrected = after.Sites.FirstOrDefault(s => s.Site == name);
                    raw[site] += Squared((before.Sites.FirstOrDefault(s => s.Site == name)?.BytesPerMessage ?? 0) - truth);
                    calibrated[site] += Squared((corrected?.BytesPerMessage ?? 0) - truth);
                    tested[site] += corrected is { IsInsufficient: false } ? 1 : 0;
                    covered[site] += corrected is { IsInsufficient: false } && corrected.Low <= truth && truth <= corrected.High ? 1 : 0;
                }
            }

            for (int site = 0; site < sites.Length; site++)
            {
                double gain = Math.Sqrt(calibrated[site] / raw[site]);
                output.WriteLine($"seed {Seed}, {messages} messages, {sites[site]}: error {gain:P0} of the plain one, covered {(double)covered[site] / tested[site]:P1} of {tested[site]}");
                Assert.InRange(gain, 0, 1.02);
                if (tested[site] > Repetitions / 2)
                    Assert.InRange(covered[site], Chance.LowerBound(tested[site], 0.92, 1e-6), tested[site]);
            }

            if (sites.Length == Mixed.Length)
                continue;
            int largest = Array.IndexOf(sites, sites.MaxBy(s => s.ObjectBytes));
            Assert.InRange(Math.Sqrt(calibrated[largest] / raw[largest]), 0, 0.85);
        }
    }

    [Fact]
    public void Compare_Calibrated_FindsWhatIsThereAndNothingElse()
    {
        const int Repetitions = 250;
        var random = new Random(Seed + 1);
        Site[] more = [.. Server, new Site("Main/Planted", 400)];
        int alarms = 0;
        int covered = 0;
        int found = 0;
        for (int i = 0; i < Repetitions; i++)
        {
            alarms += AllocationComparer.Compare(Traced(random, Server), Traced(random, Server), 0).IsEmpty ? 0 : 1;
            AllocationComparison result = AllocationComparer.Compare(Traced(random, Server), Traced(random, more), 400);
            AllocationDifference planted = result.Sites.Single(s => s.Site == "Planted");
            covered += planted.Low <= 400 && 400 <= planted.High ? 1 : 0;
            found += planted.IsDifferent ? 1 : 0;
            // The total of a calibrated launch is counted, not sampled: nothing of it is open.
            Assert.Equal(400, result.AllDifference, 1e-6);
            Assert.InRange(result.AllHigh - result.AllLow, 0, 1e-3);
        }

        int most = Chance.UpperBound(Repetitions, 0.08, 1e-5);
        int least = Chance.LowerBound(Repetitions, 0.93, 1e-6);
        output.WriteLine($"seed {Seed + 1}: false alarms {alarms} of {Repetitions} (nominal 5 %, at most {most}), planted covered {covered} (at least {least}), found {found}");
        Assert.InRange(alarms, 0, most);
        Assert.InRange(covered, least, Repetitions);
        Assert.InRange(found, 0.9 * Repetitions, Repetitions);
    }

    [Fact]
    public void Compare_TraceThatLostAFifthOfItsSamples_NoLongerMakesAFinding()
    {
        var random = new Random(Seed + 2);
        AllocationProfile[] whole = [.. Enumerable.Range(0, 2).Select(_ => Profile(Launch(random, Server, Messages * 4)) with { ExactBytesPerMessage = Exact(Server) })];
        AllocationProfile[] lossy = [.. Enumerable.Range(0, 2).Select(_ => Profile(Launch(random, Server, (int)(Messages * 3.2)) with { Messages = Messages * 4 }) with { ExactBytesPerMessage = Exact(Server) })];

        Assert.False(AllocationComparer.Compare(lossy, whole, 0).IsEmpty);
        Assert.True(AllocationComparer.Compare([.. lossy.Select(p => TraceCalibration.Of(p))], [.. whole.Select(p => TraceCalibration.Of(p))], 0).IsEmpty);
    }

    private static AllocationProfile[] Traced(Random random, Site[] sites) =>
        [.. Enumerable.Range(0, 2).Select(_ => TraceCalibration.Of(Profile(Launch(random, sites, Messages)) with { ExactBytesPerMessage = Exact(sites) }))];

    private static double Squared(double x) => x * x;
}
