namespace PlayHouse.Lab.Reporting.Charts;

/// <summary>A chart in one sentence, with its numbers. Pure functions, any thread.</summary>
public static class ChartText
{
    private const int SeriesShownMax = 6;

    /// <summary>What the chart shows; of an empty one, why there is nothing.</summary>
    public static string Of(ChartSpec spec)
    {
        ArgumentNullException.ThrowIfNull(spec);
        if (spec.EmptyReason is { } reason)
        {
            return $"No data: {reason}";
        }

        return spec.Summary ?? General(spec);
    }

    private static string General(ChartSpec spec)
    {
        ChartSeries[] told = [.. spec.Series.Where(s => !s.IsQuiet && s.Data.Any(d => !double.IsNaN(d.Value)))];
        IEnumerable<string> parts = told.Take(SeriesShownMax).Select(s => Range(spec, s));
        string more = told.Length > SeriesShownMax ? $"; and {Numbers.Count(told.Length - SeriesShownMax)} more series" : "";
        return $"{spec.Value.Title}: {string.Join("; ", parts)}{more}.";
    }

    private static string Range(ChartSpec spec, ChartSeries series)
    {
        double[] values = [.. series.Data.Select(d => d.Value).Where(v => !double.IsNaN(v))];
        string low = ChartNumbers.Text(values.Min(), spec.Value.Format);
        string high = ChartNumbers.Text(values.Max(), spec.Value.Format);
        return values.Length == 1
            ? $"{series.Name} {low}"
            : $"{series.Name} {low} to {high} over {Numbers.Counted(values.Length, "point")}";
    }
}
