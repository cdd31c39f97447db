using System.Text.Json;
using PlayHouse.Lab.Model;
using PlayHouse.Lab.Model.Analysis;
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
        // Whether the word is ROLLBACK depends on whether this machine settles CPU in six blocks; that the bytes are a loss does not.
        Assert.DoesNotContain(report.Verdict!.Kind, new[] { VerdictKind.Keep, VerdictKind.NoEffect });
        MetricEstimate bytes = report.Verdict.Estimates.Single(e => e.Policy.Id == MetricIds.BytesPerMessage);
        Assert.Equal(MetricClass.WorsePractical, bytes.Class);
        Assert.InRange(bytes.ShownChange, PlantedBytes * 0.9, PlantedBytes * 1.1);
        Assert.Contains(ReasonText.Reasons(report), r => r.StartsWith("bytes-per-message rose by", StringComparison.Ordinal));

        Assert.True(report.NoAttributionReason is null, report.NoAttributionReason);
        AllocationDifference planted = report.Attribution!.Sites.Single(s => s.Site.Contains("InjectedEffect.Apply", StringComparison.Ordinal));
        Assert.True(planted.IsDifferent, "the planted site is not among the different ones");
        Assert.Equal("System.Byte[]", planted.Type);
        Assert.StartsWith("InjectedEffect.cs:", planted.Source, StringComparison.Ordinal);
        SiteAssert.Holds(planted, PlantedBytes);
        Assert.All(report.Attribution.Sites.Where(s => s != planted), SiteAssert.MayBeEqual);
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
