using MathNet.Numerics.Distributions;

namespace PlayHouse.Lab.Statistics.Binomials;

/// <summary>The binomial law and what rests on it: sign test, exact limits of a rate, the A/A alarm. Pure and thread-safe.</summary>
public static class BinomialLaw
{
    /// <summary>Most trials; more are refused.</summary>
    public const int TrialsMax = 1_000_000;

    private const double AlarmLevel = 0.01;

    /// <summary>P(X ≥ hits) of <paramref name="trials"/> trials with success rate <paramref name="rate"/>.</summary>
    /// <exception cref="ArgumentOutOfRangeException">Trials outside 0 … <see cref="TrialsMax"/>, hits outside 0 … trials, or a rate outside 0 … 1.</exception>
    public static double AtLeast(int trials, int hits, double rate)
    {
        Check(trials, hits);
        ArgumentOutOfRangeException.ThrowIfLessThan(rate, 0);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(rate, 1);
        if (hits == 0)
        {
            return 1;
        }

        if (rate is 0 or 1)
        {
            return rate;
        }

        double sum = 0;
        double logChoose = LogChoose(trials, hits);
        double logRate = Math.Log(rate);
        double logRest = Math.Log(1 - rate);
        for (int x = hits; x <= trials; x++)
        {
            sum += Math.Exp(logChoose + x * logRate + (trials - x) * logRest);
            logChoose += Math.Log((double)(trials - x) / (x + 1));
        }

        return Math.Min(1, sum);
    }

    /// <summary>Two-sided sign test: the p of a split at least this uneven when both sides are equally likely.</summary>
    public static double SignTest(int left, int right)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(left);
        ArgumentOutOfRangeException.ThrowIfNegative(right);
        return Math.Min(1, 2 * AtLeast(left + right, Math.Max(left, right), 0.5));
    }

    /// <summary>Clopper and Pearson's exact limits of a success rate.</summary>
    /// <param name="hits">Successes.</param>
    /// <param name="trials">Trials.</param>
    /// <param name="confidence">Confidence, inside 0 … 1.</param>
    public static (double Lower, double Upper) ClopperPearson(int hits, int trials, double confidence)
    {
        Check(trials, hits);
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(confidence);
        ArgumentOutOfRangeException.ThrowIfGreaterThanOrEqual(confidence, 1);
        double tail = (1 - confidence) / 2;
        double lower = hits == 0 ? 0 : Beta.InvCDF(hits, trials - hits + 1, tail);
        double upper = hits == trials ? 1 : Beta.InvCDF(hits + 1, trials - hits, 1 - tail);
        return (lower, upper);
    }

    /// <summary>True when so many one-sided hits among A/A runs have a chance below 1 % at a rate of 5 %: the method or the machine is off.</summary>
    /// <param name="hits">Runs that hit.</param>
    /// <param name="runs">A/A runs.</param>
    /// <param name="sharing">Metrics that share the 1 %.</param>
    public static bool IsAaAlarm(int hits, int runs, int sharing = 1) => hits > 0 && AtLeast(runs, hits, 0.05) < AlarmLevel / sharing;

    /// <summary>
    /// True when improvements and regressions of A/A runs are so unequal that chance gives it in less than 1 %: with equal arms either
    /// is as likely as the other, so something favours one of them.
    /// </summary>
    public static bool IsLopsided(int improvements, int regressions) => SignTest(improvements, regressions) < AlarmLevel;

    internal static void Check(int trials, int hits)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(trials);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(trials, TrialsMax);
        ArgumentOutOfRangeException.ThrowIfNegative(hits);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(hits, trials);
    }

    internal static double LogChoose(int n, int k)
    {
        double sum = 0;
        int few = Math.Min(k, n - k);
        for (int i = 1; i <= few; i++)
        {
            sum += Math.Log((double)(n - few + i) / i);
        }

        return sum;
    }
}
