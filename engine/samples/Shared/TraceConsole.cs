using System.Diagnostics;
using System.Globalization;

namespace PlayHouse.Samples;

/// <summary>Prints the engine's spans as they end. One line each, so that the lines of several servers can be sorted by trace.</summary>
internal static class TraceConsole
{
    /// <summary>Listens until it is disposed of.</summary>
    public static IDisposable Start(TextWriter output)
    {
        ActivityListener listener = new()
        {
            ShouldListenTo = static source => source.Name == "PlayHouse.Engine",
            Sample = static (ref ActivityCreationOptions<ActivityContext> _) => ActivitySamplingResult.AllDataAndRecorded,
            ActivityStopped = span => output.WriteLine(Describe(span)),
        };
        ActivitySource.AddActivityListener(listener);
        return listener;
    }

    private static string Describe(Activity span) => string.Create(
        CultureInfo.InvariantCulture,
        $"trace {span.TraceId} span {span.SpanId} parent {span.ParentSpanId} {span.GetTagItem("server.id")}: {span.DisplayName} ({span.Kind}) {span.GetTagItem("playhouse.message.id")} {span.Duration.TotalMilliseconds:F2} ms{(span.Status == ActivityStatusCode.Error ? " failed: " + span.StatusDescription : "")}");
}
