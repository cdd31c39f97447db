using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Runs;

namespace PlayHouse.Lab.Reporting.Tests;

public sealed class ArmComparisonTests
{
    [Fact]
    public void Of_SameIdentity_GivesLevelsAndRangesOfAcceptedAttempts()
    {
        RunReport left = Run(
            SampleReports.Launch("1", "candidate", 0, 0, 999, attempt: 0), SampleReports.Launch("2", "candidate", 0, 0, 100, attempt: 1),
            SampleReports.Launch("3", "candidate", 1, 0, 110), SampleReports.Launch("4", "candidate", 2, 0, 300), SampleReports.Launch("5", "baseline", 2, 1, 5000));
        RunReport right = Run(SampleReports.Launch("6", "baseline", 0, 0, 180), SampleReports.Launch("7", "baseline", 1, 0, 190));
        ArmComparison comparison = ArmComparison.Of(left, "candidate", right, "baseline");
        Assert.Empty(comparison.Refusals);
        Assert.Equal((3, 2), (comparison.LeftLaunches, comparison.RightLaunches));
        Assert.Equal(new ArmMetric("bytes-per-message", 155, 100, 300, 185, 180, 190), comparison.Metrics[0]);
    }

    public static TheoryData<string> IdentityKeys => [.. FingerprintKeys.Identity];

    [Theory]
    [MemberData(nameof(IdentityKeys))]
    public void Of_OneIdentityKeyDiffers_IsRefusedByItsName(string key)
    {
        LaunchRecord launch = SampleReports.Launch("1", "candidate", 0, 0, 100);
        LaunchRecord other = launch with { Fingerprint = launch.Fingerprint.ToDictionary(f => f.Key, f => f.Key == key ? "else" : f.Value) };
        ArmComparison comparison = ArmComparison.Of(Run(launch), "candidate", Run(other), "candidate");
        Assert.Equal([$"Fingerprint '{key}' differs: '{key}-1' against 'else'."], comparison.Refusals);
        Assert.Empty(comparison.Metrics);
    }

    [Fact]
    public void Of_MixedFingerprintsInOneArm_IsRefused()
    {
        LaunchRecord launch = SampleReports.Launch("1", "candidate", 0, 0, 100);
        LaunchRecord mixed = SampleReports.Launch("2", "candidate", 1, 0, 100) with { Fingerprint = new Dictionary<string, string>() };
        Assert.Equal(FingerprintKeys.Identity.Count, ArmComparison.Of(Run(launch, mixed), "candidate", Run(launch), "candidate").Refusals.Count);
    }

    [Fact]
    public void Of_OtherLoad_IsRefused()
    {
        RunReport left = Run(SampleReports.Launch("1", "candidate", 0, 0, 100));
        RunReport right = WithPayload(left, 1024);
        Assert.Equal(["The payload bytes differs: 64 against 1024."], ArmComparison.Of(left, "candidate", right, "candidate").Refusals);
    }

    [Fact]
    public void Of_UnknownArm_NamesTheArms() => Assert.Equal(
        ["Run r-20250102-030405-ab has no arm 'wrong'. Arms: candidate."],
        ArmComparison.Of(Run(SampleReports.Launch("1", "candidate", 0, 0, 1)), "wrong", Run(SampleReports.Launch("1", "candidate", 0, 0, 1)), "candidate").Refusals);

    [Fact]
    public void Text_AnyComparison_HasNoVerdictWordAndSaysNotInterleaved()
    {
        RunReport run = Run(SampleReports.Launch("1", "candidate", 0, 0, 100));
        string text = ArmComparisonText.Of(ArmComparison.Of(run, "candidate", run, "candidate"), "a:candidate", "b:candidate");
        Assert.Contains("NOT INTERLEAVED", text, StringComparison.Ordinal);
        Assert.All(Enum.GetValues<Model.Analysis.VerdictKind>(), k => Assert.DoesNotContain(VerdictWords.Of(k), text, StringComparison.Ordinal));
        GoldenText.Check("arms.txt", text);
    }

    private static RunReport Run(params LaunchRecord[] launches) => SampleReports.Report(null) with { Launches = launches };

    private static RunReport WithPayload(RunReport report, int payloadBytes)
    {
        ExperimentSpec experiment = report.Run.Plan.Experiment;
        experiment = experiment with { Load = experiment.Load with { PayloadBytes = payloadBytes } };
        return report with { Run = report.Run with { Plan = report.Run.Plan with { Experiment = experiment } } };
    }
}
