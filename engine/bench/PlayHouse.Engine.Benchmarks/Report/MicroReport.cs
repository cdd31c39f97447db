using System.Globalization;
using System.Text;
using PlayHouse.Engine.Benchmarks.Run;
using PlayHouse.Engine.Benchmarks.Seams;
using PlayHouse.Engine.Strategies;

namespace PlayHouse.Engine.Benchmarks.Report;

/// <summary>A run as a Markdown page. Every number comes from the run.</summary>
internal static class MicroReport
{
    private const double NsPerUs = 1e3;
    private const double NsPerMs = 1e6;

    public static string Render(MicroResult result)
    {
        StringBuilder page = new();
        page.Append("# One operation of every strategy\n\n");
        page.Append("Written by `./plab bench micro`. These figures say what one operation costs by itself, with warm caches and without a load. They do\n");
        page.Append("not say what a server gains from a strategy: that is decided by experiments.\n\n");
        page.Append("All strategies of a seam are called in the same way: one virtual call through the box of the contract suites, which the engine does\n");
        page.Append("not have. The first operation of `hand-over` is that call and little else. Seams that exist only inside a server are measured by whole\n");
        page.Append("requests over a loopback socket, those of the multiplexer by whole messages over a stream in memory.\n\n");
        page.Append("Ratios are of means, to the default of the seam (bold). The error is half of the 99.9 % confidence interval, that of a ratio comes from\n");
        page.Append("both means; ≈ stands where the means differ by no more than both errors: no difference is shown. Allocated bytes are those of the whole process, rounded down.\n");
        page.Append("Strategies run one after the other in one process, without profile-guided compilation.\n\n");
        Conditions(page, result.Conditions);
        Noise(page, result.Rows);
        foreach (IGrouping<string, MicroRow> seam in result.Rows.GroupBy(r => r.Seam))
        {
            Table(page, BenchmarkSeams.Find(seam.Key), [.. seam]);
        }

        Missing(page, result.Rows);
        return page.ToString().TrimEnd() + "\n";
    }

    private static void Conditions(StringBuilder page, MicroConditions conditions)
    {
        page.Append("## Conditions\n\n");
        foreach (string line in conditions.Machine)
        {
            Line(page, $"- {line}");
        }

        RunLength length = conditions.Length;
        Line(page, $"- Job `{length.Name}`: {length.WarmUps} warm-ups and {length.Iterations} iterations of {length.IterationMs} ms per case, beyond what BenchmarkDotNet needs to choose the number of calls");
        Line(page, $"- {conditions.Started:yyyy-MM-dd HH:mm} UTC, {conditions.Took.TotalSeconds:0} s");
        Line(page, $"- Load average (1, 5, 15 minutes): {conditions.LoadBefore} before, {conditions.LoadAfter} after");
        if (conditions.LoadBefore.IsBusy)
        {
            Line(page, $"- **With other work on the machine**: means and errors contain it; read factors, not percents");
        }

        page.Append('\n');
    }

    private static void Noise(StringBuilder page, IReadOnlyList<MicroRow> rows)
    {
        foreach (MicroRow twin in rows.Where(r => r.IsMeasured && r.Strategy.EndsWith(SeamBenchmark.TwinSuffix, StringComparison.Ordinal)))
        {
            Line(page, $"A/A: `{twin.Strategy}` is the default of `{twin.Seam}` once more. Its ratio, {Ratio(twin, rows)}, is noise; another ratio as near to 1 is no difference.");
            page.Append('\n');
        }
    }

    private static void Table(StringBuilder page, SeamDescriptor seam, IReadOnlyList<MicroRow> rows)
    {
        Line(page, $"## {seam.Id}");
        page.Append('\n');
        Line(page, $"{seam.Question}");
        page.Append("\n| operation | strategy | mean | error | ratio | allocated |\n|---|---|---:|---:|---:|---:|\n");
        string above = "";
        foreach (MicroRow row in rows)
        {
            string operation = row.Operation == above ? "" : row.Operation;
            above = row.Operation;
            Line(page, $"| {operation} | {Name(seam, row.Strategy)} | {Figures(row, rows)} |");
        }

        page.Append('\n');
    }

    private static string Figures(MicroRow row, IReadOnlyList<MicroRow> rows) =>
        row.IsMeasured
            ? string.Create(CultureInfo.InvariantCulture, $"{Time(row.MeanNs)} | {Time(row.ErrorNs)} | {Ratio(row, rows)} | {row.AllocatedBytes} B")
            : "failed | | |";

    private static string Name(SeamDescriptor seam, string strategy) => seam.Find(strategy) switch
    {
        { IsDefault: true } => $"**{strategy}**",
        { Status: StrategyStatus.HistoricalDefect } => $"{strategy} (historical defect)",
        _ => strategy,
    };

    private static string Ratio(MicroRow row, IReadOnlyList<MicroRow> rows)
    {
        string baselineId = BenchmarkSeams.Find(row.Seam).Default.Id;
        MicroRow? baseline = rows.FirstOrDefault(r => r.Seam == row.Seam && r.Operation == row.Operation && r.Strategy == baselineId);
        if (baseline is not { IsMeasured: true })
        {
            return "?";
        }

        if (baseline == row)
        {
            return "1";
        }

        (double value, double error) = row.RatioTo(baseline);
        string doubt = row.DiffersFrom(baseline) ? "" : " ≈";
        return string.Create(CultureInfo.InvariantCulture, $"{value:0.00} ± {error:0.00}{doubt}");
    }

    private static string Time(double ns)
    {
        FormattableString text = ns switch
        {
            < NsPerUs => $"{ns:0.00} ns",
            < NsPerMs => $"{ns / NsPerUs:0.00} µs",
            _ => $"{ns / NsPerMs:0.00} ms",
        };
        return text.ToString(CultureInfo.InvariantCulture);
    }

    private static void Missing(StringBuilder page, IReadOnlyList<MicroRow> rows)
    {
        string[] missing = [.. BenchmarkSeams.All.Select(s => s.Id).Except(rows.Select(r => r.Seam))];
        if (missing.Length > 0)
        {
            Line(page, $"Not in this run: {string.Join(", ", missing)}.");
        }
    }

    private static void Line(StringBuilder page, FormattableString line) => page.Append(line.ToString(CultureInfo.InvariantCulture)).Append('\n');
}
