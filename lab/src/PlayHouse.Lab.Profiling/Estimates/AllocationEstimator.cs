namespace PlayHouse.Lab.Profiling.Estimates;

/// <summary>
/// Estimates allocated bytes from AllocationSampled events. The runtime samples every allocated byte independently with
/// probability <see cref="ByteProbability"/> and reports an object once, so an object of s bytes is seen with probability
/// π = 1 − (1 − p)^s and stands for s / π bytes (Horvitz–Thompson). Not thread-safe: one instance per cell and thread.
/// </summary>
public struct AllocationEstimator
{
    /// <summary>Probability that one allocated byte is sampled; fixed by the runtime.</summary>
    public const double ByteProbability = 1.0 / BytesPerSample;

    /// <summary>Mean distance between sampled bytes.</summary>
    public const double BytesPerSample = 102_400;

    /// <summary>Below this many samples a cell is shown as insufficient and never compared.</summary>
    public const int SamplesMin = 5;

    private static readonly double LogNotSampled = Math.Log(1 - ByteProbability);

    /// <summary>Samples added.</summary>
    public int Samples { get; private set; }

    /// <summary>Estimated bytes.</summary>
    public double Bytes { get; private set; }

    /// <summary>Estimated objects.</summary>
    public double Objects { get; private set; }

    /// <summary>Estimated variance of <see cref="Bytes"/>, bytes squared.</summary>
    public double Variance { get; private set; }

    /// <summary>True when no interval can be given.</summary>
    public readonly bool IsInsufficient => Samples < SamplesMin;

    /// <summary>Adds one sampled object.</summary>
    /// <param name="objectBytes">Size of the object as the event gives it, header and padding included; at least 1.</param>
    /// <exception cref="ArgumentOutOfRangeException">The size is not positive.</exception>
    public void Add(long objectBytes)
    {
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(objectBytes);
        double seen = 1 - Math.Exp(objectBytes * LogNotSampled);
        double weight = objectBytes / seen;
        Samples++;
        Bytes += weight;
        Objects += 1 / seen;
        Variance += weight * weight * (1 - seen);
    }

    /// <summary>The same samples standing for other bytes; their objects change by the same factor, their variance stays that of the samples.</summary>
    internal readonly AllocationEstimator WithBytes(double bytes) => this with { Bytes = bytes, Objects = Bytes > 0 ? Objects * bytes / Bytes : Objects };

    /// <summary>An estimate with these figures, as it was before it was stored.</summary>
    internal static AllocationEstimator Restore(int samples, double bytes, double objects, double variance)
        => new() { Samples = samples, Bytes = bytes, Objects = objects, Variance = variance };

    /// <summary>Adds everything another cell has seen.</summary>
    /// <param name="other">The other cell.</param>
    public void Add(in AllocationEstimator other)
    {
        Samples += other.Samples;
        Bytes += other.Bytes;
        Objects += other.Objects;
        Variance += other.Variance;
    }

    /// <summary>
    /// 95 % interval of <see cref="Bytes"/> on the log scale, which keeps its coverage at ten samples where the symmetric one
    /// does not; NaN on both sides below <see cref="SamplesMin"/> samples.
    /// </summary>
    public readonly (double Low, double High) Interval95()
        => IsInsufficient ? (double.NaN, double.NaN) : LogNormal(Bytes, Variance, NormalQuantile975);

    internal const double NormalQuantile975 = 1.959963984540054;

    /// <summary>Log-normal limits at a multiple of the standard deviation.</summary>
    internal static (double Low, double High) LogNormal(double mean, double variance, double multiple)
    {
        if (mean <= 0)
            return (0, 0);
        double factor = Math.Exp(multiple * Math.Sqrt(Math.Log(1 + variance / (mean * mean))));
        return (mean / factor, mean * factor);
    }
}
