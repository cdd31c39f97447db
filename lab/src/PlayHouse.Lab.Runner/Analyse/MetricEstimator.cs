using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Policies;
using PlayHouse.Lab.Statistics.Blocks;
using PlayHouse.Lab.Statistics.SignedRanks;
using PlayHouse.Lab.Statistics.Verdicts;

namespace PlayHouse.Lab.Runner.Analyse;

/// <summary>Turns one metric of the accepted blocks into an estimate with its interval and class.</summary>
internal static class MetricEstimator
{
    /// <summary>The policy with the role it has in this design: in a provisional plan only exact counters decide.</summary>
    public static MetricPolicy InDesign(RunPlan plan, MetricPolicy policy) =>
        plan.IsProvisional && !ExactCounters.Contains(policy.Id) ? policy with { Role = MetricRole.Explore } : policy;

    /// <summary>The estimate; null when no block carries the metric on its scale.</summary>
    public static (MetricEstimate? Estimate, double PWorse) Estimate(RunPlan plan, MetricPolicy policy, IReadOnlyList<AcceptedBlock> blocks)
    {
        var raw = new List<BlockValues>();
        var scaled = new List<BlockValues>();
        foreach (AcceptedBlock block in blocks)
        {
            if (TryRead(block, policy.Id, out BlockValues values) && values.TryScale(policy, out BlockValues onScale))
            {
                raw.Add(values);
                scaled.Add(onScale);
            }
        }

        if (scaled.Count == 0)
        {
            return (null, 1);
        }

        double[] contrasts = [.. scaled.Select(b => b.Contrast)];
        SignedRankResult result = HodgesLehmann.Estimate(contrasts, plan.OneSidedAlpha);
        double baseline = Resolution.Median(raw.SelectMany(b => ArmValues(b, isOther: false)));
        ArmLevels levels = ArmLevels.Of(policy, [.. raw.Select(b => (ArmValues(b, isOther: false), ArmValues(b, isOther: true)))]);
        double delta = Delta(policy, baseline);
        double? events = RareEvents.PerLaunch(policy.Id, blocks.SelectMany(b => b.Slots));
        MetricClass metricClass = RareEvents.Limited(VerdictRules.Shipped.Classify(result.Lower, result.Upper, delta).Class, events);
        double deviation = Resolution.StandardDeviation(contrasts);
        double nullDeviation = NullDeviation.Fit(scaled).Deviation;
        bool isOpen = metricClass is MetricClass.Inconclusive or MetricClass.Improved or MetricClass.Worse;
        var estimate = new MetricEstimate
        {
            Policy = policy,
            Blocks = contrasts.Length,
            BaselineMedian = levels.Baseline,
            OtherMedian = levels.Other,
            EventsPerLaunch = events,
            Theta = result.Theta,
            Lower = result.Lower,
            Upper = result.Upper,
            Confidence = result.Confidence,
            Delta = delta,
            NullDeviation = nullDeviation,
            NoiseFloor = Resolution.NoiseFloor(nullDeviation, contrasts.Length),
            PBetter = result.PBetter,
            Class = metricClass,
            BlocksToKeep = isOpen ? Missing(Resolution.BlocksToKeep(deviation, delta), contrasts.Length) : null,
            BlocksToEquivalence = isOpen ? Missing(Resolution.BlocksToEquivalence(deviation, delta), contrasts.Length) : null,
            IsHeterogeneous = Resolution.IsHeterogeneous(contrasts.Length, deviation, nullDeviation, delta),
            Contrasts = contrasts,
        };
        return (estimate, result.PWorse);
    }

    private static double Delta(MetricPolicy policy, double baseline) => policy.Scale == MetricScale.Ratio
        ? Math.Log(1 + policy.DeltaRel)
        : Math.Max(policy.DeltaRel * Math.Abs(baseline), policy.DeltaAbs);

    // Enough blocks by the formula and still open: the effect lies near the threshold, where no number of blocks is promised.
    private static int? Missing(int? needed, int blocks) => needed > blocks ? needed - blocks : null;

    private static bool TryRead(AcceptedBlock block, string metricId, out BlockValues values)
    {
        Span<double> y = stackalloc double[4];
        for (int slot = 0; slot < y.Length; slot++)
        {
            LaunchRecord launch = block.Slots[slot];
            y[slot] = launch.Metrics.TryGetValue(metricId, out double value) ? value : double.NaN;
        }

        values = new(block.Order, y[0], y[1], y[2], y[3]);
        return double.IsFinite(y[0] + y[1] + y[2] + y[3]);
    }

    private static double[] ArmValues(BlockValues block, bool isOther) =>
        isOther == (block.Order == BlockOrder.Abba) ? [block.Slot1, block.Slot2] : [block.Slot0, block.Slot3];
}
