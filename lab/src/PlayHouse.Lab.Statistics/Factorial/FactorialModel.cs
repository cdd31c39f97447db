using PlayHouse.Lab.Statistics.Multiplicity;
using PlayHouse.Lab.Statistics.Normals;
using PlayHouse.Lab.Statistics.Students;

namespace PlayHouse.Lab.Statistics.Factorial;

/// <summary>What one launch of a factorial experiment was.</summary>
/// <param name="Block">Its block.</param>
/// <param name="Cell">Its combination; bit i is 1 where factor i is at its second level.</param>
public readonly record struct FactorialLaunch(int Block, int Cell);

/// <summary>A main effect or the interaction of a pair, in the unit of the observations.</summary>
public sealed record FactorialEffect
{
    /// <summary>The factor, or the first of the pair.</summary>
    public required int First { get; init; }

    /// <summary>The second of the pair; null for a main effect.</summary>
    public int? Second { get; init; }

    /// <summary>
    /// Main effect: mean at the second level less mean at the first, over everything else. Interaction: half of how much the effect of one
    /// changes when the other goes to its second level. NaN when these launches cannot tell it from others.
    /// </summary>
    public required double Estimate { get; init; }

    /// <summary>Standard error, from the deviation of equal launches inside blocks: 2 σ / √N where the design is balanced.</summary>
    public required double StandardError { get; init; }

    /// <summary>Two-sided p of no effect, Student's t.</summary>
    public required double P { get; init; }

    /// <summary>True when it stands out of all effects together: Holm's test at 5 %.</summary>
    public required bool StandsOut { get; init; }

    /// <summary>Its place on a half-normal plot; NaN when it cannot be estimated.</summary>
    public required double HalfNormal { get; init; }

    /// <summary>True when the launches tell it from every other effect and from the blocks.</summary>
    public bool IsEstimable => !double.IsNaN(Estimate);
}

/// <summary>Effects of one metric.</summary>
/// <param name="Effects">Main effects in order of the factors, then pairs.</param>
/// <param name="Mean">Mean of the observations.</param>
/// <param name="Deviation">Deviation of one launch inside a block, what the model does not explain included.</param>
/// <param name="DegreesOfFreedom">Of that deviation.</param>
/// <param name="Lenth">Lenth's margins of an effect that uses every launch; null for fewer than three effects.</param>
public sealed record FactorialFit(IReadOnlyList<FactorialEffect> Effects, double Mean, double Deviation, int DegreesOfFreedom, LenthMargins? Lenth);

/// <summary>
/// y = μ + block + Σ bᵢ xᵢ + Σ bᵢⱼ xᵢ xⱼ with x = ±1, by least squares: every effect uses every launch. Launches may be missing; what can no
/// longer be told apart is then said not to be estimable. Immutable; any thread.
/// </summary>
public sealed class FactorialModel
{
    private const double FamilyError = 0.05;

    private readonly (int First, int? Second)[] _terms;
    private readonly LeastSquares _squares;

    /// <summary>Prepares the model of these launches.</summary>
    /// <param name="factors">Factors, at least two.</param>
    /// <param name="launches">Block and combination of each observation.</param>
    public FactorialModel(int factors, IReadOnlyList<FactorialLaunch> launches)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(factors, FactorialDesign.FactorsMin);
        ArgumentNullException.ThrowIfNull(launches);
        ArgumentOutOfRangeException.ThrowIfZero(launches.Count);
        Factors = factors;
        _terms =
        [
            .. Enumerable.Range(0, factors).Select(f => (f, (int?)null)),
            .. Enumerable.Range(0, factors).SelectMany(f => Enumerable.Range(f + 1, factors - f - 1).Select(s => (f, (int?)s))),
        ];
        _squares = new LeastSquares(
            [.. launches.Select(l => l.Block).Distinct().Select(block => Column(launches, l => l.Block == block ? 1 : 0))],
            [.. _terms.Select(t => Column(launches, l => Level(l.Cell, t.First) * (t.Second is { } second ? Level(l.Cell, second) : 1)))]);
    }

    /// <summary>Factors.</summary>
    public int Factors { get; }

    /// <summary>Standard error of each effect, main effects first, if one launch had this deviation inside a block; NaN where there is none.</summary>
    public IReadOnlyList<double> StandardErrors(double deviation) => [.. _terms.Select((_, i) => 2 * deviation * _squares.UnitError(i))];

    /// <summary>Effects of one metric, its values in the order of the launches.</summary>
    public FactorialFit Fit(IReadOnlyList<double> values)
    {
        ArgumentNullException.ThrowIfNull(values);
        (double[] coefficients, double deviation) = _squares.Fit(values);
        double[] errors = [.. StandardErrors(deviation)];
        double[] p = [.. coefficients.Select((b, i) => P(2 * b, errors[i]))];
        bool[] standOut = StepTests.Holm([.. p.Select(v => double.IsNaN(v) ? 1 : v)], FamilyError);
        double[] places = Places(coefficients);
        return new FactorialFit(
            [
                .. _terms.Select((t, i) => new FactorialEffect
                {
                    First = t.First,
                    Second = t.Second,
                    Estimate = 2 * coefficients[i],
                    StandardError = errors[i],
                    P = p[i],
                    StandsOut = standOut[i],
                    HalfNormal = places[i],
                }),
            ],
            values.Average(),
            deviation,
            _squares.DegreesOfFreedom,
            Lenth(coefficients));
    }

    private double P(double effect, double error)
    {
        if (double.IsNaN(effect) || double.IsNaN(error))
        {
            return double.NaN;
        }

        // Exact counters may leave no error at all: then any effect is one, and none is none.
        return error > 0 ? StudentLaw.TwoSided(effect / error, _squares.DegreesOfFreedom) : effect == 0 ? 1 : 0;
    }

    /// <summary>Effects that lack launches have a larger error: ranks and margins are taken after dividing that out.</summary>
    private double[] Places(double[] coefficients)
    {
        double[] places = [.. coefficients.Select(_ => double.NaN)];
        int[] ranked = [.. Enumerable.Range(0, coefficients.Length).Where(_squares.IsEstimable).OrderBy(i => Math.Abs(Standardised(coefficients, i)))];
        for (int rank = 0; rank < ranked.Length; rank++)
        {
            places[ranked[rank]] = NormalLaw.HalfNormal(rank + 1, ranked.Length);
        }

        return places;
    }

    private LenthMargins? Lenth(double[] coefficients)
    {
        double[] equal = [.. Enumerable.Range(0, coefficients.Length).Where(_squares.IsEstimable).Select(i => Standardised(coefficients, i))];
        double whole = 2 / Math.Sqrt(_squares.Observations);
        return LenthMargins.Of(equal) is { } m
            ? new LenthMargins(whole * m.PseudoStandardError, whole * m.Margin, whole * m.SimultaneousMargin)
            : null;
    }

    private double Standardised(double[] coefficients, int i) => coefficients[i] / _squares.UnitError(i);

    private static int Level(int cell, int factor) => (cell >> factor & 1) == 1 ? 1 : -1;

    private static double[] Column(IReadOnlyList<FactorialLaunch> launches, Func<FactorialLaunch, double> value) => [.. launches.Select(value)];
}
