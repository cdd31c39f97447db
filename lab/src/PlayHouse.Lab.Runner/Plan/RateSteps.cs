namespace PlayHouse.Lab.Runner.Plan;

/// <summary>What open-loop pilots saw at one rate.</summary>
/// <param name="Rate">Messages per second.</param>
/// <param name="LatenessUs">99th percentile of how late the load sent, microseconds; the later arm's.</param>
/// <param name="LatencyUs">99th percentile of latency in that arm, microseconds.</param>
internal sealed record RateStep(double Rate, double LatenessUs, double LatencyUs)
{
    /// <summary>Lateness from which on the load is late whatever the latency, microseconds.</summary>
    public const double LatenessUsMax = 1_000;

    /// <summary>Share of the latency that may be the load's own lateness.</summary>
    public const double LatenessShareMax = 0.10;

    /// <summary>True when the load's own lateness is small enough to be no part of the result.</summary>
    public bool IsOnTime => LatenessUs < LatenessUsMax && LatenessUs <= LatenessShareMax * LatencyUs;
}

/// <summary>Lowers a rate until the load is on time. Pure.</summary>
internal static class RateSteps
{
    /// <summary>Rates that are tried at most.</summary>
    public const int StepsMax = 4;

    /// <summary>What a late step leaves of the rate.</summary>
    public const double Lowered = 0.8;

    /// <summary>The next rate to try; null when the search is over.</summary>
    public static double? Next(IReadOnlyList<RateStep> steps) =>
        steps[^1].IsOnTime || steps.Count == StepsMax ? null : RoundDown(Lowered * steps[^1].Rate);

    /// <summary>
    /// The rate to use: the first that is on time. Where none is, the highest at which the lateness is below its absolute limit, because
    /// lowering further bought nothing; else the lowest.
    /// </summary>
    public static RateStep Choose(IReadOnlyList<RateStep> steps) =>
        steps.FirstOrDefault(s => s.IsOnTime) ?? steps.FirstOrDefault(s => s.LatenessUs < RateStep.LatenessUsMax) ?? steps[^1];

    /// <summary>Three significant digits: a rate is a setting, not a measurement.</summary>
    public static double RoundDown(double rate)
    {
        double unit = Math.Pow(10, Math.Floor(Math.Log10(rate)) - 2);
        return Math.Floor(rate / unit) * unit;
    }
}
