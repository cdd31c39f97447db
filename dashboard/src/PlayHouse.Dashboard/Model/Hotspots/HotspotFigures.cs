using PlayHouse.Lab.Profiling.Estimates;
using PlayHouse.Lab.Reporting;
using PlayHouse.Lab.Reporting.Allocations;

namespace PlayHouse.Dashboard.Model.Hotspots;

/// <summary>An estimate as a row shows it: text as on the command line, and a bar that is solid as far as is sure.</summary>
/// <param name="Value">The figure.</param>
/// <param name="Interval">Its 95 % interval, or the word for none.</param>
/// <param name="Share">Share of everything shown.</param>
/// <param name="Samples">Samples behind it.</param>
/// <param name="Solid">Percent of the bar up to the lower limit; 0 without an interval.</param>
/// <param name="End">Percent of the bar up to the upper limit; up to the figure without an interval.</param>
/// <param name="IsInsufficient">True without an interval.</param>
public sealed record HotspotFigures(string Value, string Interval, string Share, string Samples, double Solid, double End, bool IsInsufficient)
{
    internal static HotspotFigures Of(AllocationScale scale, in AllocationEstimator estimate, double all, double largest)
    {
        (double low, double high) = estimate.Interval95();
        bool isInsufficient = estimate.IsInsufficient;
        return new HotspotFigures(
            scale.Value(estimate), scale.Interval(estimate), Numbers.Percent(all > 0 ? estimate.Bytes / all : 0), Numbers.Count(estimate.Samples),
            isInsufficient ? 0 : Percent(low, largest), Percent(isInsufficient ? estimate.Bytes : high, largest), isInsufficient)
        {
            HasSamples = estimate.Samples > 0, Bytes = estimate.Bytes, SampleCount = estimate.Samples,
        };
    }

    /// <summary>False where nothing was seen: then there is nothing to show.</summary>
    public bool HasSamples { get; init; }

    /// <summary>Bytes that were sampled: what rows are ordered by.</summary>
    public double Bytes { get; init; }

    /// <summary>Samples behind it.</summary>
    public long SampleCount { get; init; }

    /// <summary>Figure and interval in one line.</summary>
    public string Text => HasSamples ? $"{Value} {Interval}" : "no samples";

    /// <summary>The bar as a value of the style attribute.</summary>
    public string Style => string.Create(System.Globalization.CultureInfo.InvariantCulture, $"--solid:{Solid:0.##}%;--end:{End:0.##}%");

    private static double Percent(double bytes, double largest) => largest > 0 ? Math.Clamp(bytes / largest * 100, 0, 100) : 0;
}
