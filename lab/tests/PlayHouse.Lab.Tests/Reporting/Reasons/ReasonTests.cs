using System.Reflection;
using System.Text.Json;
using System.Text.Json.Serialization;
using PlayHouse.Lab.Model;
using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Reasons;
using PlayHouse.Lab.Reporting.Reasons;

namespace PlayHouse.Lab.Reporting.Tests.Reasons;

/// <summary>Facts of verdicts: each has a sentence, and a store gives back what was put into it.</summary>
public sealed class ReasonTests
{
    [Fact]
    public void Samples_HoldEveryFactThatAVerdictCanCarry()
    {
        Type[] declared = [.. typeof(Reason).GetCustomAttributes<JsonDerivedTypeAttribute>().Select(a => a.DerivedType)];
        Type[] existing = [.. typeof(Reason).Assembly.GetTypes().Where(t => t.IsSubclassOf(typeof(Reason)))];

        Assert.Equal(existing.OrderBy(t => t.Name), declared.OrderBy(t => t.Name));
        Assert.Equal(existing.OrderBy(t => t.Name), SampleReasons.All.Select(r => r.GetType()).Distinct().OrderBy(t => t.Name));
    }

    [Fact]
    public void Sentences_OfEveryFact_MatchGolden() =>
        GoldenText.Check("reasons.txt", string.Join('\n', SampleReasons.All.Select(r => ReasonText.Of(r, SampleReasons.Verdict))) + "\n");

    [Fact]
    public void Verdict_ThroughTheStoresJson_IsTheSame()
    {
        string json = JsonSerializer.Serialize(SampleReasons.Verdict, LabJson.Compact);
        VerdictRecord read = JsonSerializer.Deserialize<VerdictRecord>(json, LabJson.Compact)!;

        Assert.Equal(json, JsonSerializer.Serialize(read, LabJson.Compact));
        Assert.Equal(SampleReasons.All.Select(r => r.GetType()), read.Reasons.Select(r => r.GetType()));
        Assert.Equal(ReasonText.Reasons(SampleReasons.Verdict, false), ReasonText.Reasons(read, false));
        Assert.Equal(ReasonText.Warnings(SampleReasons.Verdict), ReasonText.Warnings(read));
        Assert.Equal(ReasonText.Remedies(SampleReasons.Verdict), ReasonText.Remedies(read));
        Assert.Contains("{\"rule\":\"metric-found\",\"metric\":\"bytes-per-message\"}", json, StringComparison.Ordinal);
    }

    /// <summary>Verdicts of an earlier time hold sentences; what they waited for is told as it stands now.</summary>
    [Fact]
    public void Verdict_OfAnEarlierTime_IsToldAsItWasSaid()
    {
        const string Old = """
            {"runId":"r-1","kind":"keep","isProvisional":true,"rule":"a row","reasons":["It allocates less.","Provisional until the next run of the same question, declared before it starts, confirms it."],
             "whatWouldChangeIt":["A second run."],"warnings":["The load was late."],"estimates":[],"blocks":6,"policyHash":"ab",
             "proofs":[{"seam":"mailbox","baselineHits":1,"otherHits":1,"required":0.9,"isProved":true,"reason":""},
                       {"seam":"wake-up","baselineHits":0,"otherHits":1,"required":0.9,"isProved":false,"reason":"wake-up did not run."}],
             "aa":{"runs":20,"differences":5,"low":0.1,"high":0.5,"alarm":"5 of 20 A/A runs differ."}}
            """;

        VerdictRecord verdict = JsonSerializer.Deserialize<VerdictRecord>(Old, LabJson.Compact)!;

        Assert.Equal(["It allocates less."], ReasonText.Reasons(verdict, isProvisional: false));
        Assert.Equal(2, ReasonText.Reasons(verdict, isProvisional: true).Count);
        Assert.Equal(["A second run."], ReasonText.Remedies(verdict));
        Assert.Equal(["The load was late."], ReasonText.Warnings(verdict));
        Assert.Equal(["", "wake-up did not run."], verdict.Proofs.Select(ProofWords.Objection));
        Assert.Equal("5 of 20 A/A runs differ.", ReasonText.Of(verdict.Aa!.Alarm!));
    }

    [Theory]
    [InlineData("""{"rule":"no-such-rule"}""")]
    [InlineData("""{"metric":"bytes-per-message"}""")]
    [InlineData("7")]
    public void Fact_ThatNoRuleKnows_IsRefused(string json) =>
        Assert.ThrowsAny<JsonException>(() => JsonSerializer.Deserialize<VerdictRecord>(
            $$"""{"runId":"r-1","kind":"keep","isProvisional":true,"rule":"","reasons":[{{json}}],"estimates":[],"proofs":[],"blocks":6,"policyHash":"ab"}""", LabJson.Compact));
}
