using OpenTelemetry;
using OpenTelemetry.Metrics;

namespace PlayHouse.Samples;

/// <summary>Sends the engine's meters to a collector when one is named by the usual variable OTEL_EXPORTER_OTLP_ENDPOINT.</summary>
internal static class MetricExport
{
    /// <summary>Starts the export; null when no collector is named. Dispose it to send the last values.</summary>
    public static IDisposable? StartIfAsked() =>
        string.IsNullOrEmpty(Environment.GetEnvironmentVariable("OTEL_EXPORTER_OTLP_ENDPOINT"))
            ? null
            : Sdk.CreateMeterProviderBuilder().AddMeter("PlayHouse.Engine").AddOtlpExporter().Build();
}
