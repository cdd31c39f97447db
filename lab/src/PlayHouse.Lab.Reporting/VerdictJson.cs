using System.Text.Json.Nodes;
using PlayHouse.Lab.Model;
using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Reporting.Reasons;

namespace PlayHouse.Lab.Reporting;

/// <summary>The <c>verdict</c> part of <see cref="RunJson"/>.</summary>
internal static class VerdictJson
{
    /// <summary>The verdict of a run as it stands now; null without one.</summary>
    public static JsonObject? Of(RunReport report) => report.Verdict is { } verdict ? Of(verdict, report.IsProvisional, ReasonText.Reasons(report)) : null;

    /// <summary>A verdict as it was said.</summary>
    public static JsonObject Of(VerdictRecord verdict) => Of(verdict, verdict.IsProvisional, ReasonText.Reasons(verdict, isProvisional: false));

    private static JsonObject Of(VerdictRecord verdict, bool isProvisional, IReadOnlyList<string> reasons)
    {
        return new JsonObject
        {
            ["word"] = VerdictWords.Of(verdict.Kind),
            ["meaning"] = VerdictWords.Meaning(verdict.Kind),
            ["isProvisional"] = isProvisional,
            ["ruleVersion"] = verdict.RuleVersion,
            ["ruleId"] = verdict.RuleId,
            ["rule"] = verdict.Rule,
            ["saidAtTheTime"] = Past(verdict.SaidAtTheTime),
            ["aa"] = Aa(verdict.Aa),
            ["reasons"] = JsonText.Strings(reasons),
            ["blocks"] = verdict.Blocks,
            ["metrics"] = new JsonArray([.. verdict.Estimates.Select(Metric)]),
            ["executionProof"] = new JsonArray([.. verdict.Proofs.Select(Proof)]),
            ["warnings"] = JsonText.Strings(ReasonText.Warnings(verdict)),
            ["whatWouldChangeIt"] = JsonText.Strings(ReasonText.Remedies(verdict)),
            ["policyHash"] = verdict.PolicyHash,
        };
    }

    /// <summary>What an older rule said; null for nothing.</summary>
    public static JsonObject? Past(PastVerdict? said) => said is null ? null : new JsonObject
    {
        ["word"] = VerdictWords.Of(said.Kind),
        ["isProvisional"] = said.IsProvisional,
        ["ruleVersion"] = said.RuleVersion,
        ["rule"] = said.Rule,
        ["computedAt"] = said.ComputedAt.UtcDateTime.ToString("O", System.Globalization.CultureInfo.InvariantCulture),
    };

    private static JsonObject? Aa(AaStanding? aa) => aa is null ? null : new JsonObject
    {
        ["runs"] = aa.Runs,
        ["differences"] = aa.Differences,
        ["low"] = JsonText.Number(aa.Low),
        ["high"] = JsonText.Number(aa.High),
        ["alarm"] = aa.Alarm is { } alarm ? ReasonText.Of(alarm) : null,
    };

    private static JsonObject? Counts(EventCounts? counts) => counts is null ? null : new JsonObject
    {
        ["baselineLaunches"] = counts.BaselineLaunches,
        ["baselineOf"] = counts.BaselineOf,
        ["otherLaunches"] = counts.OtherLaunches,
        ["otherOf"] = counts.OtherOf,
        ["p"] = JsonText.Number(counts.P),
    };

    private static JsonObject? WithoutFlagged(UnflaggedEstimate? rest) => rest is null ? null : new JsonObject
    {
        ["blocks"] = rest.Blocks,
        ["theta"] = JsonText.Number(rest.Theta),
        ["thetaLower"] = JsonText.Number(rest.Lower),
        ["thetaUpper"] = JsonText.Number(rest.Upper),
        ["confidence"] = JsonText.Number(rest.Confidence),
    };

    private static JsonNode Metric(MetricEstimate estimate) => new JsonObject
    {
        ["id"] = estimate.Policy.Id,
        ["role"] = LabJson.Word(estimate.Policy.Role),
        ["direction"] = LabJson.Word(estimate.Policy.Direction),
        ["scale"] = LabJson.Word(estimate.Policy.Scale),
        ["unit"] = estimate.Policy.Unit,
        ["blocks"] = estimate.Blocks,
        ["baselineMedian"] = JsonText.Number(estimate.BaselineMedian),
        ["otherMedian"] = JsonText.Number(estimate.OtherMedian),
        ["change"] = JsonText.Number(estimate.ShownChange),
        ["low"] = JsonText.Number(estimate.ShownLow),
        ["high"] = JsonText.Number(estimate.ShownHigh),
        ["confidence"] = JsonText.Number(estimate.Confidence),
        ["theta"] = JsonText.Number(estimate.Theta),
        ["thetaLower"] = JsonText.Number(estimate.Lower),
        ["thetaUpper"] = JsonText.Number(estimate.Upper),
        ["delta"] = JsonText.Number(estimate.Delta),
        ["noiseFloor"] = JsonText.Number(estimate.NoiseFloor),
        ["pBetter"] = JsonText.Number(estimate.PBetter),
        ["pWorse"] = JsonText.Number(estimate.PWorse),
        ["class"] = VerdictWords.Long(estimate),
        ["armsAgreeWithChange"] = ColumnAgreement.Holds(estimate),
        ["eventsPerLaunch"] = estimate.EventsPerLaunch,
        ["isHeterogeneous"] = estimate.IsHeterogeneous,
        ["blocksToKeep"] = estimate.BlocksToKeep,
        ["blocksToHold"] = estimate.BlocksToHold,
        ["blocksToEquivalence"] = estimate.BlocksToEquivalence,
        ["counts"] = Counts(estimate.Counts),
        ["withoutFlagged"] = WithoutFlagged(estimate.WithoutFlagged),
        ["contrasts"] = new JsonArray([.. estimate.Contrasts.Select(c => JsonText.Number(c))]),
    };

    private static JsonNode Proof(ExecutionProof proof) => new JsonObject
    {
        ["seam"] = proof.Seam,
        ["baselineHits"] = JsonText.Number(proof.BaselineHits),
        ["otherHits"] = JsonText.Number(proof.OtherHits),
        ["required"] = JsonText.Number(proof.Required),
        ["isProved"] = proof.IsProved,
        ["reason"] = proof.Reason is { } reason ? ReasonText.Of(reason) : "",
        ["ownCode"] = new JsonArray([.. proof.OwnCode.Select(c => new JsonObject
        {
            ["arm"] = c.Arm,
            ["counter"] = c.Counter,
            ["perMessage"] = JsonText.Number(c.PerMessage),
            ["required"] = JsonText.Number(c.Required),
        })]),
    };
}
