using OpenTelemetry;
using OpenTelemetry.Metrics;
using OpenTelemetry.Trace;

namespace PlayHouse.Samples;

/// <summary>
/// Sends the engine's meters and traces to a collector when one is named by the usual variable OTEL_EXPORTER_OTLP_ENDPOINT, and prints traces when
/// OTEL_TRACES_EXPORTER is "console".
/// </summary>
internal static class MetricExport
{
    private const string Source = "PlayHouse.Engine";

    /// <summary>Starts what is asked for. Dispose it to send the last values.</summary>
    public static IDisposable StartIfAsked()
    {
        List<IDisposable> exports = [];
        if (!string.IsNullOrEmpty(Environment.GetEnvironmentVariable("OTEL_EXPORTER_OTLP_ENDPOINT")))
        {
            exports.Add(Sdk.CreateMeterProviderBuilder().AddMeter(Source).AddOtlpExporter().Build());
            exports.Add(Sdk.CreateTracerProviderBuilder().AddSource(Source).AddOtlpExporter().Build());
        }

        if (Environment.GetEnvironmentVariable("OTEL_TRACES_EXPORTER") == "console")
        {
            exports.Add(TraceConsole.Start(Console.Out));
        }

        return new Exports(exports);
    }

    private sealed class Exports(List<IDisposable> exports) : IDisposable
    {
        public void Dispose() => exports.ForEach(e => e.Dispose());
    }
}
