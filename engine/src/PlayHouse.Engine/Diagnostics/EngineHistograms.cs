using System.Diagnostics.Metrics;

namespace PlayHouse.Engine.Diagnostics;

/// <summary>
/// What is measured only while a collector has subscribed to it. One meter for all servers of the process: they differ in a tag. Any
/// thread.
/// </summary>
internal static class EngineHistograms
{
    private static readonly Meter EngineMeter = new(MeterTable.MeterName, EngineTracing.Version);

    private static readonly InstrumentAdvice<double> Buckets = new()
    {
        HistogramBucketBoundaries =
            [0.00001, 0.000025, 0.00005, 0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    };

    /// <summary>From the call of a handler to its completion.</summary>
    public static readonly Histogram<double> HandlerDuration = Create(MeterTable.HandlerDuration);

    /// <summary>From the post of a message to the turn of its slot.</summary>
    public static readonly Histogram<double> MailboxWait = Create(MeterTable.MailboxWait);

    /// <summary>From a request to its reply or failure.</summary>
    public static readonly Histogram<double> RequestDuration = Create(MeterTable.RequestDuration);

    private static Histogram<double> Create(MeterRow row) =>
        EngineMeter.CreateHistogram(row.Name, row.Unit, row.Description, tags: null, Buckets);
}
