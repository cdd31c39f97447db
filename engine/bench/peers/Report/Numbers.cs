using System.Globalization;

namespace PlayHouse.Engine.Peers.Report;

/// <summary>Numbers as the page writes them.</summary>
internal static class Numbers
{
    /// <summary>What stands for a figure that there is not.</summary>
    public const string None = "–";

    /// <summary>The middle, or the mean of the two in the middle.</summary>
    public static double Median(IEnumerable<double> values)
    {
        double[] sorted = [.. values.Order()];
        return sorted.Length == 0 ? double.NaN : (sorted[(sorted.Length - 1) / 2] + sorted[sorted.Length / 2]) / 2;
    }

    /// <summary>One number.</summary>
    public static string Text(double value, string format) => double.IsNaN(value) ? None : value.ToString(format, CultureInfo.InvariantCulture);

    /// <summary>Smallest and largest.</summary>
    public static string Range(IReadOnlyCollection<double> values, string format) =>
        values.Count == 0 ? None : $"{Text(values.Min(), format)}–{Text(values.Max(), format)}";
}
