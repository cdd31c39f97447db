using System.Globalization;

namespace PlayHouse.Engine.Benchmarks.Run;

/// <summary>Runnable tasks of the machine, means of 1, 5 and 15 minutes; null where the system does not tell.</summary>
/// <param name="Minutes">The three values.</param>
internal sealed record LoadAverage(double[]? Minutes)
{
    /// <summary>A build before the run stays below this in 15 minutes.</summary>
    private const double IdleMax = 0.5;

    private const string Source = "/proc/loadavg";

    /// <summary>Whether the last 15 minutes had work of others.</summary>
    public bool IsBusy => Minutes is [_, _, > IdleMax];

    /// <summary>Reads the machine's.</summary>
    public static LoadAverage Read() =>
        File.Exists(Source)
            ? new([.. File.ReadAllText(Source).Split(' ')[..3].Select(v => double.Parse(v, CultureInfo.InvariantCulture))])
            : new((double[]?)null);

    /// <inheritdoc/>
    public override string ToString() =>
        Minutes is null ? "unknown" : string.Join(", ", Minutes.Select(v => v.ToString("0.00", CultureInfo.InvariantCulture)));
}
