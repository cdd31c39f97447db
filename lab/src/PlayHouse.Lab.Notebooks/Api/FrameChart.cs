using System.Globalization;
using Microsoft.Data.Analysis;
using PlayHouse.Lab.Reporting.Charts;
using PlayHouse.Lab.Runner;

namespace PlayHouse.Lab.Notebooks.Api;

/// <summary>Two columns of a frame as a chart: a point for each row that has both. Pure functions, any thread.</summary>
internal static class FrameChart
{
    /// <summary>The chart. Names are places in the order in which they come, numbers are numbers.</summary>
    /// <exception cref="LabInputException">There is no such column, the second holds no numbers, or there is more than a chart shows.</exception>
    public static ChartSpec Of(DataFrame frame, string at, string value)
    {
        DataFrameColumn places = Column(frame, at), values = Column(frame, value);
        if (!values.IsNumericColumn())
        {
            throw new LabInputException([$"The column '{value}' holds no numbers."]);
        }

        (object Place, double Value)[] rows = [.. places.Cast<object?>().Zip(values.Cast<object?>(), (p, v) => (Place: p!, Value: Number(v))).Where(r => r.Place is not null && double.IsFinite(r.Value))];
        string[] names = places.IsNumericColumn() ? [] : [.. rows.Select(r => Name(r.Place)).Distinct()];
        ChartDatum[] points = names.Length > 0
            ? [.. rows.Select(r => new ChartDatum(Array.IndexOf(names, Name(r.Place)), r.Value))]
            : [.. rows.Select(r => new ChartDatum(Number(r.Place), r.Value)).Where(p => double.IsFinite(p.At))];
        Limit(points.Length, ChartLimits.PointsMax, "rows");
        Limit(names.Length, ChartLimits.CategoriesMax, $"names in '{at}'");
        return new ChartSpec(new ChartDraft
        {
            Title = $"{value} by {at}",
            Question = $"How do {value} and {at} go together?",
            At = new ChartAxis { Label = at, Scale = names.Length > 0 ? AxisScale.Category : AxisScale.Linear, Categories = names },
            Value = new ChartAxis { Label = value },
            IsSideways = names.Length > 0,
            Series = points.Length > 0 ? [new ChartSeries { Name = value, Mark = ChartMark.Points, Data = points }] : [],
            EmptyReason = points.Length > 0 ? null : $"no row has both {at} and {value}.",
        });
    }

    private static DataFrameColumn Column(DataFrame frame, string name) => frame.Columns.FirstOrDefault(c => c.Name == name)
        ?? throw new LabInputException([$"There is no column '{name}': {string.Join(", ", frame.Columns.Select(c => c.Name))} are there."]);

    private static void Limit(int count, int most, string what)
    {
        if (count > most)
        {
            throw new LabInputException([$"{count} {what}; a chart shows at most {most}. Take fewer with .Filter or .Head."]);
        }
    }

    private static string Name(object place) => Convert.ToString(place, CultureInfo.InvariantCulture) ?? "";

    private static double Number(object? value) => value is not null && Convert.ToDouble(value, CultureInfo.InvariantCulture) is var number && Math.Abs(number) < ChartLimits.MagnitudeMax ? number : double.NaN;
}
