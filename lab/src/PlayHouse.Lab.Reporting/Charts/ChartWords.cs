using System.Globalization;
using System.Text;

namespace PlayHouse.Lab.Reporting.Charts;

/// <summary>Words of charts, the same on every output. Pure functions, any thread.</summary>
internal static class ChartWords
{
    private const int LongTextMax = 4 * ChartLimits.TextMax;

    /// <summary>A label: no control codes, no half characters, nothing XML forbids, at most <see cref="ChartLimits.TextMax"/> characters.</summary>
    public static string Clean(string? text) => Clean(text, ChartLimits.TextMax);

    /// <summary>The same for sentences, which may be longer.</summary>
    public static string CleanLong(string? text) => Clean(text, LongTextMax);

    /// <summary>What a state means; empty for the ordinary one.</summary>
    public static string Of(DatumState state) => state switch
    {
        DatumState.Unsettled => "interval holds 0",
        DatumState.Insufficient => "too little data for an interval",
        DatumState.New => "new",
        DatumState.Gone => "gone",
        _ => "",
    };

    /// <summary>Value with its interval: <c>-34.8 % [-34.9, -34.7 %]</c>.</summary>
    public static string Value(ChartSpec spec, ChartDatum datum)
    {
        string value = Number(spec, datum.Value);
        return datum.HasInterval ? $"{value} {Numbers.Bracket(Number(spec, datum.Low), Number(spec, datum.High))}" : value;
    }

    /// <summary>What stands at the end of its row.</summary>
    public static string AtRowEnd(ChartSpec spec, ChartDatum datum) => datum.Shown.Length > 0 ? datum.Shown : Value(spec, datum);

    /// <summary>Everything about one datum, for the pointer.</summary>
    public static string Datum(ChartSpec spec, ChartSeries series, ChartDatum datum)
    {
        StringBuilder text = new($"{series.Name}, {spec.At.Place(datum.At)}: ");
        bool isBand = series.Mark == ChartMark.Band;
        text.Append(isBand ? $"{Number(spec, datum.Low)} .. {Number(spec, datum.High)}" : Value(spec, datum));
        text.Append(double.IsNaN(datum.InnerLow) ? "" : $", quartiles {Number(spec, datum.InnerLow)} .. {Number(spec, datum.InnerHigh)}");
        text.Append(double.IsNaN(datum.From) ? "" : $", from {Number(spec, datum.From)}");
        foreach (string more in new[] { Samples(datum), Of(datum.State), datum.Note }.Where(m => m.Length > 0))
        {
            text.Append(CultureInfo.InvariantCulture, $"; {more}");
        }

        return text.ToString();
    }

    /// <summary>
    /// The same line by line, with the unit and how the interval was made, for a pointer that has room for it.
    /// </summary>
    public static IEnumerable<string> Lines(ChartSpec spec, ChartSeries series, ChartDatum datum)
    {
        yield return $"{series.Name}, {spec.At.Place(datum.At)}";
        string unit = spec.Value.Unit.Length > 0 ? " " + spec.Value.Unit : "";
        yield return (series.Mark == ChartMark.Band ? $"{Number(spec, datum.Low)} .. {Number(spec, datum.High)}" : Value(spec, datum)) + unit;
        string[] more =
        [
            double.IsNaN(datum.InnerLow) ? "" : $"quartiles {Number(spec, datum.InnerLow)} .. {Number(spec, datum.InnerHigh)}",
            double.IsNaN(datum.From) ? "" : $"from {Number(spec, datum.From)}",
            Samples(datum),
            datum.HasInterval && series.Mark is not (ChartMark.Band or ChartMark.Box) ? spec.IntervalMethod : "",
            Of(datum.State),
            datum.Note,
        ];
        foreach (string line in more.Where(l => l.Length > 0))
        {
            yield return line;
        }
    }

    /// <summary>Where the numbers come from, in one line; empty when nothing is known.</summary>
    public static string Origin(ChartProvenance origin)
    {
        string[] parts =
        [
            origin.RunId.Length == 0 ? "" : $"Run {origin.RunId}",
            origin.LaunchIds.Count == 0 ? "" : Numbers.Counted(origin.LaunchIds.Count, "launch"),
            origin.Command.Length == 0 ? "" : $"same numbers: {origin.Command}",
        ];
        string text = string.Join(", ", parts.Where(p => p.Length > 0));
        return text.Length == 0 ? "" : char.ToUpperInvariant(text[0]) + text[1..] + ".";
    }

    private static string Samples(ChartDatum datum) => datum.Samples > 0 ? $"n = {Numbers.Count(datum.Samples)}" : "";

    private static string Number(ChartSpec spec, double value) => ChartNumbers.Text(value, spec.Value.Format);

    private static string Clean(string? text, int max)
    {
        // Cut before cleaning too: a label of a megabyte must not cost a megabyte of work.
        string head = text is { Length: > 0 } && text.Length > max * 2 ? text[..(max * 2)] : text ?? "";
        StringBuilder clean = new(head.Length);
        foreach (Rune rune in PlainText.Clean(head).EnumerateRunes())
        {
            bool isFormat = Rune.GetUnicodeCategory(rune) is UnicodeCategory.Format or UnicodeCategory.Control;
            // Neither half a pair (read as U+FFFD) nor the last two places of a plane belong into XML.
            clean.Append(isFormat || (rune.Value & 0xFFFE) == 0xFFFE ? "?" : rune.ToString());
        }

        string whole = clean.ToString().Trim();
        if (whole.Length <= max && head.Length == (text?.Length ?? 0))
        {
            return whole;
        }

        int end = Math.Min(whole.Length, max - 1);
        end -= end > 0 && char.IsHighSurrogate(whole[end - 1]) ? 1 : 0;
        return whole[..end] + "…";
    }
}
