using PlayHouse.Lab.Model.Analysis;

namespace PlayHouse.Lab.Reporting;

/// <summary>The text of where the threads of any process were. Pure, any thread.</summary>
public static class ThreadTimeText
{
    /// <summary>The whole text: what was seen, what it is not, methods, sites inside and outside managed code, notes, the file.</summary>
    /// <param name="report">The trace.</param>
    /// <param name="rowsMax">Most rows of a table.</param>
    /// <param name="width">Columns of a line.</param>
    public static string Of(ThreadTimeReport report, int rowsMax = 15, int width = PlainText.DefaultWidth)
    {
        ArgumentNullException.ThrowIfNull(report);
        List<string> lines = [.. PlainText.Wrap(Head(report), width), .. PlainText.Wrap(ThreadTimeReport.Caveat, width)];
        lines.AddRange(report.Invalid.SelectMany(r => PlainText.Wrap(r, width, "NOT VALID: ")));
        lines.AddRange(Methods(report, rowsMax, width));
        lines.AddRange(Sites(report, "Sites, inside managed code", static t => t.ManagedMs, rowsMax, width));
        lines.AddRange(Sites(report, "Sites, outside managed code: waiting or in native code", static t => t.ExternalMs, rowsMax, width));
        lines.AddRange(report.Notes.SelectMany(n => PlainText.Wrap(n, width, "note: ")));
        lines.Add($"trace:  {PlainText.Clean(report.TracePath)} ({Numbers.Size(report.TraceBytes)})");
        return string.Join('\n', lines) + "\n";
    }

    private static string Head(ThreadTimeReport report)
    {
        string ended = report.ExitCode is { } code ? $" It exited with code {code}." : "";
        ThreadTime time = report.Time;
        return $"Process {report.Pid}, {Numbers.Duration(report.Seconds)}, {Numbers.Counted(time.ManagedSamples + (double)time.ExternalSamples, "sample")} of "
            + $"{Numbers.Counted(report.Threads.Count, "thread")}.{ended} Their time is {Ms(time.TotalMs)} ms: {Ms(time.ManagedMs)} ms ({Share(time.ManagedMs, time.TotalMs)}) "
            + $"inside managed code, {Ms(time.ExternalMs)} ms ({Share(time.ExternalMs, time.TotalMs)}) outside it.";
    }

    private static List<string> Methods(ThreadTimeReport report, int rowsMax, int width)
    {
        ThreadTimeMethod[] rows = [.. report.Methods.Where(m => m.Total.ManagedSamples > 0)];
        var table = new TextTable(width);
        table.Text("method", minWidth: 12, keepsEnd: true).Number("self ms").Number("share").Number("total ms").Number("share");
        double whole = report.Time.ManagedMs;
        foreach (ThreadTimeMethod row in rows.Take(rowsMax))
        {
            table.Row(
                Name(row.Method, row.Source), Ms(row.Self.ManagedMs), Share(row.Self.ManagedMs, whole), Ms(row.Total.ManagedMs), Share(row.Total.ManagedMs, whole));
        }

        return Section("Methods, inside managed code", table, rows.Length, rowsMax, width);
    }

    private static List<string> Sites(ThreadTimeReport report, string title, Func<ThreadTime, double> of, int rowsMax, int width)
    {
        ThreadTimeSite[] rows = [.. report.Sites.Where(s => of(s.Time) > 0).OrderByDescending(s => of(s.Time))];
        var table = new TextTable(width);
        table.Text("site", minWidth: 12, keepsEnd: true).Number("ms").Number("share");
        foreach (ThreadTimeSite row in rows.Take(rowsMax))
        {
            double ms = of(row.Time);
            table.Row(Name(row.Site, HotspotText.PlaceOf(row.Source, row.CalledFrom)), Ms(ms), Share(ms, of(report.Time)));
        }

        return Section(title, table, rows.Length, rowsMax, width);
    }

    private static List<string> Section(string title, TextTable table, int rows, int rowsMax, int width)
    {
        List<string> lines = ["", .. PlainText.Wrap(title, width)];
        lines.AddRange(rows == 0 ? ["  no sample"] : table.Lines());
        if (rows > rowsMax)
        {
            lines.AddRange(PlainText.Wrap($"{Numbers.Counted(rows - rowsMax, "more is", "more are")} not shown; --json lists them all.", width, "  "));
        }

        return lines;
    }

    private static string Name(string method, string? place) => $"{SiteName.Method(method)}{(place is null ? "" : "  " + place)}";

    private static string Ms(double ms) => Numbers.Count(Math.Round(ms));

    private static string Share(double part, double whole) => Numbers.Percent(whole > 0 ? part / whole : double.NaN);
}
