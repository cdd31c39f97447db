using System.Globalization;
using System.Text;

namespace PlayHouse.Lab.Reporting.Charts;

/// <summary>
/// The table of a chart as CSV: the cells of <see cref="ChartTable"/> and then the bare numbers with all their digits. Pure functions, any
/// thread.
/// </summary>
public static class ChartCsv
{
    /// <summary>The whole document with a header line.</summary>
    public static string Of(ChartSpec spec)
    {
        ArgumentNullException.ThrowIfNull(spec);
        ChartTable table = ChartTable.Of(spec);
        StringBuilder text = new();
        Csv.Line(text, [.. table.Columns.Select(c => c.Name), "position exact", "value exact", "low exact", "high exact"]);
        int row = 0;
        foreach (ChartDatum datum in spec.Series.SelectMany(s => s.Data))
        {
            Csv.Line(text, [.. table.Rows[row++], Exact(datum.At), Exact(datum.Value), Exact(datum.Low), Exact(datum.High)]);
        }

        return text.ToString();
    }

    private static string Exact(double value) => double.IsNaN(value) ? "" : value.ToString("R", CultureInfo.InvariantCulture);
}
