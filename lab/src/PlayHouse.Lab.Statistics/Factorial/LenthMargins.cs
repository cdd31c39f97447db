using PlayHouse.Lab.Statistics.Blocks;
using PlayHouse.Lab.Statistics.Students;

namespace PlayHouse.Lab.Statistics.Factorial;

/// <summary>
/// Which of several effects of equal standard error stand out of the others, without an estimate of the error: most effects are assumed to be
/// nothing, so the small ones measure it. Lenth, "Quick and easy analysis of unreplicated factorials", Technometrics 31 (1989) 469–473.
/// </summary>
/// <param name="PseudoStandardError">1.5 times the median size of the effects that are not plainly active, in the unit of the effects.</param>
/// <param name="Margin">Size that one effect of nothing exceeds with 5 %: t(0.975; m/3) times the pseudo standard error.</param>
/// <param name="SimultaneousMargin">
/// Size that any of m effects of nothing exceeds with at most 5 %: t((1 + 0.95^(1/m)) / 2; m/3) times it. It is cautious: ten effects exceed
/// it in 1.3 % of simulated screens in which nothing does anything.
/// </param>
public readonly record struct LenthMargins(double PseudoStandardError, double Margin, double SimultaneousMargin)
{
    /// <summary>Fewest effects: with fewer there is no third of a degree of freedom to speak of.</summary>
    public const int EffectsMin = 3;

    private const double Confidence = 0.95;
    private const double MedianFactor = 1.5;
    private const double ActiveFactor = 2.5;

    /// <summary>The margins of a set of effects; null for fewer than <see cref="EffectsMin"/>.</summary>
    /// <exception cref="ArgumentException">An effect is not finite.</exception>
    public static LenthMargins? Of(IReadOnlyList<double> effects)
    {
        ArgumentNullException.ThrowIfNull(effects);
        if (effects.Any(e => !double.IsFinite(e)))
        {
            throw new ArgumentException("Every effect must be finite.", nameof(effects));
        }

        if (effects.Count < EffectsMin)
        {
            return null;
        }

        double[] sizes = [.. effects.Select(Math.Abs)];
        double first = MedianFactor * Resolution.Median(sizes);
        double[] quiet = [.. sizes.Where(s => s < ActiveFactor * first)];
        double error = quiet.Length == 0 ? first : MedianFactor * Resolution.Median(quiet);
        (double one, double all) = Factors(effects.Count);
        return new LenthMargins(error, one * error, all * error);
    }

    /// <summary>What the pseudo standard error of m effects is multiplied by: for one of them, and for all together.</summary>
    internal static (double One, double All) Factors(int effects)
    {
        double degrees = effects / 3.0;
        return (
            StudentLaw.Quantile(0.5 * (1 - Confidence), degrees),
            StudentLaw.Quantile(0.5 * (1 - Math.Pow(Confidence, 1.0 / effects)), degrees));
    }
}
