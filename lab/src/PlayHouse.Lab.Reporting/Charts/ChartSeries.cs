namespace PlayHouse.Lab.Reporting.Charts;

/// <summary>How the data of a series are drawn.</summary>
public enum ChartMark
{
    /// <summary>A symbol each; with limits an error bar.</summary>
    Points,

    /// <summary>A line through them, broken at gaps.</summary>
    Line,

    /// <summary>A line that keeps its value up to the next position.</summary>
    Step,

    /// <summary>A bar from <see cref="ChartDatum.From"/> (0 unless said) to the value; stacks and waterfalls say where each begins.</summary>
    Bars,

    /// <summary>The area between low and high.</summary>
    Band,

    /// <summary>Low, first quartile, median, third quartile, high.</summary>
    Box,

    /// <summary>
    /// A cell of a heat map: the series is its row, the category its column, the value its colour and its text. Blue is better, orange is
    /// worse; <see cref="ChartSeries.Style"/> 0 says that values below 0 are better, 1 that values above 0 are.
    /// </summary>
    Cell,
}

/// <summary>What a reader must know about one datum before its size. Drawn by form, never by colour alone.</summary>
public enum DatumState
{
    /// <summary>Ordinary.</summary>
    Normal,

    /// <summary>Its interval holds 0: grey.</summary>
    Unsettled,

    /// <summary>Too little data for an interval: hatched.</summary>
    Insufficient,

    /// <summary>Only in the other arm: outlined.</summary>
    New,

    /// <summary>Only in the baseline: outlined.</summary>
    Gone,
}

/// <summary>One datum. A value that is not a number is a gap; infinite ones are refused.</summary>
/// <param name="At">Place on the position axis; a fraction shifts it to a place next to its category.</param>
/// <param name="Value">Place on the value axis.</param>
public sealed record ChartDatum(double At, double Value)
{
    /// <summary>Low end of its interval; NaN without one.</summary>
    public double Low { get; init; } = double.NaN;

    /// <summary>High end; NaN without one.</summary>
    public double High { get; init; } = double.NaN;

    /// <summary>First quartile of a box; NaN otherwise.</summary>
    public double InnerLow { get; init; } = double.NaN;

    /// <summary>Third quartile of a box; NaN otherwise.</summary>
    public double InnerHigh { get; init; } = double.NaN;

    /// <summary>Where a bar begins; NaN for 0.</summary>
    public double From { get; init; } = double.NaN;

    /// <summary>How many measurements stand behind it, such as blocks or launches; 0 where the number is not given.</summary>
    public int Samples { get; init; }

    /// <summary>State.</summary>
    public DatumState State { get; init; }

    /// <summary>More for the table and the pointer, such as the launch or the change in its own unit; empty for nothing.</summary>
    public string Note { get; init; } = "";

    /// <summary>Text at the end of its row in place of the value, where the value is not what a reader looks for; empty for the value.</summary>
    public string Shown { get; init; } = "";

    /// <summary>True when it has both limits.</summary>
    internal bool HasInterval => !double.IsNaN(Low) && !double.IsNaN(High);
}

/// <summary>Data that belong together. Immutable.</summary>
public sealed record ChartSeries
{
    /// <summary>Name in the legend and the table.</summary>
    public required string Name { get; init; }

    /// <summary>How it is drawn.</summary>
    public required ChartMark Mark { get; init; }

    /// <summary>The data; in order of position where a line, a step or a band joins them.</summary>
    public required IReadOnlyList<ChartDatum> Data { get; init; }

    /// <summary>Colour, symbol and dash; null for the series' own number. Series of one arm share one.</summary>
    public int? Style { get; init; }

    /// <summary>True for lines and boxes that only help to read other series: no legend, no symbol, drawn faint.</summary>
    public bool IsQuiet { get; init; }
}
