using PlayHouse.Lab.Profiling.Estimates;
using PlayHouse.Lab.Statistics.Students;

namespace PlayHouse.Lab.Profiling.Planning;

/// <summary>
/// Says how long both arms must be traced to see a difference at a site, and what a given length can see. Pure, any thread.
/// </summary>
/// <remarks>
/// For m launches of M messages in each arm the difference of a site of b bytes per message, Δ larger in one arm, has the variance
/// V = v·(2b + Δ) / (m·M) + τ²·(b² + (b + Δ)²) / m: sampling with v bytes² a byte, and the spread τ between launches, which only more
/// launches reduce. The comparison does not know V: from d = 2(m − 1) degrees of freedom it finds c·V, c = χ²(d)/d, and takes no
/// less than the spread all sites share; so a difference is flagged from t·√(max(1, c)·V) on, with the degrees of freedom that
/// follow from it (Satterthwaite) and the level shared out over all tested sites, as the correction for their number asks of the
/// only one that differs. The power is the mean over c. A side without samples can hide −ln(level) samples. The larger side
/// must expect enough samples to be compared at all.
/// </remarks>
/// <param name="Power">Probability that a difference of the wanted size is flagged, 0 … 1.</param>
/// <param name="Level">Share of false findings.</param>
/// <param name="Sites">Sites that will be tested together; at least 1.</param>
public sealed record TracePlanner(double Power = 0.8, double Level = 0.05, int Sites = 1)
{
    /// <summary>Most launches of an arm that are proposed.</summary>
    public const int LaunchesMax = 32;

    // P(Poisson(9) ≥ 5) is 95 %: a cell below five samples is never compared.
    private const double SamplesExpectedMin = 9;
    private const double MessagesMax = 1e13;
    private const double Precision = 1e-4;
    private const int SpreadPoints = 8;

    /// <summary>True when a difference of so many bytes per message will be seen.</summary>
    /// <param name="site">The site.</param>
    /// <param name="bytes">Added or saved bytes per message; above 0.</param>
    /// <param name="plan">Launches and their messages.</param>
    public bool IsSeen(SiteTraffic site, double bytes, TracePlan plan)
    {
        ArgumentNullException.ThrowIfNull(site);
        ArgumentNullException.ThrowIfNull(plan);
        double b = site.BytesPerMessage;
        double more = b + bytes;
        double messages = plan.Launches * plan.MessagesPerLaunch;
        if (more * messages * site.SamplesPerByte < SamplesExpectedMin)
            return false;
        double sampling = site.VariancePerByte * (b + more) / messages;
        double variance = sampling + site.LaunchVariance * (b * b + more * more) / plan.Launches;
        bool hasSpread = plan.Launches > 1;
        if (!hasSpread && site.LaunchVariance > 0)
            return false;
        double hidden = b * messages * site.SamplesPerByte < AllocationEstimator.SamplesMin ? -Math.Log(Tail) * AllocationEstimator.BytesPerSample / messages : 0;
        return PowerAt(bytes, sampling, variance, hidden, hasSpread ? 2 * (plan.Launches - 1) : 0) >= Power;
    }

    private double Tail => Level / Math.Max(1, Sites) / 2;

    private double PowerAt(double bytes, double sampling, double variance, double hidden, int degrees)
    {
        double power = 0;
        int left = SpreadPoints;
        for (int i = SpreadPoints - 1; i >= 0 && degrees > 0; i--)
        {
            double found = ChiSquareRatio((i + 0.5) / SpreadPoints, degrees);
            if (found <= 1)
                break;
            power += FlaggedShare(bytes, sampling, variance, hidden, degrees, found);
            left--;
        }
        // Where less was found than there is, what all sites share stands in.
        return (power + left * FlaggedShare(bytes, sampling, variance, hidden, degrees, 1)) / SpreadPoints;
    }

    private double FlaggedShare(double bytes, double sampling, double variance, double hidden, int degrees, double found)
    {
        double all = variance * found;
        double beyond = all - sampling;
        double effective = degrees > 0 && beyond > 0 ? degrees * (all / beyond) * (all / beyond) : double.PositiveInfinity;
        double multiple = StudentLaw.Quantile(Tail, effective);
        double distance = (bytes - Math.Sqrt(multiple * multiple * all + hidden * hidden)) / Math.Sqrt(variance);
        double beyondIt = StudentLaw.UpperTail(Math.Abs(distance), double.PositiveInfinity);
        return distance > 0 ? 1 - beyondIt : beyondIt;
    }

    /// <summary>Quantile of χ²(d)/d (Wilson and Hilferty).</summary>
    private static double ChiSquareRatio(double probability, int degrees)
    {
        double z = StudentLaw.Quantile(Math.Min(probability, 1 - probability), double.PositiveInfinity) * (probability < 0.5 ? -1 : 1);
        double spread = 2.0 / (9 * degrees);
        return Math.Pow(Math.Max(0, 1 - spread + z * Math.Sqrt(spread)), 3);
    }

    /// <summary>Smallest difference that will be seen, bytes per message; infinite when none is.</summary>
    /// <param name="site">The site.</param>
    /// <param name="plan">Launches and their messages.</param>
    public double Smallest(SiteTraffic site, TracePlan plan)
    {
        ArgumentNullException.ThrowIfNull(site);
        double high = Math.Max(1e-6, site.BytesPerMessage);
        for (int i = 0; !IsSeen(site, high, plan); i++, high *= 4)
        {
            if (i == 40)
                return double.PositiveInfinity;
        }
        return Boundary(0, high, bytes => IsSeen(site, bytes, plan));
    }

    /// <summary>Messages that each of so many launches needs; infinite when their spread hides the difference however long they are.</summary>
    /// <param name="site">The site.</param>
    /// <param name="bytes">Difference to see, bytes per message.</param>
    /// <param name="launches">Launches of each arm.</param>
    public double MessagesNeeded(SiteTraffic site, double bytes, int launches) =>
        !IsSeen(site, bytes, new TracePlan(launches, MessagesMax))
            ? double.PositiveInfinity
            : Boundary(0, Enough(m => IsSeen(site, bytes, new TracePlan(launches, m))), m => IsSeen(site, bytes, new TracePlan(launches, m)));

    /// <summary>The cheapest plan, or null when no number of launches up to <see cref="LaunchesMax"/> is enough.</summary>
    /// <param name="site">The site.</param>
    /// <param name="bytes">Difference to see, bytes per message.</param>
    /// <param name="launchesMin">Launches that each arm has at least.</param>
    /// <param name="overheadMessages">What a launch costs besides its window, in the messages that would pass meanwhile.</param>
    public TracePlan? Cheapest(SiteTraffic site, double bytes, int launchesMin, double overheadMessages)
    {
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(bytes);
        TracePlan? best = null;
        double cheapest = double.PositiveInfinity;
        // From eight launches on one more changes little: steps of an eighth.
        for (int launches = Math.Max(1, launchesMin); launches <= LaunchesMax; launches += 1 + launches / 8)
        {
            double messages = MessagesNeeded(site, bytes, launches);
            double cost = launches * (messages + overheadMessages);
            if (cost < cheapest)
                (best, cheapest) = (new TracePlan(launches, messages), cost);
            else if (double.IsFinite(cheapest))
                break;
        }
        return best;
    }

    private static double Enough(Func<double, bool> isSeen)
    {
        double messages = 1;
        while (messages < MessagesMax && !isSeen(messages))
            messages *= 8;
        return Math.Min(messages, MessagesMax);
    }

    private static double Boundary(double low, double high, Func<double, bool> isSeen)
    {
        while (high - low > Precision * high)
        {
            double middle = (low + high) / 2;
            if (isSeen(middle))
                high = middle;
            else
                low = middle;
        }
        return high;
    }
}
