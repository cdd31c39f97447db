using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Policies;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Statistics.Blocks;
using PlayHouse.Lab.Statistics.SignedRanks;
using PlayHouse.Lab.Statistics.Verdicts;

namespace PlayHouse.Lab.Runner.Analyse;

/// <summary>Turns one metric of the accepted blocks into an estimate with its interval and class.</summary>
/// <param name="plan">The stored plan.</param>
/// <param name="blocks">Blocks that count.</param>
/// <param name="completed">Every completed timed launch, those of repeated blocks included.</param>
/// <param name="competing">Primary metrics that compete at the first step for a KEEP: one of them is judged at the level over this.</param>
internal sealed class MetricEstimator(
    RunPlan plan, IReadOnlyList<AcceptedBlock> blocks, IReadOnlyList<LaunchRecord> completed, int competing)
{
    private const string Counting = "sum";

    /// <summary>True for a guard that is judged by how many launches show its events, and by no interval.</summary>
    public static bool IsCounted(MetricPolicy policy) => policy is { Role: MetricRole.Guard, Aggregation: Counting, Scale: MetricScale.Difference };

    /// <summary>The estimate; null when no block carries the metric on its scale.</summary>
    public MetricEstimate? Estimate(MetricPolicy policy)
    {
        var raw = new List<BlockValues>();
        var scaled = new List<BlockValues>();
        var isFlagged = new List<bool>();
        foreach (AcceptedBlock block in blocks)
        {
            if (TryRead(block, policy.Id, out BlockValues values) && values.TryScale(policy, out BlockValues onScale))
            {
                raw.Add(values);
                scaled.Add(onScale);
                isFlagged.Add(block.Slots.Any(DisturbanceRule.IsFlagged));
            }
        }

        if (scaled.Count == 0)
        {
            return null;
        }

        double[] contrasts = [.. scaled.Select(b => b.Contrast)];
        SignedRankResult result = HodgesLehmann.Estimate(contrasts, plan.OneSidedAlpha);
        double baseline = Resolution.Median(raw.SelectMany(b => ArmValues(b, isOther: false)));
        ArmLevels levels = ArmLevels.Of(policy, [.. raw.Select(b => (ArmValues(b, isOther: false), ArmValues(b, isOther: true)))]);
        double delta = Delta(policy, baseline);
        double? events = RareEvents.PerLaunch(policy.Id, blocks.SelectMany(b => b.Slots));
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
            NullDeviation = NullDeviation.Fit(scaled).Deviation,
            NoiseFloor = double.NaN,
            PBetter = result.PBetter,
            PWorse = result.PWorse,
            Class = RareEvents.Limited(VerdictRules.Shipped.Classify(result.Lower, result.Upper, delta).Class, events),
            Contrasts = contrasts,
            WithoutFlagged = WithoutFlagged(contrasts, isFlagged),
        };
        return Counted(Resolved(estimate));
    }

    /// <summary>What the blocks can see and how many are missing, with the level at which this metric is really judged.</summary>
    private MetricEstimate Resolved(MetricEstimate estimate)
    {
        double alpha = plan.OneSidedAlpha;
        double alphaToKeep = estimate.Policy.Role == MetricRole.Primary ? alpha / competing : alpha;
        double deviation = Resolution.StandardDeviation(estimate.Contrasts);
        bool isOpen = estimate.Class is MetricClass.Inconclusive or MetricClass.Improved or MetricClass.Worse;
        return estimate with
        {
            NoiseFloor = Resolution.NoiseFloor(estimate.NullDeviation, estimate.Blocks, alphaToKeep),
            BlocksToKeep = isOpen ? Missing(Resolution.BlocksToKeep(deviation, estimate.Delta, alphaToKeep), estimate.Blocks) : null,
            BlocksToHold = isOpen ? Missing(Resolution.BlocksToKeep(deviation, estimate.Delta, alpha), estimate.Blocks) : null,
            BlocksToEquivalence = isOpen ? Missing(Resolution.BlocksToEquivalence(deviation, estimate.Delta, alpha), estimate.Blocks) : null,
            IsHeterogeneous = Resolution.IsHeterogeneous(estimate.Blocks, deviation, estimate.NullDeviation, estimate.Delta),
        };
    }

    /// <summary>
    /// A guard that counts events is judged on launches: the median of its contrasts is zero as long as most blocks are clean, however
    /// much the others lose.
    /// </summary>
    private MetricEstimate Counted(MetricEstimate estimate)
    {
        MetricPolicy policy = estimate.Policy;
        if (!IsCounted(policy))
        {
            return estimate;
        }

        LaunchRecord[] counted = [.. completed.Where(l => l.Metrics.ContainsKey(policy.Id))];
        bool IsHit(LaunchRecord launch) => launch.Metrics[policy.Id] > 0;
        int Of(string arm, bool isHit) => counted.Count(l => l.Arm == arm && (!isHit || IsHit(l)));
        EventCounts counts = new(
            Of(plan.Baseline.Name, true), Of(plan.Baseline.Name, false), Of(plan.Other.Name, true), Of(plan.Other.Name, false),
            HardFailureRule.Compare(plan, counted, IsHit));
        return estimate with
        {
            Counts = counts,
            Class = counts.P <= HardFailureRule.Level ? MetricClass.WorsePractical : counts.IsNoMore ? MetricClass.Equivalent : MetricClass.Inconclusive,
            BlocksToKeep = null,
            BlocksToHold = null,
            BlocksToEquivalence = null,
        };
    }

    private UnflaggedEstimate? WithoutFlagged(double[] contrasts, List<bool> isFlagged)
    {
        double[] clean = [.. contrasts.Where((_, i) => !isFlagged[i])];
        if (clean.Length == 0 || clean.Length == contrasts.Length)
        {
            return null;
        }

        SignedRankResult result = HodgesLehmann.Estimate(clean, plan.OneSidedAlpha);
        return new(clean.Length, result.Theta, result.Lower, result.Upper, result.Confidence);
    }

    private static double Delta(MetricPolicy policy, double baseline) => policy.Scale == MetricScale.Ratio
        ? Math.Log(1 + policy.DeltaRel)
        : Math.Max(policy.DeltaRel * Math.Abs(baseline), policy.DeltaAbs);

    // Enough blocks by the formula and still open: the effect lies near the threshold, where no number of blocks is promised.
    private static int? Missing(int? needed, int blocks) => needed > blocks ? needed - blocks : null;

    private static bool TryRead(AcceptedBlock block, string metricId, out BlockValues values)
    {
        double[] y = [.. block.Slots.Select(l => l.Metrics.TryGetValue(metricId, out double value) ? value : double.NaN)];
        values = y.Length == 2 ? BlockValues.OfPair(block.Order, y[0], y[1]) : new(block.Order, y[0], y[1], y[2], y[3]);
        return double.IsFinite(y.Sum());
    }

    private static double[] ArmValues(BlockValues block, bool isOther)
    {
        double[] values = isOther == (block.Order == BlockOrder.Abba) ? [block.Slot1, block.Slot2] : [block.Slot0, block.Slot3];
        return block.IsPair ? values[..1] : values;
    }
}
