using PlayHouse.Lab.Model.Launches;

namespace PlayHouse.Lab.Runner.Plan;

/// <summary>What open-loop pilots saw at one rate.</summary>
/// <param name="Rate">Messages per second.</param>
/// <param name="LatenessUs">99th percentile of how late the load sent, microseconds; the later arm's.</param>
/// <param name="LatencyUs">99th percentile of latency in that arm, microseconds.</param>
/// <param name="AchievedRate">Messages per second that the slower arm answered.</param>
internal sealed record RateStep(double Rate, double LatenessUs, double LatencyUs, double AchievedRate)
{
    /// <summary>Lateness from which on the load is late whatever the latency, microseconds.</summary>
    public const double LatenessUsMax = 1_000;

    /// <summary>Share of the latency that may be the load's own lateness.</summary>
    public const double LatenessShareMax = 0.10;

    /// <summary>True when an arm did not answer what it was asked.</summary>
    public bool IsSaturated => AchievedRate < OfferedRate.ShareMin * Rate;

    /// <summary>True when both arms answer everything and the load's own lateness is small enough to be no part of the result.</summary>
    public bool IsOnTime => !IsSaturated && LatenessUs < LatenessUsMax && LatenessUs <= LatenessShareMax * LatencyUs;
}

/// <summary>Lowers a rate until both arms answer all of it and the load is on time. Pure.</summary>
internal static class RateSteps
{
    /// <summary>Rates that are tried at most.</summary>
    public const int StepsMax = 6;

    /// <summary>What a step that helped leaves of the lateness.</summary>
    public const double Cured = 0.8;

    /// <summary>What a late step leaves of the rate.</summary>
    public const double Lowered = 0.8;

    /// <summary>
    /// The next rate to try; null when the search is over. A closed loop fills every packet and lies about what an open one can do: a rate
    /// that was too high says what the slower arm can do in open loop, and the search begins again at its share of that.
    /// </summary>
    /// <param name="steps">What was tried, at least one.</param>
    /// <param name="share">Share of what the slower arm can do that a run asks for.</param>
    public static double? Next(IReadOnlyList<RateStep> steps, double share)
    {
        RateStep last = steps[^1];
        if (last.IsOnTime || steps.Count == StepsMax || IsInVain(steps))
        {
            return null;
        }

        double lowered = Lowered * last.Rate;
        return RoundDown(last.IsSaturated ? Math.Min(lowered, share * last.AchievedRate) : lowered);
    }

    /// <summary>
    /// The rate to use: the first that is on time. Where none is, the highest that both arms answer and at which the load is hardly later than in
    /// the best step, or below its absolute limit, because lowering further bought nothing; else the lowest.
    /// </summary>
    public static RateStep Choose(IReadOnlyList<RateStep> steps)
    {
        RateStep[] answered = [.. steps.Where(s => !s.IsSaturated)];
        double enough = answered.Length == 0 ? 0 : Math.Max(RateStep.LatenessUsMax, answered.Min(s => s.LatenessUs) / Cured);
        return steps.FirstOrDefault(s => s.IsOnTime) ?? answered.FirstOrDefault(s => s.LatenessUs <= enough) ?? steps[^1];
    }

    /// <summary>True when lowering did not make the load less late: its lateness has another reason than the rate.</summary>
    private static bool IsInVain(IReadOnlyList<RateStep> steps) =>
        steps.Count > 1 && steps[^1] is { IsSaturated: false } last && steps[^2] is { IsSaturated: false } before && last.LatenessUs > Cured * before.LatenessUs;

    /// <summary>Three significant digits: a rate is a setting, not a measurement.</summary>
    public static double RoundDown(double rate)
    {
        double unit = Math.Pow(10, Math.Floor(Math.Log10(rate)) - 2);
        return Math.Floor(rate / unit) * unit;
    }
}
