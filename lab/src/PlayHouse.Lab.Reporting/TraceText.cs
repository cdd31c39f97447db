using PlayHouse.Lab.Model.Analysis;

namespace PlayHouse.Lab.Reporting;

/// <summary>The text of a trace of any process. Pure, any thread.</summary>
public static class TraceText
{
    /// <summary>The whole text: what was seen, the largest sites, what a reader must know, the files.</summary>
    /// <param name="report">The trace.</param>
    /// <param name="rowsMax">Most sites.</param>
    /// <param name="width">Columns of a line.</param>
    public static string Of(TraceReport report, int rowsMax = 20, int width = PlainText.DefaultWidth)
    {
        ArgumentNullException.ThrowIfNull(report);
        List<string> lines = [.. PlainText.Wrap(Head(report), width)];
        lines.AddRange(report.Invalid.SelectMany(r => PlainText.Wrap(r, width, "NOT VALID: ")));
        lines.Add("");
        foreach (TracedSite site in report.Sites.Take(rowsMax))
        {
            lines.AddRange(Row(site, report, width));
        }

        if (report.Sites.Count > rowsMax)
        {
            lines.Add($"  {Numbers.Counted(report.Sites.Count - rowsMax, "more site is", "more sites are")} not shown; --json lists them all.");
        }

        lines.AddRange(report.Notes.SelectMany(n => PlainText.Wrap(n, width, "note: ")));
        lines.Add($"trace:  {PlainText.Clean(report.TracePath)} ({Numbers.Size(report.TraceBytes)})");
        lines.Add($"stacks: {PlainText.Clean(report.StacksPath)}");
        return string.Join('\n', lines) + "\n";
    }

    private static string Head(TraceReport report)
    {
        string ended = report.ExitCode is { } code ? $" It exited with code {code}." : "";
        string seen = $"Process {report.Pid}, {Numbers.Duration(report.Seconds)}, {Numbers.Counted(report.Samples, "sample")}.{ended}";
        if (report.IsAttributionOnly)
        {
            return $"{seen} Traced without inlining: the sites are exact, the amounts are not those of the program and are not shown.";
        }

        string interval = double.IsNaN(report.Low) ? "too few samples for an interval" : $"95 %: {Numbers.Size(report.Low)} to {Numbers.Size(report.High)}";
        string exact = double.IsNaN(report.ExactBytes) ? "" : $" Its own counter says {Numbers.Size(report.ExactBytes)}.";
        return $"{seen} Allocated {Numbers.Size(report.Bytes)} ({interval}), {Numbers.Size(report.Bytes / report.Seconds)} per second.{exact}";
    }

    private static IEnumerable<string> Row(TracedSite site, TraceReport report, int width)
    {
        string? place = HotspotText.PlaceOf(site.Source, site.CalledFrom);
        string name = PlainText.Clean($"{SiteName.Method(site.Site)}  {SiteName.Type(site.Type)}{(place is null ? "" : "  " + place)}");
        yield return "  " + PlainText.CutStart(name, width - 2);
        string share = $"{Numbers.Percent(site.Bytes / report.Bytes),9}";
        if (report.IsAttributionOnly)
        {
            yield return $"  {share}  {Numbers.Counted(site.Samples, "sample")}";
            yield break;
        }

        string interval = double.IsNaN(site.Low) ? "insufficient" : $"[{Numbers.Size(site.Low)}, {Numbers.Size(site.High)}]";
        yield return $"  {share} {Numbers.Size(site.Bytes / report.Seconds) + "/s",13} {Numbers.Size(site.Bytes),12} {interval,24}";
    }
}
