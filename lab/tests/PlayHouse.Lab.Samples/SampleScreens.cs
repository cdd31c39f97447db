using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Policies;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Model.Screens;

namespace PlayHouse.Lab.SampleText;

/// <summary>A finished screen, made by hand.</summary>
public static class SampleScreens
{
    /// <summary>Two toggles that do each other's work: a and b save 100 bytes each alone, and 100 together.</summary>
    public static RunReport Report()
    {
        ScreenFactor Factor(string name) => new(name, new Dictionary<string, SeamLevels> { [name] = new(StrategySetting.Of("low"), StrategySetting.Of("high")) });
        ScreenEffect Effect(double estimate, double place, params string[] factors) => new()
        {
            Factors = factors, Estimate = new(estimate, estimate - 5, estimate + 5), StandardError = 2, P = 0.001, StandsOut = true, HalfNormal = place,
            Alone = new(-100, -105, -95), Beside = factors.Length == 2 ? new(0, -5, 5) : ScreenEstimate.None,
        };
        MetricPolicy bytes = SampleReports.Bytes;
        RunPlan plan = SampleReports.Plan() with
        {
            Looks = [1],
            Screen = new ScreenPlan
            {
                Factors = [Factor("a"), Factor("b")],
                Blocks = [new ScreenBlock(ScreenStage.Screen, 0, [0, 3])],
                Planted = [new PlantedTerm([], 400)],
            },
        };
        return SampleReports.Report(null, plan) with
        {
            Screen = new ScreenResult
            {
                LaunchesPlanned = 2,
                LaunchesUsed = 2,
                Proofs = [new ScreenProof("a", 1, 1, true)],
                Metrics =
                [
                    new ScreenMetric
                    {
                        Policy = bytes, Mean = 500, BaselineValue = 575, Delta = 11, Deviation = 4, DegreesOfFreedom = 12, Margins = new(2, 8, 18), Total = new(-100, -200),
                        Effects = [Effect(-50, 1.5, "a"), Effect(-50.5, 1, "b"), Effect(50, 0.5, "a", "b")],
                        Ablations = [new ScreenAblation { Factor = "a", Change = new(1, -3, 5), P = 0.5, StandsOut = false, Alone = new(-100, -105, -95), IsMasked = true }],
                    },
                ],
                Proposals =
                [
                    new ScreenProposal("b", "What does b change?", 0, 2, false) { ExperimentId = "900-b", Path = ".lab/drafts/900-b" },
                    new ScreenProposal("all", "What do all change?", 0, 3, true) { ExperimentId = "900-all", Path = ".lab/drafts/900-all" },
                ],
            },
        };
    }
}
