using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Profiling.Estimates;
using PlayHouse.Lab.Profiling.Stacks;
using PlayHouse.Lab.Statistics.Poissons;

namespace PlayHouse.Lab.Profiling.Comparison;

/// <summary>Some allocations of one arm (a site and type, a stack, all of it) over all its launches, in bytes per message.</summary>
internal sealed class ArmCell(ArmLaunches launches)
{
    private readonly double[] _bytesPerMessage = new double[launches.Count];
    private readonly double[] _variances = new double[launches.Count];

    /// <summary>Samples of all launches.</summary>
    public int Samples { get; private set; }

    /// <summary>Row with the most bytes: its source is shown.</summary>
    public AllocationSite? Heaviest { get; private set; }

    /// <summary>Bytes per message over all messages of the arm.</summary>
    public double Mean { get; private set; }

    /// <summary>
    /// Sampling variance of <see cref="Mean"/>. Of a calibrated launch the total is known, so a cell that holds the share s of the
    /// launch's variance keeps 1 − s of its own, see <see cref="TraceCalibration.LeftShare"/>; everything together is sure.
    /// </summary>
    public double SamplingVariance
    {
        get
        {
            double sum = 0;
            for (int i = 0; i < _variances.Length; i++)
            {
                double weight = launches.Messages[i] / launches.AllMessages;
                sum += weight * weight * _variances[i] * LeftShare(i);
            }
            return sum;
        }
    }

    /// <summary>True for the cell of everything its launches allocated.</summary>
    public bool IsWhole { get; init; }

    public int Profiles => launches.Count;

    /// <summary>Σ of the squared weights: variance of the mean for a unit variance between launches.</summary>
    public double SquaredWeights => launches.SquaredWeights;

    public void Add(int launch, AllocationSite site)
    {
        Add(launch, site.BytesPerMessage, site.Variance, site.Samples);
        if (Heaviest is null || site.BytesPerMessage > Heaviest.BytesPerMessage)
            Heaviest = site;
    }

    /// <summary>Adds what one launch allocated in its whole window.</summary>
    public void Add(int launch, in AllocationEstimator window)
    {
        double messages = launches.Messages[launch];
        Add(launch, window.Bytes / messages, window.Variance / (messages * messages), window.Samples);
    }

    /// <summary>Adds another cell of the same launches.</summary>
    public void Add(ArmCell other)
    {
        for (int i = 0; i < _bytesPerMessage.Length; i++)
        {
            _bytesPerMessage[i] += other._bytesPerMessage[i];
            _variances[i] += other._variances[i];
        }
        Samples += other.Samples;
        Mean += other.Mean;
    }

    private double LeftShare(int launch) =>
        double.IsInfinity(launches.Variances[launch]) ? 1
            : IsWhole ? 0
            : TraceCalibration.LeftShare(_variances[launch], launches.Variances[launch], launches.Messages[launch]);

    /// <summary>Sum of squares between launches, about the launches' own mean.</summary>
    public double SquaresBetween()
    {
        double mean = _bytesPerMessage.Average();
        return _bytesPerMessage.Sum(x => (x - mean) * (x - mean));
    }

    /// <summary>
    /// Part of <see cref="SquaresBetween"/> that sampling alone would make, taken at the arm's mean so that a launch without
    /// samples does not count as one without noise.
    /// </summary>
    public double SquaresFromSampling(double bytesVariancePerByte)
    {
        double average = launches.Messages.Average(m => bytesVariancePerByte * Mean / m);
        return average * (Profiles - 1);
    }

    /// <summary>Variance of the bytes per estimated byte, both in bytes.</summary>
    public double BytesVariancePerByte => Mean > 0 ? SamplingVariance * launches.AllMessages / Mean : 0;

    /// <summary>Samples per estimated byte; that of small objects without a sample.</summary>
    public double SamplesPerByte => Mean > 0 ? Samples / (Mean * launches.AllMessages) : AllocationEstimator.ByteProbability;

    /// <summary>Limits from sampling alone, at a multiple of the standard deviation and the tail that belongs to it.</summary>
    public (double Low, double High) Limits(double multiple, double tail)
    {
        if (Samples >= AllocationEstimator.SamplesMin)
            return AllocationEstimator.LogNormal(Mean, SamplingVariance, multiple);
        // Few samples are counts, not estimates of a variance: exact Poisson limits, scaled. With none at all the bytes
        // that can hide are those whose every byte was missed, (1 − p)^bytes = tail, whatever the size of the objects.
        double bytesPerSample = Samples == 0 ? AllocationEstimator.BytesPerSample / launches.AllMessages : Mean / Samples;
        return (PoissonLimits.Low(Samples, tail) * bytesPerSample, PoissonLimits.High(Samples, tail) * bytesPerSample);
    }

    /// <summary>Adds what one launch allocated per message, and its sampling variance.</summary>
    public void Add(int launch, double bytesPerMessage, double variance, int samples)
    {
        _bytesPerMessage[launch] += bytesPerMessage;
        _variances[launch] += variance;
        Samples += samples;
        Mean += launches.Messages[launch] / launches.AllMessages * bytesPerMessage;
    }
}
