using System.Globalization;
using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Profiling.Estimates;
using PlayHouse.Lab.Profiling.Reading.Nettrace;
using PlayHouse.Lab.Statistics.Students;

namespace PlayHouse.Lab.Profiling.Reading;

/// <summary>
/// Decides whether a trace may speak. Every rule guards against a way in which a trace shrinks or blurs without an error:
/// lost events, missing names, a window whose edges are unsure, a total that contradicts the exact counter. Pure.
/// </summary>
public static class TraceValidity
{
    /// <summary>Widest mark, milliseconds: a wider one was read while the target was held up.</summary>
    public const double MarkWidthMsMax = 5;

    /// <summary>Largest share of bytes without a name for the allocating frame.</summary>
    public const double UnresolvedShareMax = 0.01;

    /// <summary>
    /// Largest share of samples in code that is compiled quickly, to be compiled again when it proves hot: such code keeps on the
    /// heap what optimised code keeps off it.
    /// </summary>
    public const double UnoptimisedShareMax = 0.1;

    /// <summary>
    /// Largest distance between estimate and exact counter, in standard deviations: the limits of a 99 % interval. By chance 1 trace
    /// in 100 lies outside, 2 or 3 of 240; in a run it is made again. At 3.5, the 99.95 % interval, a trace may find 18 % too little
    /// of 300 samples and still speak.
    /// </summary>
    public const double CalibrationZMax = 2.5758;

    /// <summary>Up to this many samples a surplus is judged as a count.</summary>
    private const int SmallCountMax = 30;

    private const double ExpectedMax = 20;

    /// <summary>
    /// Distance between the estimated total and the exact one. The variance is taken at the exact total, as under the
    /// hypothesis that the trace is whole: with few samples the variance of a low estimate is itself too low. Without any
    /// sample the chance of that is (1 − p)^bytes, given back as the matching negative distance.
    /// </summary>
    /// <param name="total">All samples of the window.</param>
    /// <param name="exactBytes">Exact bytes between the marks.</param>
    /// <param name="edgeDeviationShare">Standard deviation of the window's length as a share of it.</param>
    /// <returns>Standard deviations; NaN when nothing was allocated and nothing sampled.</returns>
    public static double CalibrationZ(in AllocationEstimator total, double exactBytes, double edgeDeviationShare)
    {
        if (total.Samples == 0)
            return exactBytes <= 0 ? double.NaN : NoSample(exactBytes / AllocationEstimator.BytesPerSample);
        if (exactBytes <= 0)
            return double.PositiveInfinity;
        double sampling = total.Variance * exactBytes / total.Bytes;
        double edges = exactBytes * edgeDeviationShare;
        double variance = sampling + edges * edges;
        double difference = total.Bytes - exactBytes;
        if (variance > 0)
            return Math.Min(difference / Math.Sqrt(variance), Excess(total.Samples, exactBytes));
        return Math.Abs(difference) < 1 ? 0 : double.PositiveInfinity * Math.Sign(difference);
    }

    /// <summary>Reasons against a trace, one line each; empty when it is valid.</summary>
    /// <param name="quality">Figures of the trace.</param>
    /// <param name="mayWarmUp">True for a trace from which no steady state is asked: of a whole program, from its start on.</param>
    public static IReadOnlyList<string> Reasons(TraceQuality quality, bool mayWarmUp = false)
    {
        ArgumentNullException.ThrowIfNull(quality);
        var reasons = new List<string>(WholeReasons(quality.RundownsComplete, quality.EventsLost));
        // One sample moves no cell by more than the interval of a cell that may be compared; it must not silence a short trace.
        if (!(quality.UnresolvedShare <= UnresolvedShareMax) && quality.UnresolvedSamples != 1)
            reasons.Add(Text($"{quality.UnresolvedShare:P1} of the bytes have no allocating method, at most {UnresolvedShareMax:P0} may"));
        if (Math.Abs(quality.CalibrationZ) > CalibrationZMax)
            reasons.Add(Missed(quality.CalibrationZ, quality.FoundShare));
        if (!(quality.WidestMarkMs <= MarkWidthMsMax))
            reasons.Add(Text($"a mark is {quality.WidestMarkMs:F1} ms wide, at most {MarkWidthMsMax:F0} ms are allowed"));
        if (!mayWarmUp && !(quality.UnoptimisedShare <= UnoptimisedShareMax))
            reasons.Add(Text($"{quality.UnoptimisedShare:P1} of the samples lie in code that was not optimised yet, at most {UnoptimisedShareMax:P0} may"));
        return reasons;
    }

    /// <summary>
    /// The profile by the limit of today: one that was stored under a wider limit and misses its exact counter by more than the
    /// present one is refused as a new one would be.
    /// </summary>
    /// <param name="profile">A stored profile.</param>
    public static AllocationProfile Again(AllocationProfile profile)
    {
        ArgumentNullException.ThrowIfNull(profile);
        double z = profile.Quality?.CalibrationZ ?? double.NaN;
        return profile.Invalid.Count > 0 || !(Math.Abs(z) > CalibrationZMax)
            ? profile
            : profile with { Invalid = [Missed(z, profile.EstimatedBytesPerMessage / profile.ExactBytesPerMessage - 1)] };
    }

    private static string Missed(double z, double foundShare)
    {
        string found = double.IsFinite(foundShare)
            ? Text($"this trace found {Math.Abs(foundShare):P0} too {(foundShare < 0 ? "little" : "much")}")
            : "this trace missed the exact counter";
        return $"{found}: {Text($"estimate and exact counter are {Math.Abs(z):F1} standard deviations apart, at most {CalibrationZMax:F1} may be (99 %)")}; its site figures are not compared";
    }

    /// <summary>Reasons against a trace of any kind: names or events are missing.</summary>
    internal static IEnumerable<string> WholeReasons(int rundownsComplete, long eventsLost)
    {
        if (rundownsComplete != 1)
            yield return Text($"method names are incomplete: the rundown ended {rundownsComplete} times, once is right");
        if (eventsLost != 0)
            yield return Lost(eventsLost);
    }

    /// <summary>Says how many events were lost.</summary>
    internal static string Lost(long events) => events == 1 ? "1 event was lost" : Text($"{events} events were lost");

    /// <summary>The figures of a window that nothing calibrates.</summary>
    /// <param name="trace">The trace.</param>
    /// <param name="samples">Its window.</param>
    public static TraceQuality QualityOf(AllocationTrace trace, WindowSamples samples)
    {
        ArgumentNullException.ThrowIfNull(trace);
        ArgumentNullException.ThrowIfNull(samples);
        return new TraceQuality
        {
            EventsLost = trace.EventsLost,
            RundownsComplete = trace.RundownsComplete,
            UnresolvedShare = samples.UnresolvedShare,
            UnresolvedSamples = samples.UnresolvedSamples,
            CappedStacksShare = samples.CappedStacksShare,
            FoldedStacksShare = samples.FoldedStacksShare,
            UnoptimisedShare = samples.UnoptimisedShare,
            CalibrationZ = double.NaN,
            WidestMarkMs = 0,
        };
    }

    /// <summary>What a reader must know of a valid trace, one line each; empty is ordinary.</summary>
    /// <param name="samples">Its window.</param>
    public static IReadOnlyList<string> Notes(WindowSamples samples)
    {
        ArgumentNullException.ThrowIfNull(samples);
        var notes = new List<string>();
        if (samples.Total.IsInsufficient)
            notes.Add(Text($"allocates too little to attribute: {samples.Total.Samples} samples, {AllocationEstimator.SamplesMin} are needed"));
        if (samples.CappedStacksShare > 0)
            notes.Add(Text($"{samples.CappedStacksShare:P1} of the stacks reach the runtime's limit of {StackBook.StackFramesMax} frames: their callers may be cut"));
        if (samples.FoldedStacksShare > 0)
            notes.Add(Text($"{samples.FoldedStacksShare:P1} of the samples are shown without their outer callers: the program has more different stacks than are kept"));
        if (samples.UnoptimisedShare > UnoptimisedShareMax)
            notes.Add(Text($"{samples.UnoptimisedShare:P1} of the samples lie in code that was not optimised yet: a process that runs for longer allocates otherwise"));
        return notes;
    }

    // The distance whose one tail is the chance of no sample; far out, where that chance is below any limit, the root of the deviance.
    private static double NoSample(double expected)
    {
        double chance = Math.Exp(-expected);
        return expected > ExpectedMax ? -Math.Sqrt(2 * expected) : chance >= 0.5 ? 0 : -StudentLaw.Quantile(chance, double.PositiveInfinity);
    }

    /// <summary>
    /// Distance of a small count above its expected value: the signed root of the Poisson deviance. Where less than one sample
    /// is expected, a single one is ordinary, but the normal law calls it impossible. No limit where that law holds or where the
    /// count is not the surplus.
    /// </summary>
    private static double Excess(int samples, double exactBytes)
    {
        double expected = exactBytes / AllocationEstimator.BytesPerSample;
        return samples > SmallCountMax || samples <= expected
            ? double.PositiveInfinity
            : Math.Sqrt(2 * (samples * Math.Log(samples / expected) - (samples - expected)));
    }

    internal static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
