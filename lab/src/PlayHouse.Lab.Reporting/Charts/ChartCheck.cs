namespace PlayHouse.Lab.Reporting.Charts;

/// <summary>Refuses drafts that cannot be drawn honestly, each with what and where.</summary>
internal static class ChartCheck
{
    public static void Throw(ChartDraft draft)
    {
        Require(!string.IsNullOrWhiteSpace(draft.Title), "a chart needs a title.");
        Require(!string.IsNullOrWhiteSpace(draft.Question), "a chart needs the question it answers.");
        Require(!draft.ShowsValues || draft.IsSideways, "only a sideways chart has room for values at the end of its rows.");
        Axis(draft.At, "position axis");
        Axis(draft.Value, "value axis");
        Require(draft.Value.Scale != AxisScale.Category, "value axis: values are numbers, categories are positions.");
        Require(draft.Series.Count <= ChartLimits.SeriesMax, $"{draft.Series.Count} series; at most {ChartLimits.SeriesMax} can be told apart.");
        Require(draft.References.Count <= ChartLimits.ReferencesMax, $"{draft.References.Count} references; at most {ChartLimits.ReferencesMax}.");
        Require(draft.Provenance.LaunchIds.Count <= ChartLimits.LaunchIdsMax, $"{draft.Provenance.LaunchIds.Count} launch ids; at most {ChartLimits.LaunchIdsMax}.");
        int points = draft.Series.Sum(s => s.Data.Count);
        Require(points <= ChartLimits.PointsMax, $"{points} points; at most {ChartLimits.PointsMax} are drawn, downsample the series first.");
        foreach (ChartSeries series in draft.Series)
        {
            Series(series, draft);
        }

        foreach (ChartReference reference in draft.References)
        {
            Reference(reference, draft);
        }

        bool hasData = draft.Series.Any(s => s.Data.Any(d => !double.IsNaN(s.Mark == ChartMark.Band ? d.Low : d.Value)));
        Require(hasData || !string.IsNullOrWhiteSpace(draft.EmptyReason), "a chart without data needs a reason.");
        Require(!hasData || draft.EmptyReason is null, "a chart with data has no reason to be empty.");
    }

    private static void Axis(ChartAxis axis, string name)
    {
        bool isCategory = axis.Scale == AxisScale.Category;
        Require(!string.IsNullOrWhiteSpace(axis.Label), $"{name}: needs a label.");
        Require(isCategory || axis.Categories.Count == 0, $"{name}: only a category axis has categories.");
        Require(axis.Categories.Count <= ChartLimits.CategoriesMax, $"{name}: {axis.Categories.Count} categories; at most {ChartLimits.CategoriesMax}.");
        Require(!isCategory || (axis.Min is null && axis.Max is null), $"{name}: a category axis has no domain.");
        Require(axis.Scale != AxisScale.Time || axis.Format == ChartFormat.Time, $"{name}: a time axis shows times.");
        Domain(axis, axis.Min, $"{name}: minimum");
        Domain(axis, axis.Max, $"{name}: maximum");
        Require(axis.Min is not { } min || axis.Max is not { } max || min < max, $"{name}: its minimum is not below its maximum.");
    }

    private static void Domain(ChartAxis axis, double? limit, string name)
    {
        if (limit is { } value)
        {
            Require(!double.IsNaN(value), $"{name} is not a number.");
            Number(value, axis, name);
        }
    }

    private static void Series(ChartSeries series, ChartDraft draft)
    {
        Require(!string.IsNullOrWhiteSpace(series.Name), "a series needs a name.");
        Require(series.Style is null or >= 0, $"series '{series.Name}': its style is below 0.");
        Require(series.Mark != ChartMark.Bars || draft.Value.Scale == AxisScale.Linear, $"series '{series.Name}': bars need a linear value axis, their length is the number.");
        double before = double.NegativeInfinity;
        for (int i = 0; i < series.Data.Count; i++)
        {
            ChartDatum datum = series.Data[i];
            string where = $"series '{series.Name}', point {i}";
            Datum(datum, series.Mark, draft, where);
            Require(series.Mark is not (ChartMark.Line or ChartMark.Step or ChartMark.Band) || datum.At >= before, $"{where}: its position is before the one it is joined to.");
            before = datum.At;
        }
    }

    private static void Datum(ChartDatum datum, ChartMark mark, ChartDraft draft, string where)
    {
        Position(datum.At, draft.At, where);
        Number(datum.Value, draft.Value, $"{where}: value");
        Number(datum.From, draft.Value, $"{where}: start");
        Pair(datum.Low, datum.High, draft.Value, $"{where}: interval");
        Require(datum.Samples >= 0, $"{where}: a number of samples below 0.");
        Pair(datum.InnerLow, datum.InnerHigh, draft.Value, $"{where}: quartiles");
        bool isWholeBox = mark != ChartMark.Box || double.IsNaN(datum.Value) || (datum.HasInterval && !double.IsNaN(datum.InnerLow));
        Require(isWholeBox, $"{where}: a box needs its ends and its quartiles.");
    }

    private static void Position(double at, ChartAxis axis, string where)
    {
        Require(!double.IsNaN(at), $"{where}: its position is not a number.");
        Number(at, axis, $"{where}: position");
        bool isInside = axis.Scale != AxisScale.Category || (at >= -0.5 && at <= axis.Categories.Count - 0.5);
        Require(isInside, $"{where}: position {at} is outside the {axis.Categories.Count} categories.");
    }

    private static void Pair(double low, double high, ChartAxis axis, string where)
    {
        Number(low, axis, where);
        Number(high, axis, where);
        Require(double.IsNaN(low) == double.IsNaN(high), $"{where}: has one end only.");
        Require(double.IsNaN(low) || low <= high, $"{where}: its low end is above its high end.");
    }

    private static void Number(double value, ChartAxis axis, string where)
    {
        Require(!double.IsInfinity(value), $"{where} is infinite; a gap is NaN.");
        Require(!(Math.Abs(value) > ChartLimits.MagnitudeMax), $"{where} is beyond {ChartLimits.MagnitudeMax}.");
        Require(axis.Scale != AxisScale.Log || !(value <= 0), $"{where} is not above 0 on a log axis; a gap is NaN.");
    }

    private static void Reference(ChartReference reference, ChartDraft draft)
    {
        ChartAxis axis = reference.IsOnPosition ? draft.At : draft.Value;
        string where = $"reference '{reference.Label}'";
        Require(!string.IsNullOrWhiteSpace(reference.Label), "a reference needs a label.");
        Require(!double.IsNaN(reference.From) && reference.To is not double.NaN, $"{where}: is not a number.");
        Number(reference.From, axis, where);
        Number(reference.To ?? reference.From, axis, where);
        Require(reference.To is not { } to || reference.From <= to, $"{where}: ends before it begins.");
        Require(reference.Row is not { } row || (draft.At.Scale == AxisScale.Category && row >= 0 && row < draft.At.Categories.Count), $"{where}: there is no such category.");
    }

    private static void Require(bool isTrue, string message)
    {
        if (!isTrue)
        {
            throw new ArgumentException("Chart: " + ChartWords.CleanLong(message));
        }
    }
}
