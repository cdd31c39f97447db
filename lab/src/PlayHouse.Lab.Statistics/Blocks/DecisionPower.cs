using PlayHouse.Lab.Statistics.Randomness;
using PlayHouse.Lab.Statistics.SignedRanks;

namespace PlayHouse.Lab.Statistics.Blocks;

/// <summary>
/// How often a plan's looks decide. The rule itself, signed-rank interval and all, is applied to simulated campaigns of standard normal
/// contrasts; an interval moves and stretches with its contrasts, so one set of campaigns answers for every effect and every noise.
/// Thread-safe after construction; the same arguments give the same figures on every machine.
/// </summary>
public sealed class DecisionPower
{
    /// <summary>Campaigns of a plan of usual length: a probability carries a standard error of at most 0.8 %.</summary>
    public const int CampaignsMax = 4000;

    /// <summary>Campaigns of the longest plan: a standard error of at most 2.3 %.</summary>
    public const int CampaignsMin = 500;

    private const long WalshAveragesMax = 6_000_000;
    private const ulong Seed = 0x5EED_0F_B10C;

    private readonly IReadOnlyList<int> _looks;
    private readonly Limits[][] _campaigns;

    private DecisionPower(IReadOnlyList<int> looks, Limits[][] campaigns)
    {
        _looks = looks;
        _campaigns = campaigns;
    }

    /// <summary>Campaigns behind each figure.</summary>
    public int Campaigns => _campaigns.Length;

    /// <summary>The chances of a plan.</summary>
    /// <param name="looks">Numbers of blocks at which data are looked at, ascending.</param>
    /// <param name="oneSidedAlpha">Level of the interval on each side at each look.</param>
    /// <param name="competing">Primary metrics of which any may earn a KEEP: an improvement is confirmed at the level divided by them (Holm's first step).</param>
    /// <exception cref="ArgumentOutOfRangeException">A level or a number of blocks is out of range, or there is no look.</exception>
    public static DecisionPower Of(IReadOnlyList<int> looks, double oneSidedAlpha, int competing = 1)
    {
        ArgumentNullException.ThrowIfNull(looks);
        ArgumentOutOfRangeException.ThrowIfZero(looks.Count);
        ArgumentOutOfRangeException.ThrowIfLessThan(competing, 1);
        Look[] plan = [.. looks.Select(n => new Look(n, SignedRankLaw.CriticalK(n, oneSidedAlpha), SignedRankLaw.CriticalK(n, oneSidedAlpha / competing)))];
        long averages = looks.Sum(n => (long)n * (n + 1) / 2);
        var campaigns = new Limits[(int)Math.Clamp(WalshAveragesMax / averages, CampaignsMin, CampaignsMax)][];
        var random = new SeededRandom(Seed);
        double[] contrasts = new double[looks[^1]];
        for (int c = 0; c < campaigns.Length; c++)
        {
            for (int i = 0; i < contrasts.Length; i++)
            {
                contrasts[i] = random.NextNormal();
            }

            campaigns[c] = [.. plan.Select(look => Limits.Of(contrasts, look))];
        }

        return new DecisionPower([.. looks], campaigns);
    }

    /// <summary>
    /// Chance that a primary is found improved by a look at the latest: its corrected interval lies above 0 and the interval lies above
    /// delta or the estimate reaches it.
    /// </summary>
    /// <param name="deviation">Standard deviation of a block contrast, on the metric's scale.</param>
    /// <param name="delta">What matters, same scale.</param>
    /// <param name="effect">True change, positive is better, same scale.</param>
    public double Improved(double deviation, double delta, double effect) => AtAnyLook(l =>
        At(l.CorrectedLower, effect, deviation) > 0
        && (At(l.Lower, effect, deviation) > delta || At(l.Theta, effect, deviation) >= delta));

    /// <summary>Chance that a metric without any change is shown to have none that matters, by the last look at the latest.</summary>
    public double ShownEqual(double deviation, double delta) => AtAnyLook(l => IsNotWorse(l, deviation, delta) && At(l.Upper, 0, deviation) < delta);

    /// <summary>Chance that a guard without any change is shown to be no worse by what matters, at one look.</summary>
    /// <param name="blocks">A number of blocks of the plan's looks.</param>
    /// <param name="deviation">Standard deviation of a block contrast.</param>
    /// <param name="delta">What matters, same scale.</param>
    public double GuardPasses(int blocks, double deviation, double delta)
    {
        int look = LookOf(blocks);
        return Share(c => IsNotWorse(c[look], deviation, delta));
    }

    /// <summary>
    /// The true change, in units of the deviation, whose interval lies above 0 four times in five at one look; positive infinity where
    /// the level needs more blocks.
    /// </summary>
    /// <param name="blocks">A number of blocks of the plan's looks.</param>
    public double Detectable(int blocks)
    {
        const double missed = 0.2;
        int look = LookOf(blocks);
        double[] lower = [.. _campaigns.Select(c => c[look].CorrectedLower).Order()];
        return -lower[(int)(missed * lower.Length)];
    }

    private static bool IsNotWorse(Limits limits, double deviation, double delta) => At(limits.Lower, 0, deviation) > -delta;

    // Infinite limits stay infinite where nothing varies.
    private static double At(double limit, double effect, double deviation) => double.IsInfinity(limit) ? limit : effect + (deviation * limit);

    private double AtAnyLook(Func<Limits, bool> decides) => Share(c => Array.Exists(c, l => decides(l)));

    private double Share(Func<Limits[], bool> holds) => (double)_campaigns.Count(holds) / _campaigns.Length;

    private int LookOf(int blocks)
    {
        for (int i = 0; i < _looks.Count; i++)
        {
            if (_looks[i] == blocks)
            {
                return i;
            }
        }

        throw new ArgumentOutOfRangeException(nameof(blocks), blocks, $"The plan looks after {string.Join(", ", _looks)} blocks.");
    }

    private readonly record struct Look(int Blocks, int K, int CorrectedK);

    /// <summary>Interval and estimate of standard contrasts without an effect.</summary>
    private readonly record struct Limits(double Lower, double Theta, double Upper, double CorrectedLower)
    {
        public static Limits Of(double[] contrasts, Look look)
        {
            double[] walsh = HodgesLehmann.WalshAverages(contrasts.AsSpan(0, look.Blocks));
            double theta = 0.5 * (walsh[(walsh.Length - 1) / 2] + walsh[walsh.Length / 2]);
            return new(
                look.K == 0 ? double.NegativeInfinity : walsh[look.K - 1],
                theta,
                look.K == 0 ? double.PositiveInfinity : walsh[^look.K],
                look.CorrectedK == 0 ? double.NegativeInfinity : walsh[look.CorrectedK - 1]);
        }
    }
}
