using System.Text.Json.Nodes;
using PlayHouse.Lab.Model.Analysis;

namespace PlayHouse.Lab.Reporting;

/// <summary>The JSON of where the threads of any process were. Milliseconds; samples are whole numbers. Pure, any thread.</summary>
public static class ThreadTimeJson
{
    /// <summary>Name and version of the document.</summary>
    public const string Schema = "playhouse-lab/thread-time/1";

    /// <summary>The document.</summary>
    public static string Of(ThreadTimeReport report)
    {
        ArgumentNullException.ThrowIfNull(report);
        return JsonText.Write(new JsonObject
        {
            ["schema"] = Schema,
            ["pid"] = report.Pid,
            ["exitCode"] = report.ExitCode,
            ["seconds"] = JsonText.Number(report.Seconds),
            ["caveat"] = ThreadTimeReport.Caveat,
            ["time"] = Time(report.Time),
            ["invalid"] = JsonText.Strings(report.Invalid),
            ["notes"] = JsonText.Strings(report.Notes),
            ["trace"] = report.TracePath,
            ["traceBytes"] = report.TraceBytes,
            ["threads"] = new JsonArray([.. report.Threads.Select(t => new JsonObject { ["id"] = t.Id, ["time"] = Time(t.Time) })]),
            ["methods"] = new JsonArray([.. report.Methods.Select(Method)]),
            ["sites"] = new JsonArray([.. report.Sites.Select(Site)]),
        });
    }

    private static JsonObject Method(ThreadTimeMethod method) => new JsonObject
    {
        ["name"] = method.Method,
        ["source"] = method.Source,
        ["self"] = Time(method.Self),
        ["total"] = Time(method.Total),
    };

    private static JsonObject Site(ThreadTimeSite site) => new JsonObject
    {
        ["site"] = site.Site,
        ["source"] = site.Source,
        ["calledFrom"] = site.CalledFrom,
        ["time"] = Time(site.Time),
    };

    private static JsonObject Time(ThreadTime time) => new JsonObject
    {
        ["managedMs"] = JsonText.Number(time.ManagedMs),
        ["externalMs"] = JsonText.Number(time.ExternalMs),
        ["managedSamples"] = time.ManagedSamples,
        ["externalSamples"] = time.ExternalSamples,
    };
}
