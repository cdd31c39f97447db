using PlayHouse.Lab.Statistics.Factorial;
using PlayHouse.Lab.Statistics.Randomness;

namespace PlayHouse.Lab.Statistics.Tests.Factorial;

public sealed class FactorialModelTests
{
    [Theory]
    [InlineData(2, 2, 0)]
    [InlineData(3, 2, 0)]
    [InlineData(3, 2, 3)]
    [InlineData(4, 2, 5)]
    [InlineData(6, 2, 7)]
    public void Fit_AnyLaunchesMissing_MatchesBruteForceRegression(int factors, int replicates, int missing)
    {
        var random = new SeededRandom((ulong)(factors + missing));
        FactorialLaunch[] launches = [.. LaunchesOf(FactorialDesign.Draw(factors, replicates, 3)).Skip(missing)];
        double[] values = [.. launches.Select(_ => random.NextNormal())];

        FactorialFit fit = new FactorialModel(factors, launches).Fit(values);

        (double[] expected, double[] errors, double deviation, int degrees) = BruteForce(factors, launches, values);
        Assert.Equal(degrees, fit.DegreesOfFreedom);
        Assert.Equal(deviation, fit.Deviation, 1e-9);
        for (int i = 0; i < expected.Length; i++)
        {
            Assert.Equal(expected[i], fit.Effects[i].Estimate, 1e-9);
            Assert.Equal(errors[i], fit.Effects[i].StandardError, 1e-9);
        }
    }

    [Theory]
    [InlineData(2)]
    [InlineData(5)]
    [InlineData(8)]
    public void StandardErrors_Balanced_AreTwoSigmaOverTheRootOfN(int factors)
    {
        FactorialLaunch[] launches = [.. LaunchesOf(FactorialDesign.Draw(factors, 2, 3))];

        IReadOnlyList<double> errors = new FactorialModel(factors, launches).StandardErrors(1.7);

        Assert.All(errors.Take(factors), e => Assert.Equal(2 * 1.7 / Math.Sqrt(launches.Length), e, 1e-12));
    }

    [Fact]
    public void Fit_PairThatTheLaunchesCannotTell_IsNotReported()
    {
        // Launches of two combinations only: a, b and their interaction move together.
        FactorialLaunch[] launches = [.. LaunchesOf(FactorialDesign.Draw(2, 2, 3)).Where(l => l.Cell is 0 or 1)];

        FactorialFit fit = new FactorialModel(2, launches).Fit([.. launches.Select(l => (double)l.Cell)]);

        FactorialEffect pair = PairOf(fit, 0, 1);
        Assert.False(pair.IsEstimable);
        Assert.False(pair.StandsOut);
        Assert.True(double.IsNaN(pair.HalfNormal));
    }

    [Fact]
    public void Fit_BlocksFarApart_DoNotReachAnyEffect()
    {
        FactorialLaunch[] launches = [.. LaunchesOf(FactorialDesign.Draw(4, 2, 3))];

        FactorialFit fit = new FactorialModel(4, launches).Fit([.. launches.Select(l => 1000.0 * l.Block * l.Block)]);

        Assert.All(fit.Effects, e => Assert.Equal(0, e.Estimate, 1e-8));
    }

    [Fact]
    public void Fit_ExactCountersWithoutNoise_FindWhatIsThereAndNothingElse()
    {
        FactorialLaunch[] launches = [.. LaunchesOf(FactorialDesign.Draw(3, 2, 3))];

        FactorialFit fit = new FactorialModel(3, launches).Fit([.. launches.Select(l => (l.Cell & 1) == 1 ? 64.0 : 0)]);

        Assert.Equal(64, fit.Effects[0].Estimate, 1e-9);
        Assert.True(fit.Effects[0].StandsOut);
        Assert.All(fit.Effects.Skip(1), e => Assert.Equal(0, e.Estimate, 1e-9));
    }

    [Fact]
    public void Fit_TwoTogglesThatReplaceEachOther_ShowTheInteractionThatOneAtATimeMisses()
    {
        // Either of the first two saves 100 and both together save no more: each alone from the baseline looks worth 100, together 200.
        var random = new SeededRandom(11);
        FactorialLaunch[] launches = [.. LaunchesOf(FactorialDesign.Draw(4, 2, 3))];
        double Truth(int cell) => 1000 - ((cell & 3) == 0 ? 0 : 100);
        double[] values = [.. launches.Select(l => Truth(l.Cell) + (10 * random.NextNormal()))];

        FactorialFit fit = new FactorialModel(4, launches).Fit(values);
        double oneAtATime = (Truth(1) - Truth(0)) + (Truth(2) - Truth(0));

        FactorialEffect pair = PairOf(fit, 0, 1);
        Assert.Equal(50, pair.Estimate, 15.0);
        Assert.Equal([(0, null), (1, null), (0, 1)], fit.Effects.Where(e => e.StandsOut).Select(e => (e.First, e.Second)));
        Assert.Equal(-200, oneAtATime);
        Assert.Equal(-100, Truth(3) - Truth(0));
        Assert.Equal(-100, fit.Effects[0].Estimate + fit.Effects[1].Estimate, 20.0);
    }

    internal static IEnumerable<FactorialLaunch> LaunchesOf(FactorialDesign design) =>
        design.Blocks.SelectMany((block, index) => block.Cells.Select(cell => new FactorialLaunch(index, cell)));

    private static FactorialEffect PairOf(FactorialFit fit, int first, int second) =>
        fit.Effects.Single(e => e.First == first && e.Second == second);

    /// <summary>Normal equations with a column per block, solved by elimination with pivots.</summary>
    private static (double[] Effects, double[] Errors, double Deviation, int Degrees) BruteForce(int factors, FactorialLaunch[] launches, double[] values)
    {
        int[] blocks = [.. launches.Select(l => l.Block).Distinct()];
        List<Func<FactorialLaunch, double>> terms = [];
        for (int i = 0; i < factors; i++)
        {
            int first = i;
            terms.Add(l => Sign(l, first));
        }

        for (int i = 0; i < factors; i++)
        {
            for (int j = i + 1; j < factors; j++)
            {
                (int first, int second) = (i, j);
                terms.Add(l => Sign(l, first) * Sign(l, second));
            }
        }

        int wanted = terms.Count;
        terms.AddRange(blocks.Select<int, Func<FactorialLaunch, double>>(b => l => l.Block == b ? 1 : 0));
        int n = terms.Count;
        double[,] normal = new double[n, 2 * n];
        double[] right = new double[n];
        for (int i = 0; i < n; i++)
        {
            for (int j = 0; j < n; j++)
            {
                normal[i, j] = launches.Sum(l => terms[i](l) * terms[j](l));
            }

            normal[i, n + i] = 1;
            right[i] = launches.Zip(values, (l, v) => terms[i](l) * v).Sum();
        }

        Invert(normal, n);
        double[] solved = [.. Enumerable.Range(0, n).Select(i => Enumerable.Range(0, n).Sum(j => normal[i, n + j] * right[j]))];
        double squares = launches.Zip(values, (l, v) => Math.Pow(v - terms.Select((t, i) => solved[i] * t(l)).Sum(), 2)).Sum();
        int degrees = launches.Length - n;
        double deviation = Math.Sqrt(squares / degrees);
        return (
            [.. solved.Take(wanted).Select(b => 2 * b)],
            [.. Enumerable.Range(0, wanted).Select(i => 2 * deviation * Math.Sqrt(normal[i, n + i]))],
            deviation,
            degrees);
    }

    private static double Sign(FactorialLaunch launch, int factor) => (launch.Cell & (1 << factor)) != 0 ? 1 : -1;

    private static void Invert(double[,] matrix, int n)
    {
        for (int column = 0; column < n; column++)
        {
            int pivot = Enumerable.Range(column, n - column).MaxBy(row => Math.Abs(matrix[row, column]));
            Assert.True(Math.Abs(matrix[pivot, column]) > 1e-9, "The oracle needs a model of full rank.");
            for (int j = 0; j < 2 * n; j++)
            {
                (matrix[column, j], matrix[pivot, j]) = (matrix[pivot, j], matrix[column, j]);
            }

            double head = matrix[column, column];
            for (int j = 0; j < 2 * n; j++)
            {
                matrix[column, j] /= head;
            }

            for (int row = 0; row < n; row++)
            {
                double factor = row == column ? 0 : matrix[row, column];
                for (int j = 0; j < 2 * n && factor != 0; j++)
                {
                    matrix[row, j] -= factor * matrix[column, j];
                }
            }
        }
    }
}
