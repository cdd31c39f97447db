using PlayHouse.Dashboard.Model.Compare;
using PlayHouse.Dashboard.Services;
using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Policies;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Reporting;
using PlayHouse.Lab.Runner.Compare;

namespace PlayHouse.Dashboard.Tests.Model;

public sealed class CompareModelTests
{
    private static readonly RunReport Run = SampleReports.KeepReport() with
    {
        Launches = [SampleReports.Launch("1", "baseline", 0, 0, 184), SampleReports.Launch("2", "candidate", 0, 1, 120)],
    };

    private static readonly RunReport Other = Run with { Run = Run.Run with { Id = "r-other" } };

    [Theory]
    [InlineData(null, null, null)]
    [InlineData(" ", null, null)]
    [InlineData(":baseline", null, null)]
    [InlineData("r-1", "r-1", null)]
    [InlineData("r-1:", null, null)]
    [InlineData("r-1:candidate", "r-1", "candidate")]
    [InlineData("r-1:baseline~twin", "r-1", "baseline~twin")]
    public void Side_IsARunWithOrWithoutItsArm(string? text, string? run, string? arm)
    {
        Side? side = Side.TryParse(text);

        Assert.Equal((run, arm), (side?.Run, side?.Arm));
        Assert.Equal(arm is null ? run : $"{run}:{arm}", side?.ToString());
    }

    [Fact]
    public void Address_GoesToThePageAndBack()
    {
        CompareAddress address = CompareAddress.Of("r-1:baseline", "r-2:x y&z", "latency-p99", "spread", "true");

        Assert.Equal("compare?base=r-1:baseline&cand=r-2:x%20y%26z&metric=latency-p99&view=spread&all=true", address.Href);
        Assert.Equal("compare", new CompareAddress().Href);
        Assert.Equal("compare?base=r-1", CompareAddress.HrefOf("r-1"));
        Assert.Equal(new CompareAddress { Base = new Side("r-2") }, CompareAddress.Of(null, "r-2", "", "nonsense", "no"));
        Assert.Null(CompareAddress.Of("r-1", null, new string('m', 101), null, null).Metric);
        Assert.Null(CompareAddress.Of(new string('r', 201), null, null, null, null).Base);
    }

    [Fact]
    public void Address_SaysHowCallPathsAreLookedAt()
    {
        CompareAddress address = CompareAddress.Of("r-1", null, null, "sites", null).WithPaths("tree", "12", "true");

        Assert.Equal("compare?base=r-1&view=sites&paths=tree&at=12&vanished=true", address.Href);
        Assert.Equal((PathsView.Tree, 12, true), (address.Paths, address.At, address.HasVanished));
        Assert.Equal(new CompareAddress(), new CompareAddress().WithPaths("nonsense", "-1", "yes"));
    }

    [Fact]
    public void CallPaths_LeadToTheSameOnThePageOfHotSpots_WhichIsNeverSwapped()
    {
        CompareModel model = Of(null, null, a => a.WithPaths("tree", "12", "true"));
        CompareModel swapped = Of("candidate", null, a => a.WithPaths("flame", "12", null));

        Assert.Equal($"runs/{Run.Run.Id}/hotspots?view=tree&diff=true&vanished=true&at=12", model.HotspotsHref);
        Assert.Equal($"runs/{Run.Run.Id}/hotspots?view=flame&diff=true", swapped.HotspotsHref);
        Assert.DoesNotContain("at=", model.SwapHref, StringComparison.Ordinal);
    }

    [Fact]
    public void Decision_IsAboutOneRunWithAFinalVerdict()
    {
        Assert.True(Of(null, null).CanDecide);
        Assert.True(Of("candidate", null).CanDecide);
        RunReport going = Run with { Run = Run.Run with { State = RunState.Running } };
        Assert.False(CompareModel.Of(CompareAddress.Of(Run.Run.Id, null, null, null, null), going, going).CanDecide);
        Assert.False(CompareModel.Of(CompareAddress.Of(Run.Run.Id, Other.Run.Id, null, null, null), Run, Other).CanDecide);
    }

    [Theory]
    [InlineData(null, null, "baseline", "candidate", false)]
    [InlineData("baseline", null, "baseline", "candidate", false)]
    [InlineData("candidate", null, "candidate", "baseline", true)]
    [InlineData(null, "baseline", "candidate", "baseline", true)]
    [InlineData("baseline", "candidate", "baseline", "candidate", false)]
    public void OneRun_FillsInTheArmsThatAreNotNamed(string? left, string? right, string a, string b, bool isSwapped)
    {
        CompareModel model = Of(left, right);

        Assert.Equal((ComparisonForm.Inside, a, b, isSwapped), (model.Form, model.Address.Base!.Arm, model.Address.Candidate!.Arm, model.IsSwapped));
        Assert.Equal((a, b), model.Names);
    }

    [Fact]
    public void Swap_ExchangesTheFigures_AndAgainExchangesThemBack()
    {
        CompareModel model = Of(null, null);
        CompareModel swapped = Of("candidate", "baseline");

        Assert.Equal($"compare?base={Run.Run.Id}:candidate&cand={Run.Run.Id}:baseline", model.SwapHref);
        Assert.Equal(model.Address.Href, swapped.SwapHref);
        Assert.Equal(-model.Shown.Verdict!.Estimates[0].ShownChange, swapped.Shown.Verdict!.Estimates[0].ShownChange);
        Assert.Same(Run, swapped.Left);
    }

    [Fact]
    public void Hidden_IsWhatCannotDecideAndShowsNothing_UnlessItIsAskedFor()
    {
        CompareModel model = Of(null, null);

        Assert.Equal([MetricIds.BytesPerMessage, MetricIds.CpuUsPerMessage], model.Rows.Select(r => r.Policy.Id));
        Assert.Equal([MetricIds.LatencyP99], model.Hidden.Select(r => r.Policy.Id));
        Assert.Equal(2, model.ShownRows.Verdict!.Estimates.Count);
        CompareModel all = Of(null, null, a => a with { IsAll = true });
        Assert.Equal((3, 0, true), (all.Rows.Count, all.Hidden.Count, all.HasIrrelevant));
        CompareModel chosen = Of(null, null, a => a with { Metric = MetricIds.LatencyP99 });
        Assert.Equal((3, MetricIds.LatencyP99), (chosen.Rows.Count, chosen.Metric));
    }

    [Fact]
    public void Metric_IsTheChosenOne_ElseTheFirstThatCanDecide()
    {
        VerdictRecord verdict = Run.Verdict! with { Estimates = [.. Run.Verdict!.Estimates.Reverse()] };
        RunReport reversed = Run with { Verdict = verdict };

        Assert.Equal(MetricIds.BytesPerMessage, CompareModel.Of(Sides(null, null), reversed, reversed).Metric);
        Assert.Equal(MetricIds.BytesPerMessage, Of(null, null, a => a with { Metric = "../etc/passwd" }).Metric);
        RunReport going = Run with { Verdict = null };
        CompareModel none = CompareModel.Of(Sides(null, null), going, going);
        Assert.Equal((0, MetricIds.BytesPerMessage), (none.Rows.Count, none.Metric));
        RunReport bare = going with { Launches = [] };
        Assert.Null(CompareModel.Of(Sides(null, null), bare, bare).Metric);
        Assert.Contains(MetricRole.Primary, verdict.Estimates.Select(e => e.Policy.Role));
    }

    [Fact]
    public void TwoRuns_AreDescribedWithoutAVerdict()
    {
        CompareModel model = CompareModel.Of(new CompareAddress { Base = new Side("r-2", "baseline"), Candidate = new Side("r-o"), View = CompareView.Sites }, Run, Other);

        Assert.Equal((ComparisonForm.Between, "candidate", CompareView.Launches), (model.Form, model.Address.Candidate!.Arm, model.View));
        Assert.Equal($"plab compare {Run.Run.Id}:baseline r-other:candidate", model.Command);
        Assert.Empty(model.Rows);
        Assert.Equal(2, model.Metrics.Count);
        Assert.Equal(($"{Run.Run.Id}:baseline", "r-other:candidate"), model.Names);
    }

    [Fact]
    public void WhatMayNotBeCompared_IsRefusedWithItsReasons()
    {
        RunReport otherScenario = Other with { Run = Other.Run with { Plan = Other.Run.Plan with { Experiment = Other.Run.Plan.Experiment with { Scenario = "another" } } } };

        Assert.Contains("scenario differs", Assert.Single(CompareModel.Of(Sides(null, null), Run, otherScenario).Refusals), StringComparison.Ordinal);
        Assert.Contains("no arm 'wrong'", Assert.Single(Of("wrong", null).Refusals), StringComparison.Ordinal);
        Assert.Contains("Both sides are candidate", Assert.Single(Of("candidate", "candidate").Refusals), StringComparison.Ordinal);
        Assert.All(new[] { Of("wrong", null), Of("candidate", "candidate") }, m => Assert.Equal((ComparisonForm.Refused, 0), (m.Form, m.Metrics.Count)));
    }

    [Fact]
    public void Links_KeepWhatTheyDoNotChange()
    {
        CompareModel model = Of(null, null, a => a with { IsAll = true, View = CompareView.Spread, Metric = MetricIds.CpuUsPerMessage });

        Assert.EndsWith("metric=latency-p99&view=spread&all=true#drill", model.MetricHref(MetricIds.LatencyP99), StringComparison.Ordinal);
        Assert.EndsWith("metric=cpu-us-per-message&view=gc&all=true#drill", model.ViewHref(CompareView.Gc), StringComparison.Ordinal);
        CompareModel gc = Of(null, null, a => a with { View = CompareView.Gc });
        Assert.EndsWith("metric=latency-p99#drill", gc.MetricHref(MetricIds.LatencyP99), StringComparison.Ordinal);
        Assert.Equal($"compare/file/csv?base={Run.Run.Id}%3Abaseline&cand={Run.Run.Id}%3Acandidate", ComparisonFiles.Href(model.Address, ComparisonFormat.Csv));
    }

    [Fact]
    public void Chips_AreThePercentilesOfTheVerdict()
    {
        PercentileChip chip = Assert.Single(PercentileChip.Of(Run));

        Assert.Equal(("p99", "812.4 → 1,790.5 us"), (chip.Name, chip.Values));
        Assert.Empty(PercentileChip.Of(Run with { Verdict = null }));
    }

    [Fact]
    public void Picker_OffersTheNewest_AndStartsWithWhatHasAVerdict()
    {
        RunReport[] runs = [.. Enumerable.Range(0, 300).Select(i => i == 0 ? Run with { Verdict = null } : Run)];

        Assert.Equal(RunChoice.ChoicesMax, RunChoice.Of(runs).Count);
        Assert.Contains("KEEP", RunChoice.Of(runs)[1].Label, StringComparison.Ordinal);
        Assert.All(RunChoice.Suggested(runs), r => Assert.NotNull(r.Verdict));
    }

    private static CompareAddress Sides(string? left, string? right) =>
        new() { Base = new Side("r-2025", left), Candidate = right is null ? null : new Side("r-2025", right) };

    private static CompareModel Of(string? left, string? right, Func<CompareAddress, CompareAddress>? with = null) =>
        CompareModel.Of((with ?? (a => a))(Sides(left, right)), Run, Run);
}
