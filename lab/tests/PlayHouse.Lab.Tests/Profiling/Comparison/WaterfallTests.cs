using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Profiling.Comparison;
using PlayHouse.Lab.Profiling.Roles;
using PlayHouse.Lab.Profiling.Stacks;
using Xunit.Abstractions;
using static PlayHouse.Lab.Profiling.Tests.Comparison.Synthetic;

namespace PlayHouse.Lab.Profiling.Tests.Comparison;

public sealed class WaterfallTests(ITestOutputHelper output)
{
    private const int Messages = 20_000;
    private const int Seed = 701;

    [Fact]
    public void Make_Steps_AddUpToTheExactChange()
    {
        var random = new Random(Seed);
        Waterfall waterfall = WaterfallMaker.Make(
            [Profile(Launch(random, Server, Messages)), Profile(Launch(random, Server, Messages))],
            [.. Enumerable.Range(0, 2).Select(_ => Profile(Launch(random, [.. Server, new Site("Main/Planted", 2_000)], Messages)))],
            new ExactChange(2_000, 1_999, 2_001, 0.9))!;

        Assert.Equal(2_000, waterfall.Steps.Sum(s => s.Difference), 1e-6);
        Assert.Equal(WaterfallStepKind.Site, waterfall.Steps[0].Kind);
        Assert.Equal("Main/Planted"[5..], waterfall.Steps[0].Site!.Site);
        Assert.Equal([WaterfallStepKind.OtherSites, WaterfallStepKind.Remainder], waterfall.Steps.Skip(waterfall.Steps.Count - 2).Select(s => s.Kind));
        Assert.True(waterfall.IsClosed);
        Assert.Equal(waterfall.Steps.Where(s => s.Kind == WaterfallStepKind.Site).Sum(s => s.Difference) / 2_000, waterfall.ExplainedShare, 1e-9);
    }

    [Fact]
    public void Make_TracedLaunchesThatDidOtherWork_LeaveARemainderBeyondItsInterval()
    {
        var random = new Random(Seed + 1);
        AllocationProfile plain = Profile(Launch(random, Server, Messages * 10));
        Waterfall waterfall = WaterfallMaker.Make([plain], [plain], new ExactChange(9_000, 8_999, 9_001, 0.9))!;

        Assert.False(waterfall.IsClosed);
        Assert.True(waterfall.IsOtherWork);
        Assert.Equal(9_000, waterfall.Remainder.Difference, 1e-6);
        Assert.Equal(0, waterfall.ExplainedShare);
    }

    [Fact]
    public void Make_TracesThatMissWhatTheyCounted_AreNotCalledOtherWork()
    {
        AllocationProfile whole = Profile(Launch(new Random(Seed + 1), Server, Messages * 10));
        AllocationProfile missed = whole with { Sites = [.. whole.Sites.Select(s => s with { BytesPerMessage = 0.8 * s.BytesPerMessage })] };
        Waterfall waterfall = WaterfallMaker.Make([missed], [whole], new ExactChange(0, -1, 1, 0.9))!;

        Assert.False(waterfall.IsClosed);
        Assert.False(waterfall.IsOtherWork);
        Assert.Equal(0, waterfall.TracedDifference, 1e-9);
    }

    [Fact]
    public void Make_ExactIntervalWithZero_ExplainsNoShare()
    {
        AllocationProfile plain = Profile(Launch(new Random(Seed), Server, Messages));

        Assert.Equal(double.NaN, WaterfallMaker.Make([plain], [plain], new ExactChange(1, -1, 3, 0.9))!.ExplainedShare);
        Assert.Null(WaterfallMaker.Make([plain], [], new ExactChange(1)));
    }

    [Theory]
    [InlineData(0.90, 1.1916)]
    [InlineData(0.95, 1)]
    [InlineData(0.969, 1)]
    public void Interval95_LowerLevels_AreStretchedAndHigherOnesStay(double confidence, double factor)
    {
        (double low, double high) = new ExactChange(10, 8, 13, confidence).Interval95();
        Assert.Equal(10 - 2 * factor, low, 0.001);
        Assert.Equal(10 + 3 * factor, high, 0.001);
    }

    [Fact]
    public void Interval95_WithoutLimits_IsNone() => Assert.True(double.IsNaN(new ExactChange(5).Interval95().Low));

    [Fact]
    public void Make_Remainder_HoldsZeroAsOftenAsItSays()
    {
        const int Repetitions = 300;
        var random = new Random(Seed);
        Site[] more = [.. Server, new Site("Main/Planted", 500)];
        int closed = 0;
        for (int i = 0; i < Repetitions; i++)
        {
            Waterfall waterfall = WaterfallMaker.Make(
                [Profile(Launch(random, Server, Messages)), Profile(Launch(random, Server, Messages))],
                [Profile(Launch(random, more, Messages)), Profile(Launch(random, more, Messages))],
                new ExactChange(500))!;
            closed += waterfall.IsClosed ? 1 : 0;
        }
        int least = Chance.LowerBound(Repetitions, 0.93, 1e-6);
        output.WriteLine($"seed {Seed}: {closed} of {Repetitions} remainders hold zero, at least {least}");

        Assert.InRange(closed, least, Repetitions);
    }

    [Fact]
    public void Of_Coverage_CountsEachByteOnceUnderARole()
    {
        var roles = new RoleMap([new RoleRule("mailbox", "Server.Mailboxes.*"), new RoleRule("codec", "Server.Codecs.*")], []);
        AllocationStacks launch = Exactly(
            Messages,
            (new Site("Main/Server.Mailboxes.Ring.Post", 64), 100),
            (new Site("Main/Server.Mailboxes.Ring.Post/Grow/Server.Mailboxes.Slots.New", 64), 100),
            (new Site("Main/Other", 64), 600));
        IReadOnlyList<SeamCoverage> coverage = CoverageMaker.Of([launch], roles);

        Assert.Equal(["mailbox", "codec"], coverage.Select(c => c.Role));
        Assert.Equal(0.25, coverage[0].Share, 1e-9);
        Assert.Equal(200, coverage[0].Samples);
        Assert.InRange(0.25, coverage[0].ShareLow, coverage[0].ShareHigh);
        // 800 samples know a quarter to about ± 3 points.
        Assert.InRange(coverage[0].ShareHigh - coverage[0].ShareLow, 0.04, 0.09);
        Assert.Equal((0, 0), (coverage[1].Share, coverage[1].ShareLow));
        // Three and a half samples may have been missed of 800.
        Assert.InRange(coverage[1].ShareHigh, 0.003, 0.006);
        Assert.Empty(CoverageMaker.Of([], roles));
    }

    [Fact]
    public void Of_Coverage_IsCoveredByItsInterval()
    {
        const int Repetitions = 300;
        var random = new Random(Seed + 2);
        var roles = new RoleMap([new RoleRule("mailbox", "Server.Mailboxes.*")], []);
        Site[] sites = [new("Server.Mailboxes.Ring.Post", 120), new("Main/A", 300), new("Main/B", 580)];
        int covered = 0;
        for (int i = 0; i < Repetitions; i++)
        {
            SeamCoverage coverage = CoverageMaker.Of([Launch(random, sites, Messages * 10), Launch(random, sites, Messages * 10)], roles)[0];
            covered += coverage.ShareLow <= 0.12 && 0.12 <= coverage.ShareHigh ? 1 : 0;
        }
        int least = Chance.LowerBound(Repetitions, 0.93, 1e-6);
        output.WriteLine($"seed {Seed + 2}: share covered {covered} of {Repetitions}, at least {least}");

        Assert.InRange(covered, least, Repetitions);
    }
}
