using System.Globalization;
using System.Text;
using PlayHouse.Lab.Model.Matrix;

namespace PlayHouse.Lab.Reporting;

/// <summary>A matrix as a page. Pure; any thread.</summary>
public static class MatrixMarkdown
{
    /// <summary>The page.</summary>
    /// <param name="result">The matrix.</param>
    /// <param name="machine">The machine in one line, for people.</param>
    public static string Of(MatrixResult result, string machine)
    {
        ArgumentNullException.ThrowIfNull(result);
        ArgumentNullException.ThrowIfNull(machine);
        var page = new StringBuilder();
        page.Append("# Every strategy of every seam\n\n");
        page.Append("Written by `./plab matrix`. Each strategy is driven with everything else at its default, in the first scenario that executes it; other\n");
        page.Append("seams that must be set for that are named, and are set for its default too. Mean over launches, smallest and largest in parentheses.\n\n");
        foreach (string line in PlainText.Wrap(MatrixText.Closing(result), 130))
        {
            page.Append(line).Append('\n');
        }

        page.Append(CultureInfo.InvariantCulture, $"{PlainText.Clean(machine)}\n\n");
        page.Append("## The default against itself\n\n");
        page.Append("| scenario | | B/msg | CPU µs/msg | writes/msg | reads/msg |\n|---|---|---|---|---|---|\n");
        foreach (MatrixTwin twin in result.Twins)
        {
            Row(page, MatrixTable.Place(twin), "A", twin.First);
            Row(page, "", "A'", twin.Second);
        }

        foreach (IGrouping<string, MatrixRow> seam in result.Rows.GroupBy(r => r.Seam))
        {
            page.Append(CultureInfo.InvariantCulture, $"\n## {seam.Key}\n\n| strategy | B/msg | CPU µs/msg | writes/msg | reads/msg | hits/msg | where | |\n|---|---|---|---|---|---|---|---|\n");
            foreach (MatrixRow row in seam)
            {
                page.Append(CultureInfo.InvariantCulture, $"| {(row.IsDefault ? "* " : "")}{row.Strategy} | {Cells(row.Samples)} | {MatrixTable.Of(row.Samples, s => s.HitsPerMessage)} | {MatrixTable.Place(row)} | {MatrixTable.Remark(row)} |\n");
            }
        }

        return page.ToString();
    }

    private static void Row(StringBuilder page, string place, string arm, IReadOnlyList<MatrixSample> samples) =>
        page.Append(CultureInfo.InvariantCulture, $"| {place} | {arm} | {Cells(samples)} |\n");

    private static string Cells(IReadOnlyList<MatrixSample> samples) => string.Join(
        " | ",
        MatrixTable.Of(samples, s => s.BytesPerMessage),
        MatrixTable.Of(samples, s => s.CpuUsPerMessage),
        MatrixTable.Of(samples, s => s.WritesPerMessage),
        MatrixTable.Of(samples, s => s.ReadsPerMessage));
}
