using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Profiling.Estimates;

namespace PlayHouse.Lab.Profiling.Stacks;

/// <summary>
/// Makes the estimates of one traced launch add up to its exact counter. Static, safe from any thread.
/// </summary>
/// <remarks>
/// The counter says what all cells together are, and the samples do not know it. The regression estimator for a known total (Särndal,
/// Swensson, Wretman, Model Assisted Survey Sampling, chapter 6) gives each cell the part of the missing bytes that its variance has in
/// the variance of the sum: t + v / V · (exact − estimate). Cells are sampled independently, so v is also the covariance with the sum,
/// no other linear correction leaves less variance, and v · (1 − v / V) is what it leaves. Where all objects are small this is the ratio
/// estimator; cells of large objects, which sampling hardly misses, keep their bytes. The gain is largest for the largest sites and
/// decision 0023 has the figures. V is itself estimated, so a launch with few samples stays as it is.
/// </remarks>
public static class TraceCalibration
{
    /// <summary>Fewest samples of a launch that is calibrated: below, the variance is known too badly and intervals come out too narrow.</summary>
    public const int SamplesMin = 50;

    /// <summary>The profile with sites that add up to the exact counter; itself when it is invalid, too small, or calibrated already.</summary>
    /// <param name="profile">The profile as it was read.</param>
    /// <param name="instrumentBytesPerMessage">What the lab's own control channel allocated: the samples hold it, <see cref="AllocationProfile.ExactBytesPerMessage"/> does not.</param>
    public static AllocationProfile Of(AllocationProfile profile, double instrumentBytesPerMessage = 0)
    {
        ArgumentNullException.ThrowIfNull(profile);
        double estimated = profile.Sites.Sum(s => s.BytesPerMessage);
        double variance = profile.Sites.Sum(s => s.Variance);
        double missing = profile.ExactBytesPerMessage + instrumentBytesPerMessage - estimated;
        return profile.IsCalibrated || profile.Invalid.Count > 0 || !IsEnough(profile.Samples, variance, missing)
            ? profile
            : profile with { IsCalibrated = true, Sites = [.. profile.Sites.Select(s => Of(s, variance, missing, profile.Messages)).OrderByDescending(s => s.BytesPerMessage)] };
    }

    /// <summary>The stacks with cells that add up to the exact counter; themselves when they are invalid, too few, or calibrated already.</summary>
    /// <param name="stacks">The stacks of one launch.</param>
    /// <param name="instrumentBytes">What the lab's own control channel allocated: the samples hold it, <see cref="AllocationStacks.ExactBytes"/> does not.</param>
    public static AllocationStacks Of(AllocationStacks stacks, double instrumentBytes = 0)
    {
        ArgumentNullException.ThrowIfNull(stacks);
        AllocationEstimator total = stacks.Total();
        double missing = stacks.ExactBytes + instrumentBytes - total.Bytes;
        return stacks.IsCalibrated || stacks.Invalid.Count > 0 || !IsEnough(total.Samples, total.Variance, missing)
            ? stacks
            : stacks with
            {
                EstimatedBytes = total.Bytes,
                EstimatedVariance = total.Variance,
                Cells = [.. stacks.Cells.Select(c => c with { Estimate = c.Estimate.WithBytes(Calibrated(c.Estimate.Bytes, c.Estimate.Variance, total.Variance, missing)) })],
            };
    }

    /// <summary>
    /// Share of its own variance that a cell keeps: 1 − v / V, with the variance of the other cells taken at the upper limit of what
    /// may be there unseen. Where one cell has nearly all samples, the few of the others do not say how sure the rest is.
    /// </summary>
    /// <param name="variance">Variance of the cell, per message.</param>
    /// <param name="all">Variance of the launch's total, per message.</param>
    /// <param name="messages">Messages of the launch.</param>
    internal static double LeftShare(double variance, double all, double messages)
    {
        double hidden = HiddenSamples * Math.Pow(AllocationEstimator.BytesPerSample / messages, 2);
        return (Math.Max(0, all - variance) + hidden) / (all + hidden);
    }

    // Upper 97.5 % limit of a count of which none was seen: −ln 0.025.
    private const double HiddenSamples = 3.689;

    private static bool IsEnough(int samples, double variance, double missing) =>
        samples >= SamplesMin && variance > 0 && double.IsFinite(missing);

    private static AllocationSite Of(AllocationSite site, double all, double missing, double messages)
    {
        double bytes = Calibrated(site.BytesPerMessage, site.Variance, all, missing);
        (double low, double high) = site.IsInsufficient
            ? (double.NaN, double.NaN)
            : AllocationEstimator.LogNormal(bytes, site.Variance * LeftShare(site.Variance, all, messages), AllocationEstimator.NormalQuantile975);
        return site with { BytesPerMessage = bytes, Low = low, High = high };
    }

    // A trace that may speak is within 2.6 standard deviations of its counter: no cell of one comes near zero by this.
    private static double Calibrated(double bytes, double variance, double all, double missing) => Math.Max(0, bytes + variance / all * missing);
}
