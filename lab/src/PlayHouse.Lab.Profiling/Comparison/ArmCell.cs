using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Profiling.Estimates;

namespace PlayHouse.Lab.Profiling.Comparison;

/// <summary>One site and type in one arm, over all its profiles.</summary>
internal sealed class ArmCell
{
    private readonly double[] _bytesPerMessage;
    private readonly double[] _messages;
    private readonly double _allMessages;
    private double _variance;

    public ArmCell(IReadOnlyList<AllocationProfile> profiles)
    {
        _messages = [.. profiles.Select(p => p.Messages)];
        _bytesPerMessage = new double[_messages.Length];
        _allMessages = _messages.Sum();
    }

    /// <summary>Samples of all profiles.</summary>
    public int Samples { get; private set; }

    /// <summary>Row with the most bytes: its source is shown.</summary>
    public AllocationSite? Heaviest { get; private set; }

    /// <summary>Bytes per message over all messages of the arm.</summary>
    public double Mean { get; private set; }

    /// <summary>Sampling variance of <see cref="Mean"/>.</summary>
    public double SamplingVariance => _variance;

    public int Profiles => _messages.Length;

    /// <summary>Σ of the squared weights: variance of the mean for a unit variance between launches.</summary>
    public double SquaredWeights => _messages.Sum(m => m * m) / (_allMessages * _allMessages);

    public void Add(int profile, AllocationSite site)
    {
        double weight = _messages[profile] / _allMessages;
        _bytesPerMessage[profile] += site.BytesPerMessage;
        Samples += site.Samples;
        Mean += weight * site.BytesPerMessage;
        _variance += weight * weight * site.Variance;
        if (Heaviest is null || site.BytesPerMessage > Heaviest.BytesPerMessage)
            Heaviest = site;
    }

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
        double average = _messages.Average(m => bytesVariancePerByte * Mean / m);
        return average * (Profiles - 1);
    }

    /// <summary>Variance of the bytes per estimated byte, both in bytes.</summary>
    public double BytesVariancePerByte => Mean > 0 ? _variance * _allMessages / Mean : 0;

    /// <summary>Limits from sampling alone, at a multiple of the standard deviation and the tail that belongs to it.</summary>
    public (double Low, double High) Limits(double multiple, double tail)
    {
        if (Samples >= AllocationEstimator.SamplesMin)
            return AllocationEstimator.LogNormal(Mean, _variance, multiple);
        // Few samples are counts, not estimates of a variance: exact Poisson limits, scaled. With none at all the bytes
        // that can hide are those whose every byte was missed, (1 − p)^bytes = tail, whatever the size of the objects.
        double bytesPerSample = Samples == 0 ? AllocationEstimator.BytesPerSample / _allMessages : Mean / Samples;
        return (PoissonLimits.Low(Samples, tail) * bytesPerSample, PoissonLimits.High(Samples, tail) * bytesPerSample);
    }
}
