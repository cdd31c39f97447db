using System.Text.Json.Nodes;
using PlayHouse.Lab.Model.Analysis;

namespace PlayHouse.Lab.Reporting;

/// <summary>The JSON of a trace of any process. Amounts are null where they may not be used. Pure, any thread.</summary>
public static class TraceJson
{
    /// <summary>Name and version of the document.</summary>
    public const string Schema = "playhouse-lab/trace/1";

    /// <summary>The document.</summary>
    public static string Of(TraceReport report)
    {
        ArgumentNullException.ThrowIfNull(report);
        bool hasAmounts = !report.IsAttributionOnly;
        return JsonText.Write(new JsonObject
        {
            ["schema"] = Schema,
            ["pid"] = report.Pid,
            ["exitCode"] = report.ExitCode,
            ["seconds"] = JsonText.Number(report.Seconds),
            ["bytes"] = Amount(report.Bytes, hasAmounts),
            ["low"] = Amount(report.Low, hasAmounts),
            ["high"] = Amount(report.High, hasAmounts),
            ["exactBytes"] = Amount(report.ExactBytes, hasAmounts),
            ["samples"] = report.Samples,
            ["isAttributionOnly"] = report.IsAttributionOnly,
            ["invalid"] = JsonText.Strings(report.Invalid),
            ["notes"] = JsonText.Strings(report.Notes),
            ["trace"] = report.TracePath,
            ["traceBytes"] = report.TraceBytes,
            ["stacks"] = report.StacksPath,
            ["sites"] = new JsonArray([.. report.Sites.Select(s => Site(s, report, hasAmounts))]),
        });
    }

    private static JsonObject Site(TracedSite site, TraceReport report, bool hasAmounts) => new JsonObject
    {
        ["site"] = site.Site,
        ["type"] = site.Type,
        ["source"] = site.Source,
        ["calledFrom"] = site.CalledFrom,
        ["share"] = JsonText.Number(site.Bytes / report.Bytes),
        ["bytes"] = Amount(site.Bytes, hasAmounts),
        ["low"] = Amount(site.Low, hasAmounts),
        ["high"] = Amount(site.High, hasAmounts),
        ["bytesPerSecond"] = Amount(site.Bytes / report.Seconds, hasAmounts),
        ["samples"] = site.Samples,
    };

    private static JsonNode? Amount(double value, bool isUsable) => isUsable ? JsonText.Number(value) : null;
}
