namespace PlayHouse.Lab.Statistics.Factorial;

/// <summary>
/// A linear model whose columns are fixed and whose observations come later. Each wanted coefficient is a weighted sum of the observations:
/// the part of its column that no other column explains (Frisch and Waugh, Econometrica 1 (1933) 387–401). So a coefficient can be
/// estimated or not for itself, whatever the rank of the rest, and in a balanced design the weights are the ordinary contrasts.
/// </summary>
public sealed class LeastSquares
{
    // Columns hold -1, 0 and +1: what is left of a column that others explain is rounding.
    private const double NothingLeft = 1e-9;

    private readonly double[]?[] _weights;
    private readonly double[] _norms;
    private readonly List<double[]> _basis;

    /// <summary>Fits the columns.</summary>
    /// <param name="nuisance">Columns that are taken out and not reported, such as one per block.</param>
    /// <param name="wanted">Columns whose coefficients are asked for.</param>
    public LeastSquares(IReadOnlyList<double[]> nuisance, IReadOnlyList<double[]> wanted)
    {
        ArgumentNullException.ThrowIfNull(nuisance);
        ArgumentNullException.ThrowIfNull(wanted);
        Observations = nuisance.Concat(wanted).Select(c => c.Length).Distinct().Single();
        _basis = Orthonormal(nuisance.Concat(wanted));
        _weights = new double[wanted.Count][];
        _norms = new double[wanted.Count];
        for (int i = 0; i < wanted.Count; i++)
        {
            int own = i;
            double[] left = Left(wanted[i], Orthonormal(nuisance.Concat(wanted.Where((_, other) => other != own))));
            _norms[i] = Product(left, left);
            _weights[i] = _norms[i] > NothingLeft * Math.Max(1, Product(wanted[i], wanted[i])) ? left : null;
        }
    }

    /// <summary>Observations that <see cref="Fit"/> takes.</summary>
    public int Observations { get; }

    /// <summary>Observations less the rank of all columns: what is left to estimate the error from.</summary>
    public int DegreesOfFreedom => Observations - _basis.Count;

    /// <summary>True when a wanted coefficient can be told from all the others.</summary>
    public bool IsEstimable(int coefficient) => _weights[coefficient] is not null;

    /// <summary>Standard error of a coefficient when one observation has the deviation 1; NaN for one that cannot be estimated.</summary>
    public double UnitError(int coefficient) => IsEstimable(coefficient) ? 1 / Math.Sqrt(_norms[coefficient]) : double.NaN;

    /// <summary>The wanted coefficients, NaN where one cannot be estimated, and the deviation of one observation, NaN without freedom.</summary>
    public (double[] Coefficients, double Deviation) Fit(IReadOnlyList<double> observations)
    {
        ArgumentNullException.ThrowIfNull(observations);
        ArgumentOutOfRangeException.ThrowIfNotEqual(observations.Count, Observations);
        double[] values = [.. observations];
        double[] coefficients = [.. _weights.Select((w, i) => w is null ? double.NaN : Product(w, values) / _norms[i])];
        double[] residual = Left(values, _basis);
        return (coefficients, DegreesOfFreedom > 0 ? Math.Sqrt(Product(residual, residual) / DegreesOfFreedom) : double.NaN);
    }

    /// <summary>An orthonormal basis of the columns (Gram and Schmidt, each column twice, which keeps it orthogonal to rounding).</summary>
    private static List<double[]> Orthonormal(IEnumerable<double[]> columns)
    {
        List<double[]> basis = [];
        foreach (double[] column in columns)
        {
            double[] left = Left(column, basis);
            double norm = Product(left, left);
            if (norm > NothingLeft * Math.Max(1, Product(column, column)))
            {
                basis.Add([.. left.Select(v => v / Math.Sqrt(norm))]);
            }
        }

        return basis;
    }

    private static double[] Left(double[] column, List<double[]> basis)
    {
        double[] left = [.. column];
        for (int pass = 0; pass < 2; pass++)
        {
            foreach (double[] direction in basis)
            {
                double share = Product(left, direction);
                for (int i = 0; i < left.Length; i++)
                {
                    left[i] -= share * direction[i];
                }
            }
        }

        return left;
    }

    private static double Product(double[] a, double[] b)
    {
        double sum = 0;
        for (int i = 0; i < a.Length; i++)
        {
            sum += a[i] * b[i];
        }

        return sum;
    }
}
