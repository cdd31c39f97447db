using PlayHouse.Lab.Model.Matrix;

namespace PlayHouse.Lab.Reporting;

/// <summary>The cells of a matrix as text, the same on every output. Pure; any thread.</summary>
internal static class MatrixTable
{
    public static string Place(MatrixRow row) => MatrixPlace.Of(row.Scenario, row.Beside);

    public static string Place(MatrixTwin twin) => MatrixPlace.Of(twin.Scenario, twin.Beside);

    /// <summary>Mean and, when launches differ in what is shown, smallest and largest.</summary>
    public static string Of(IReadOnlyList<MatrixSample> samples, Func<MatrixSample, double> metric)
    {
        if (samples.Count == 0)
        {
            return "–";
        }

        double[] values = [.. samples.Select(metric)];
        string low = Numbers.Plain(values.Min());
        string high = Numbers.Plain(values.Max());
        return low == high ? low : $"{Numbers.Plain(values.Average())} ({low}–{high})";
    }

    /// <summary>What is wrong with a row, for people; empty when nothing is.</summary>
    public static string Remark(MatrixRow row) => string.Join("; ", Remarks(row));

    private static IEnumerable<string> Remarks(MatrixRow row)
    {
        if (!row.IsProved)
        {
            yield return "not proved to run";
        }

        if (row.Failures.Count > 0)
        {
            yield return $"{Numbers.Counted(row.Failures.Count, "launch")} failed: {PlainText.Clean(row.Failures[^1])}";
        }
    }
}
