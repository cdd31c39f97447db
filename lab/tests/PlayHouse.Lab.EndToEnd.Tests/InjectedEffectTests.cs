using System.Text.Json;
using PlayHouse.Lab.Model;
using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Reporting.Reasons;
using PlayHouse.Lab.Runner;
using Xunit.Abstractions;

namespace PlayHouse.Lab.EndToEnd.Tests;

/// <summary>The method checks itself: a planted effect is found and named, and no other site is.</summary>
public sealed class InjectedEffectTests(ITestOutputHelper output)
{
    // Many times what a starved machine's few messages carry of the runtime's own bytes; 64 B are planted by the self-test, on an idle machine.
    private const int PlantedBytes = 1_024;

    // With fewer, the interval of a mean is as wide as the effect, or has no end.
    private const int BlocksThatDecide = 4;

    [Fact]
    public async Task InjectedBytes_ShortRun_IsNamedAsALossAndAttributedToItsLine()
    {
        using var lab = new TempLab();
        string path = lab.WriteExperiment(
            "900-injected", "c2s-echo", "{ preset: default }", $"{{ preset: default, inject: {{ bytesPerMessage: {PlantedBytes} }} }}", windowSeconds: 2, profileEvery: 2, compilation: "atOnce");
        await using LabService service = await lab.OpenAsync();
        RunRecord run = await service.PrepareAsync(path, new RunOptions { Seed = 7 }, CancellationToken.None);

        RunReport report = await service.ExecuteAsync(run.Id, new EventRecorder(), CancellationToken.None);

        Print(report);
        Assert.True(report.IsInjected);
        Assert.InRange(MedianBytes(report, ArmNames.Candidate) - MedianBytes(report, ArmNames.Baseline), PlantedBytes * 0.9, PlantedBytes * 1.1);
        // Whether the word is ROLLBACK depends on whether this machine settles CPU in six blocks; that no word passes over the bytes does not.
        Assert.DoesNotContain(report.Verdict!.Kind, new[] { VerdictKind.Keep, VerdictKind.NoEffect });
        MetricEstimate bytes = report.Verdict.Estimates.Single(e => e.Policy.Id == MetricIds.BytesPerMessage);
        if (report.BlocksAccepted >= BlocksThatDecide)
        {
            Assert.Equal(MetricClass.WorsePractical, bytes.Class);
            Assert.InRange(bytes.ShownChange, PlantedBytes * 0.9, PlantedBytes * 1.1);
            Assert.Contains(ReasonText.Reasons(report), r => r.StartsWith("bytes-per-message rose by", StringComparison.Ordinal));
        }
        else
        {
            // Other work on the machine disturbed the blocks, which the rule does not count: it may wait, it may not say that the bytes are equal or fewer.
            Assert.Contains(bytes.Class, new[] { MetricClass.WorsePractical, MetricClass.Inconclusive });
        }

        Assert.True(report.NoAttributionReason is null, report.NoAttributionReason);
        AllocationDifference planted = report.Attribution!.Sites.Single(s => s.Site.Contains("InjectedEffect.Apply", StringComparison.Ordinal));
        Assert.True(planted.IsDifferent, "the planted site is not among the different ones");
        Assert.Equal("System.Byte[]", planted.Type);
        Assert.StartsWith("InjectedEffect.cs:", planted.Source, StringComparison.Ordinal);
        SiteAssert.Holds(planted, PlantedBytes);
        Assert.All(report.Attribution.Sites.Where(s => s != planted), SiteAssert.MayBeEqual);
    }

    /// <summary>Bytes per message of an arm in every timed launch, disturbed or not: a count, which other work on the machine does not change.</summary>
    private static double MedianBytes(RunReport report, string arm)
    {
        double[] values = [.. report.Launches
            .Where(l => l.Kind == LaunchKind.Timed && l.State == LaunchState.Completed && l.Arm == arm)
            .Select(l => l.Metrics[MetricIds.BytesPerMessage]).Order()];
        Assert.True(values.Length >= 2 * BlocksThatDecide, $"only {values.Length} launches of the {arm} completed");
        return values[values.Length / 2];
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
