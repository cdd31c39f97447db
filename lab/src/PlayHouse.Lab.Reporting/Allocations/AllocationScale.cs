using PlayHouse.Lab.Profiling.Estimates;

namespace PlayHouse.Lab.Reporting.Allocations;

/// <summary>What bytes are divided by before they are shown, and what the result is called. Pure.</summary>
/// <param name="Divisor">Bytes of one unit.</param>
/// <param name="Unit">Unit of the shown figures: <c>B/msg</c>, <c>MB/s</c>, <c>kB</c>.</param>
/// <param name="Decimals">Digits behind the point, the same for all figures of a view, so that they stand under each other.</param>
public sealed record AllocationScale(double Divisor, string Unit, int Decimals)
{
    private const double LargestShown = 100_000;
    private static readonly string[] Prefixes = ["", "k", "M", "G", "T", "P"];

    /// <summary>Per message where messages are counted, else per second where the time is known, else in all; in a unit that keeps figures short.</summary>
    /// <param name="bytes">All bytes of the window.</param>
    /// <param name="messages">Messages of the window, NaN for none.</param>
    /// <param name="seconds">Seconds of the window, NaN when unknown.</param>
    public static AllocationScale Of(double bytes, double messages, double seconds)
    {
        (double divisor, string per) = messages > 0 ? (messages, "/msg") : seconds > 0 ? (seconds, "/s") : (1, "");
        int prefix = 0;
        while (bytes / divisor >= LargestShown && prefix < Prefixes.Length - 1)
        {
            divisor *= 1000;
            prefix++;
        }

        int decimals = (bytes / divisor) switch { < 10 => 3, < 100 => 2, < 10_000 => 1, _ => 0 };
        return new AllocationScale(divisor, $"{Prefixes[prefix]}B{per}", decimals);
    }

    /// <summary>The figure of an estimate.</summary>
    public string Value(in AllocationEstimator estimate) => Figure(estimate.Bytes);

    /// <summary>The figure of so many bytes.</summary>
    public string Figure(double bytes) => Numbers.Fixed(bytes / Divisor, Decimals);

    /// <summary>Its 95 % interval, or the word for a cell that has none.</summary>
    public string Interval(in AllocationEstimator estimate)
    {
        (double low, double high) = estimate.Interval95();
        return estimate.IsInsufficient ? Insufficient : $"[{Figure(low)}, {Figure(high)}]";
    }

    /// <summary>Stands for an interval below five samples.</summary>
    public const string Insufficient = "insufficient";
}
