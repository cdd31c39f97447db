using PlayHouse.Lab.Profiling.Estimates;

namespace PlayHouse.Lab.Reporting.Allocations;

/// <summary>Sites, types and methods as two or three lines a row: the name in full width, then its figures behind a bar. Pure.</summary>
internal static class AllocationTableText
{
    private const int BarColumnsMin = 8;
    private const int BarColumnsMax = 40;

    public static IEnumerable<string> Lines(AllocationView view, int width)
    {
        IReadOnlyList<AllocationRow> all = AllocationRow.Of(view);
        AllocationRow[] rows = [.. all.Take(view.RowLimit)];
        if (rows.Length == 0)
        {
            yield return "No samples: too little was allocated to attribute, or nothing fits what was asked for.";
            yield break;
        }

        AllocationEstimator total = view.Stacks.Total();
        var figures = new FigureColumns(view.Scale, total, rows.Max(r => Math.Max(r.Total.Bytes, r.Total.Interval95().High)), width,
            [.. rows.SelectMany(Estimates)]);
        yield return figures.Head();
        foreach (AllocationRow row in rows)
        {
            yield return PlainText.CutStart(PlainText.Clean(Name(row)), width);
            bool isAllSelf = row.Self is { } own && own.Samples == row.Total.Samples;
            yield return figures.Line(row.Total, row.Self is null ? "" : isAllSelf ? "self" : "total");
            if (!isAllSelf && row.Self is { Samples: > 0 } self)
            {
                yield return figures.Line(self, "self");
            }
        }

        if (all.Count > rows.Length)
        {
            var hidden = new AllocationEstimator();
            foreach (AllocationRow row in all.Skip(rows.Length))
            {
                hidden.Add(row.Total);
            }

            string more = Numbers.Counted(all.Count - rows.Length, $"more {Word(view.Kind).TrimEnd('s')}");
            // Methods lie inside each other: their totals do not add up.
            yield return view.Kind == AllocationViewKind.Methods
                ? $"{more}; --top 0 shows all."
                : $"{more} with {view.Scale.Value(hidden)} {view.Scale.Unit} {view.Scale.Interval(hidden)}; --top 0 shows all.";
        }
    }

    private static IEnumerable<AllocationEstimator> Estimates(AllocationRow row) => row.Self is { } self ? [row.Total, self] : [row.Total];

    /// <summary>What a row is about, with its place.</summary>
    internal static string Name(AllocationRow row)
    {
        string? place = HotspotText.PlaceOf(row.Source, row.CalledFrom);
        string name = row switch
        {
            { Type: { } type } => $"{SiteName.Method(row.Name)}  {SiteName.Type(type)}",
            { Methods: { } methods } => $"{row.Name}  in {Numbers.Counted(methods, "method")}",
            _ => SiteName.Method(row.Name),
        };
        return place is null ? name : $"{name}  {place}";
    }

    private static string Word(AllocationViewKind kind) => kind.ToString().ToLowerInvariant();

    /// <summary>The figures of a row under each other: bar, value, interval, share, samples.</summary>
    private sealed class FigureColumns
    {
        private readonly AllocationScale _scale;
        private readonly AllocationEstimator _total;
        private readonly double _largest;
        private readonly int _value;
        private readonly int _interval;
        private readonly int _samples;
        private readonly int _bar;

        public FigureColumns(
            AllocationScale scale, AllocationEstimator total, double largest, int width, IReadOnlyList<AllocationEstimator> estimates)
        {
            _scale = scale;
            _total = total;
            _largest = double.IsNaN(largest) ? estimates.Max(e => e.Bytes) : largest;
            _value = Math.Max(scale.Unit.Length, estimates.Max(e => scale.Value(e).Length));
            _interval = Math.Max("95 % interval".Length, estimates.Max(e => scale.Interval(e).Length));
            _samples = Math.Max("samples".Length, estimates.Max(e => Numbers.Count(e.Samples).Length));
            int left = width - "  total  ".Length - _value - _interval - _samples - 8 - 8;
            _bar = left < BarColumnsMin ? 0 : Math.Min(left, BarColumnsMax);
        }

        public string Head() => Join("", "", _scale.Unit, "95 % interval", "share", "samples");

        public string Line(in AllocationEstimator estimate, string what) => Join(
            IntervalBar.Of(estimate, _largest, _bar), what, _scale.Value(estimate), _scale.Interval(estimate),
            Numbers.Percent(_total.Bytes > 0 ? estimate.Bytes / _total.Bytes : 0), Numbers.Count(estimate.Samples));

        private string Join(string bar, string what, string value, string interval, string share, string samples)
        {
            string padded = _bar == 0 ? "" : $"{PlainText.PadEnd(bar, _bar)} {what,-5} ";
            string percent = _bar == 0 ? "" : $"  {share,7}";
            return $"  {padded}{PlainText.PadStart(value, _value)}  {PlainText.PadStart(interval, _interval)}{percent}  {PlainText.PadStart(samples, _samples)}".TrimEnd();
        }
    }
}
