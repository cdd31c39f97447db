using System.Globalization;
using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Policies;

namespace PlayHouse.Lab.Reporting;

/// <summary>
/// The one place where numbers become text: invariant culture, digits that fit the size, <c>n/a</c> for what is not a number.
/// Pure functions, any thread, never throw.
/// </summary>
public static class Numbers
{
    /// <summary>Stands for the interval of a metric that too few blocks carry.</summary>
    public const string TooFewBlocks = "too few blocks";

    private const string Missing = "n/a";

    // A negative zero is a zero.
    private const string ZeroFormat = "0;0;0";
    private static readonly string[] SizeUnits = ["B", "KiB", "MiB", "GiB", "TiB"];

    /// <summary>A value with three or four significant digits: <c>0.00123</c>, <c>64.02</c>, <c>1,234.5</c>, <c>1.235e+12</c>.</summary>
    public static string Plain(double value)
    {
        double size = Math.Abs(value);
        string? format = size switch
        {
            double.NaN => null,
            double.PositiveInfinity => null,
            0 => ZeroFormat,
            >= 1e9 => "0.###e+0",
            >= 10_000 => "#,##0",
            >= 100 => "#,##0.0",
            >= 1 => "0.00",
            >= 0.1 => "0.000",
            >= 0.01 => "0.0000",
            >= 0.001 => "0.00000",
            _ => "0.##e+0",
        };
        return format is null ? NotFinite(value) : value.ToString(format, CultureInfo.InvariantCulture);
    }

    /// <summary>A value with a fixed number of digits behind the point, for columns in which values stand under each other.</summary>
    public static string Fixed(double value, int decimals) => double.IsFinite(value)
        ? value.ToString($"N{decimals}", CultureInfo.InvariantCulture)
        : NotFinite(value);

    /// <summary><see cref="Plain"/> with its sign always shown, except for zero.</summary>
    public static string Signed(double value) => value > 0 ? "+" + Plain(value) : Plain(value);

    /// <summary>A share as a percentage: 0.123 is <c>12.3 %</c>.</summary>
    public static string Percent(double share)
    {
        double value = share * 100;
        double size = Math.Abs(value);
        string? format = size switch
        {
            double.NaN => null,
            double.PositiveInfinity => null,
            0 => ZeroFormat,
            >= 1e6 => "0.##e+0",
            >= 1000 => "#,##0",
            >= 1 => "0.0",
            >= 0.01 => "0.00",
            _ => "0.#e+0",
        };
        return format is null ? NotFinite(value) : value.ToString(format, CultureInfo.InvariantCulture) + " %";
    }

    /// <summary><see cref="Percent"/> with its sign always shown, except for zero.</summary>
    public static string SignedPercent(double share) => share > 0 ? "+" + Percent(share) : Percent(share);

    /// <summary>A whole number with thousands separators.</summary>
    public static string Count(double value) => double.IsFinite(value) && Math.Abs(value) < 1e15
        ? value.ToString("#,##0", CultureInfo.InvariantCulture)
        : Plain(value);

    /// <summary>A number and what it counts: <c>1 run</c>, <c>1,204 runs</c>. The words may be a whole sentence that has to agree.</summary>
    /// <param name="value">How many.</param>
    /// <param name="one">The word for one.</param>
    /// <param name="many">The word for all other numbers; null adds the ending of an ordinary noun.</param>
    public static string Counted(double value, string one, string? many = null) => $"{Count(value)} {Noun(value, one, many)}";

    /// <summary>The word of <see cref="Counted"/> alone.</summary>
    public static string Noun(double value, string one, string? many = null)
    {
        ArgumentNullException.ThrowIfNull(one);
        return value == 1 ? one : many ?? one + (one.EndsWith("ch", StringComparison.Ordinal) || one.EndsWith('s') ? "es" : "s");
    }

    /// <summary>Bytes in the largest binary unit that keeps one digit before the point.</summary>
    public static string Size(double bytes)
    {
        if (!double.IsFinite(bytes))
        {
            return NotFinite(bytes);
        }

        int unit = 0;
        while (Math.Abs(bytes) >= 1024 && unit < SizeUnits.Length - 1)
        {
            bytes /= 1024;
            unit++;
        }

        string digits = bytes.ToString(unit == 0 ? "#,##0" : "#,##0.0", CultureInfo.InvariantCulture);
        return $"{digits} {SizeUnits[unit]}";
    }

    /// <summary>Seconds for people: <c>48 s</c>, <c>3 min 20 s</c>, <c>1 h 04 min</c>.</summary>
    public static string Duration(double seconds)
    {
        if (!double.IsFinite(seconds) || seconds < 0 || seconds >= 1e9)
        {
            return Missing;
        }

        long whole = (long)Math.Round(seconds);
        return whole switch
        {
            < 60 => string.Create(CultureInfo.InvariantCulture, $"{whole} s"),
            < 3600 => string.Create(CultureInfo.InvariantCulture, $"{whole / 60} min {whole % 60:00} s"),
            _ => string.Create(CultureInfo.InvariantCulture, $"{whole / 3600} h {whole / 60 % 60:00} min"),
        };
    }

    /// <summary>An attained confidence: 0.906 is <c>90.6 %</c>.</summary>
    public static string Level(double confidence) => Percent(confidence);

    /// <summary>Time in UTC to the minute.</summary>
    public static string Time(DateTimeOffset time) =>
        time.UtcDateTime.ToString("yyyy-MM-dd HH:mm", CultureInfo.InvariantCulture);

    /// <summary>A value of a metric in its unit; bytes above 1 MiB carry their own unit, everything else is bare.</summary>
    public static string Value(double value, MetricPolicy policy) =>
        IsBytes(policy) && Math.Abs(value) >= 1 << 20 ? Size(value) : Plain(value);

    /// <summary>The change of a metric for people: a percentage on the ratio scale, a difference in the unit otherwise.</summary>
    public static string Change(MetricEstimate estimate) => OnScale(estimate.ShownChange, estimate.Policy);

    /// <summary><see cref="Change"/> without the unit of a count: a table names it in the row.</summary>
    public static string ChangeInTable(MetricEstimate estimate) =>
        estimate.Policy.Scale == MetricScale.Difference && !IsBytes(estimate.Policy) ? Signed(estimate.ShownChange) : Change(estimate);

    /// <summary>The decision interval of <see cref="Change"/>, <c>[low, high]</c>.</summary>
    public static string Interval(MetricEstimate estimate)
    {
        MetricPolicy policy = estimate.Policy;
        if (estimate.HasTooFewBlocks)
        {
            return TooFewBlocks;
        }

        if (policy.Scale == MetricScale.Difference)
        {
            return Interval(estimate.ShownLow, estimate.ShownHigh);
        }

        return Bracket(SignedPercent(estimate.ShownLow), SignedPercent(estimate.ShownHigh));
    }

    /// <summary>Two limits, signed: <c>[-64.10, -63.90]</c>.</summary>
    public static string Interval(double low, double high) => $"[{Signed(low)}, {Signed(high)}]";

    /// <summary>Two limits that are text already: <c>[-34.9, -34.7 %]</c>. One percent sign is enough inside the brackets.</summary>
    public static string Bracket(string low, string high)
    {
        ArgumentNullException.ThrowIfNull(low);
        ArgumentNullException.ThrowIfNull(high);
        return $"[{(high.EndsWith('%') ? low.Replace(" %", "", StringComparison.Ordinal) : low)}, {high}]";
    }

    /// <summary>A value on an axis whose marks are <paramref name="step"/> apart: just the digits that tell two marks from each other.</summary>
    public static string OnAxis(double value, double step)
    {
        if (!double.IsFinite(value) || !(step > 0) || !double.IsFinite(step))
        {
            return Plain(value);
        }

        // Long rows of zeros do not help a reader: far from 1 the power of ten says it.
        if (value != 0 && (Math.Abs(value) >= 1e9 || step < 1e-6))
        {
            return value.ToString("0.######e+0", CultureInfo.InvariantCulture);
        }

        int decimals = Math.Clamp((int)Math.Ceiling(-Math.Log10(step) - 1e-9), 0, 9);
        string text = value.ToString("#,##0" + (decimals > 0 ? "." + new string('0', decimals) : ""), CultureInfo.InvariantCulture);
        return text.AsSpan().IndexOfAnyInRange('1', '9') < 0 ? text.TrimStart('-') : text;
    }

    /// <summary>A percentile by its share: 0.999 is <c>p99.9</c>.</summary>
    public static string Percentile(double share) => share is >= 0 and <= 1
        ? "p" + Math.Round(share * 100, 6).ToString("0.######", CultureInfo.InvariantCulture)
        : Missing;

    /// <summary>A distance on a metric's own scale (a threshold, a noise floor) in the terms in which changes are shown.</summary>
    public static string Distance(double onScale, MetricPolicy policy)
    {
        double shown = policy.Scale == MetricScale.Ratio ? Math.Exp(onScale) - 1 : onScale;
        return OnScale(shown, policy).TrimStart('+');
    }

    /// <summary>A change for people: a percentage of a ratio, else a difference in its unit.</summary>
    internal static string OnScale(double shown, bool isRatio, string unit) => isRatio
        ? SignedPercent(shown)
        : Signed(shown) + (unit.Length == 0 || !double.IsFinite(shown) ? "" : " " + PlainText.Clean(unit));

    private static string OnScale(double shown, MetricPolicy policy) => OnScale(shown, policy.Scale == MetricScale.Ratio, policy.Unit);

    private static bool IsBytes(MetricPolicy policy) => policy.Unit is "B" or "bytes";

    private static string NotFinite(double value) =>
        double.IsNaN(value) ? Missing : value > 0 ? "∞" : "-∞";
}
