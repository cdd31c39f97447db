namespace PlayHouse.Lab.Reporting.Charts;

/// <summary>How the numbers of an axis become text; every form is one of <see cref="Numbers"/>.</summary>
public enum ChartFormat
{
    /// <summary><see cref="Numbers.Plain"/>.</summary>
    Plain,

    /// <summary><see cref="Numbers.Signed"/>, for differences.</summary>
    Signed,

    /// <summary><see cref="Numbers.Percent"/> of a share.</summary>
    Percent,

    /// <summary><see cref="Numbers.SignedPercent"/> of a share, for relative changes.</summary>
    SignedPercent,

    /// <summary><see cref="Numbers.Count"/>.</summary>
    Count,

    /// <summary><see cref="Numbers.Size"/> of bytes.</summary>
    Size,

    /// <summary><see cref="Numbers.Time"/> of Unix seconds.</summary>
    Time,

    /// <summary><see cref="Numbers.Percentile"/>; the number is 1/(1 − share), so that a log axis spreads the tail.</summary>
    Percentile,
}

/// <summary>Numbers of charts as text. Pure functions, any thread.</summary>
internal static class ChartNumbers
{
    // Years 1 to 9999, what a date can say.
    private const double UnixSecondsMax = 253_402_300_799;
    private const double UnixSecondsMin = -62_135_596_800;

    /// <summary>A value as every output shows it.</summary>
    public static string Text(double value, ChartFormat format) => format switch
    {
        ChartFormat.Signed => Numbers.Signed(value),
        ChartFormat.Percent => Numbers.Percent(value),
        ChartFormat.SignedPercent => Numbers.SignedPercent(value),
        ChartFormat.Count => Numbers.Count(value),
        ChartFormat.Size => Numbers.Size(value),
        ChartFormat.Time => Time(value),
        ChartFormat.Percentile => Numbers.Percentile(1 - 1 / value),
        _ => Numbers.Plain(value),
    };

    /// <summary>A value at a mark of an axis: only the digits that separate it from its neighbours.</summary>
    public static string Tick(double value, double step, ChartFormat format) => format switch
    {
        ChartFormat.Signed => Plus(value) + Numbers.OnAxis(value, step),
        ChartFormat.Percent => Numbers.OnAxis(value * 100, step * 100) + " %",
        ChartFormat.SignedPercent => Plus(value) + Numbers.OnAxis(value * 100, step * 100) + " %",
        ChartFormat.Size or ChartFormat.Time or ChartFormat.Percentile => Text(value, format),
        _ => Numbers.OnAxis(value, step),
    };

    private static string Plus(double value) => value > 0 ? "+" : "";

    private static string Time(double value) => value is >= UnixSecondsMin and <= UnixSecondsMax
        ? Numbers.Time(DateTimeOffset.FromUnixTimeSeconds((long)value))
        : Numbers.Plain(double.NaN);
}
