using System.Text;
using PlayHouse.Lab.Model.Matrix;

namespace PlayHouse.Lab.Reporting;

/// <summary>A matrix for a terminal. Pure; any thread.</summary>
public static class MatrixText
{
    /// <summary>All rows, then the defaults against themselves.</summary>
    /// <param name="result">The matrix.</param>
    /// <param name="width">Columns of a line.</param>
    public static string Of(MatrixResult result, int width)
    {
        ArgumentNullException.ThrowIfNull(result);
        var text = new StringBuilder();
        TextTable table = new TextTable(width).Text("strategy", 16).Number("B/msg").Number("CPU µs/msg").Number("writes/msg").Text("where", 12);
        foreach (IGrouping<string, MatrixRow> seam in result.Rows.GroupBy(r => r.Seam))
        {
            table.Section(seam.Key);
            foreach (MatrixRow row in seam)
            {
                table.Row((row.IsDefault ? "* " : "  ") + row.Strategy, MatrixTable.Of(row.Samples, s => s.BytesPerMessage), MatrixTable.Of(row.Samples, s => s.CpuUsPerMessage), MatrixTable.Of(row.Samples, s => s.WritesPerMessage), MatrixTable.Place(row));
            }
        }

        table.Section("the default against itself (A/A)");
        foreach (MatrixTwin twin in result.Twins)
        {
            table.Row("  A", MatrixTable.Of(twin.First, s => s.BytesPerMessage), MatrixTable.Of(twin.First, s => s.CpuUsPerMessage), MatrixTable.Of(twin.First, s => s.WritesPerMessage), MatrixTable.Place(twin));
            table.Row("  A'", MatrixTable.Of(twin.Second, s => s.BytesPerMessage), MatrixTable.Of(twin.Second, s => s.CpuUsPerMessage), MatrixTable.Of(twin.Second, s => s.WritesPerMessage), "");
        }

        Append(text, table.Lines());
        Append(text, result.Rows.Where(r => MatrixTable.Remark(r).Length > 0).SelectMany(r => PlainText.Wrap($"{r.Seam}: {r.Strategy}: {MatrixTable.Remark(r)}", width)));
        Append(text, PlainText.Wrap(Closing(result), width));
        return text.ToString();
    }

    /// <summary>What the figures are and are not.</summary>
    internal static string Closing(MatrixResult result) =>
        "* is the default of its seam. Bytes per message are exact. Processor time is what each launch happened to need: compare it with the A/A rows, and let an experiment decide. "
        + $"Closed loop, {Numbers.Counted(result.Load.Connections, "connection")}, depth {result.Load.Depth}, {result.Load.PayloadBytes} B; {Numbers.Counted(result.Rounds, "round")} of fresh processes in random order (seed {result.Seed}), "
        + $"{Numbers.Plain(result.WarmupSeconds)} s warm-up, {Numbers.Plain(result.WindowSeconds)} s window."
        + (result.IsComplete ? "" : " INTERRUPTED: launches are missing.");

    private static void Append(StringBuilder text, IEnumerable<string> lines)
    {
        foreach (string line in lines)
        {
            text.Append(line).Append('\n');
        }
    }
}
