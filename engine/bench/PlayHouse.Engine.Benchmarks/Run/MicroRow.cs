namespace PlayHouse.Engine.Benchmarks.Run;

/// <summary>What was measured of one operation of one strategy.</summary>
/// <param name="Seam">Id of the seam.</param>
/// <param name="Operation">What one operation is.</param>
/// <param name="Strategy">Id of the strategy, or the default's id with the twin's ending.</param>
/// <param name="MeanNs">Mean time in nanoseconds; NaN when the case failed.</param>
/// <param name="ErrorNs">Half of the 99.9 % confidence interval in nanoseconds.</param>
/// <param name="AllocatedBytes">Bytes allocated by the process per operation.</param>
internal sealed record MicroRow(string Seam, string Operation, string Strategy, double MeanNs, double ErrorNs, long AllocatedBytes)
{
    /// <summary>Whether there are figures.</summary>
    public bool IsMeasured => !double.IsNaN(MeanNs);

    /// <summary>Whether the means are further apart than both errors together reach.</summary>
    public bool DiffersFrom(MicroRow other) => Math.Abs(MeanNs - other.MeanNs) > Math.Sqrt((ErrorNs * ErrorNs) + (other.ErrorNs * other.ErrorNs));

    /// <summary>This mean divided by another, with the error that both errors make.</summary>
    public (double Value, double Error) RatioTo(MicroRow baseline)
    {
        double ratio = MeanNs / baseline.MeanNs;
        double own = ErrorNs / MeanNs;
        double other = baseline.ErrorNs / baseline.MeanNs;
        return (ratio, ratio * Math.Sqrt((own * own) + (other * other)));
    }
}
