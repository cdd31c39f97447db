using System.Text.Json;
using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Runs;

namespace PlayHouse.Lab.Reporting.Tests;

public sealed class RunJsonTests
{
    private static readonly string[] Keys =
    [
        "schema", "run", "experiment", "question", "scenario", "state", "verdictWord", "isProvisional", "isAa", "isInjected", "origin", "createdAt",
        "endedAt", "error", "seed", "design", "blocks", "load", "arms", "toggledSeams", "fingerprint", "launches", "screen", "verdict", "questionStanding", "attribution",
        "noAttributionReason", "profiles", "tracingCosts", "next",
    ];

    [Fact]
    public void Of_Keep_HasTheDocumentedKeysInOrder()
    {
        using JsonDocument json = JsonDocument.Parse(RunJson.Of(SampleReports.KeepReport()));
        Assert.Equal(Keys, json.RootElement.EnumerateObject().Select(p => p.Name));
        Assert.Equal("KEEP", json.RootElement.GetProperty("verdict").GetProperty("word").GetString());
        Assert.Equal("18446744073709551615", json.RootElement.GetProperty("seed").GetString());
    }

    [Fact]
    public void Of_NoVerdict_HasTheSameKeys()
    {
        using JsonDocument json = JsonDocument.Parse(RunJson.Of(SampleReports.Report(null, state: RunState.Failed, error: "why")));
        Assert.Equal(Keys, json.RootElement.EnumerateObject().Select(p => p.Name));
        Assert.Equal(JsonValueKind.Null, json.RootElement.GetProperty("verdict").ValueKind);
        Assert.Equal("why", json.RootElement.GetProperty("error").GetString());
    }

    [Fact]
    public void Of_NumbersThatAreNone_AreNull()
    {
        VerdictRecord verdict = SampleReports.Verdict(
            VerdictKind.Inconclusive,
            SampleReports.Estimate(SampleReports.Bytes, double.NaN, 1, 0, double.NegativeInfinity, double.PositiveInfinity, MetricClass.Inconclusive));
        using JsonDocument json = JsonDocument.Parse(RunJson.Of(SampleReports.Report(verdict)));
        JsonElement metric = json.RootElement.GetProperty("verdict").GetProperty("metrics")[0];
        Assert.All(new[] { "baselineMedian", "low", "high", "thetaLower" }, key => Assert.Equal(JsonValueKind.Null, metric.GetProperty(key).ValueKind));
        Assert.Equal(0, metric.GetProperty("change").GetDouble());
    }

    [Fact]
    public void Of_AnyValue_KeepsFullPrecision()
    {
        VerdictRecord verdict = SampleReports.Verdict(
            VerdictKind.Keep, SampleReports.Estimate(SampleReports.Bytes, 184.0123456789, 1.0 / 3, 0.1, 0, 0.2, MetricClass.Improved));
        using JsonDocument json = JsonDocument.Parse(RunJson.Of(SampleReports.Report(verdict)));
        JsonElement metric = json.RootElement.GetProperty("verdict").GetProperty("metrics")[0];
        Assert.Equal(184.0123456789, metric.GetProperty("baselineMedian").GetDouble());
        Assert.Equal(1.0 / 3, metric.GetProperty("otherMedian").GetDouble());
    }
}
