using System.Text.Json;
using PlayHouse.Lab.Model;
using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Runner;
using Xunit.Abstractions;

namespace PlayHouse.Lab.EndToEnd.Tests;

/// <summary>The method checks itself: a planted effect is found and named, no effect stays none.</summary>
public sealed class InjectedEffectTests(ITestOutputHelper output)
{
    private const double Normal95 = 1.96;
    private const double LargestScore = 5;

    [Fact]
    public async Task Injected64Bytes_ShortRun_IsNamedAsALossAndAttributedToItsLine()
    {
        using var lab = new TempLab();
        string path = lab.WriteExperiment(
            "900-injected", "c2s-echo", "{ preset: default }", "{ preset: default, inject: { bytesPerMessage: 64 } }", profileEvery: 2);
        await using LabService service = await lab.OpenAsync();
        RunRecord run = await service.PrepareAsync(path, new RunOptions { Seed = 7 }, CancellationToken.None);

        RunReport report = await service.ExecuteAsync(run.Id, new EventRecorder(), CancellationToken.None);

        Print(report);
        // Whether the word is ROLLBACK depends on whether this machine settles CPU in six blocks; that the bytes are a loss does not.
        Assert.DoesNotContain(report.Verdict!.Kind, new[] { VerdictKind.Keep, VerdictKind.NoEffect });
        Assert.Contains(report.Verdict.Reasons, r => r.StartsWith("bytes-per-message rose by", StringComparison.Ordinal));
        MetricEstimate bytes = report.Verdict.Estimates.Single(e => e.Policy.Id == MetricIds.BytesPerMessage);
        Assert.Equal(MetricClass.WorsePractical, bytes.Class);
        // A window of eight thousand messages carries a few bytes per message of the runtime's own, in both arms.
        // On a starved machine it carries far fewer messages, and then those bytes weigh more.
        Assert.InRange(bytes.ShownChange, 48, 80);
        Assert.True(report.IsInjected);

        Assert.True(report.NoAttributionReason is null, report.NoAttributionReason);
        AllocationDifference planted = report.Attribution!.Sites.Single(s => s.Site.Contains("InjectedEffect.Apply", StringComparison.Ordinal));
        Assert.True(planted.IsDifferent, "the planted site is not among the different ones");
        Assert.Equal("System.Byte[]", planted.Type);
        Assert.StartsWith("InjectedEffect.cs:", planted.Source, StringComparison.Ordinal);
        // A single 95 % interval misses the truth once in twenty runs; its coverage is tested over many windows elsewhere.
        // Here the same interval, at five standard deviations on its logarithmic scale, must hold the planted size.
        double centre = Math.Sqrt(planted.Low * planted.High);
        double deviation = Math.Log(planted.High / planted.Low) / (2 * Normal95);
        Assert.InRange(Math.Log(64 / centre) / deviation, -LargestScore, LargestScore);
        Assert.All(report.Attribution.Sites.Where(s => s != planted), AssertMayBeEqual);
    }

    [Fact]
    public async Task Twin_ShortRun_ShowsNoEffectAndNoSiteDiffers()
    {
        using var lab = new TempLab();
        string path = lab.WriteExperiment(
            "901-twin", "c2s-proto-echo", "{ preset: default }", "{ preset: default, set: { reply-codec: to-byte-array } }");
        await using LabService service = await lab.OpenAsync();
        RunRecord run = await service.PrepareAsync(path, new RunOptions { Seed = 8, Aa = true }, CancellationToken.None);

        RunReport report = await service.ExecuteAsync(run.Id, new EventRecorder(), CancellationToken.None);

        Print(report);
        // How narrow the interval gets depends on how many messages the machine lets through; an effect there may never be. The word rests on
        // timings, too, which call a difference in one run of twenty: only the bytes are asked here.
        MetricEstimate bytes = report.Verdict!.Estimates.Single(e => e.Policy.Id == MetricIds.BytesPerMessage);
        Assert.Contains(bytes.Class, new[] { MetricClass.Equivalent, MetricClass.Inconclusive });
        Assert.True(report.NoAttributionReason is null, report.NoAttributionReason);
        Assert.NotEmpty(report.Attribution!.Sites);
        Assert.All(report.Attribution.Sites, AssertMayBeEqual);

        RunRecord toggled = await service.PrepareAsync(path, new RunOptions { Seed = 9 }, CancellationToken.None);
        SeamNull shown = Assert.Single((await service.ReportAsync(toggled.Id, CancellationToken.None)).LatestAa);
        Assert.Equal(("reply-codec", run.Id), (shown.Seam, shown.RunId));
    }

    /// <summary>
    /// The comparison flags a site of equal arms now and then, as often as its level says (its false alarms are counted over
    /// many windows elsewhere). In one run the same interval, at five standard deviations, must reach zero.
    /// </summary>
    private static void AssertMayBeEqual(AllocationDifference site)
    {
        double towardsZero = site.Difference > 0 ? site.Difference - site.Low : site.High - site.Difference;
        Assert.True(
            Math.Abs(site.Difference) <= LargestScore * towardsZero / Normal95,
            $"{site.Site} ({site.Type}) differs between two arms that are equal there: {site.Difference:0.0} B [{site.Low:0.0}, {site.High:0.0}]");
    }

    private void Print(RunReport report)
    {
        output.WriteLine(JsonSerializer.Serialize(report.Verdict, LabJson.Indented));
        output.WriteLine(JsonSerializer.Serialize(report.Attribution, LabJson.Indented));
        foreach (AllocationProfile profile in report.Profiles)
        {
            output.WriteLine($"{profile.LaunchId} {profile.Arm}: {profile.Samples} samples {JsonSerializer.Serialize(profile.Quality, LabJson.Compact)} {string.Join("; ", profile.Invalid)}");
        }

        foreach (LaunchRecord launch in report.Launches.Where(l => l.State == LaunchState.Failed))
        {
            output.WriteLine($"{launch.Id} {launch.Arm}: {launch.Failure}");
        }
    }
}
