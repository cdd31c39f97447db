using System.Text.Json.Nodes;
using PlayHouse.Lab.Model.Analysis;

namespace PlayHouse.Lab.Reporting;

/// <summary>The <c>verdict</c> part of <see cref="RunJson"/>.</summary>
internal static class VerdictJson
{
    public static JsonObject Of(VerdictRecord verdict)
    {
        JsonObject contaminated = [];
        foreach ((string cause, int count) in verdict.Contaminated.OrderBy(c => c.Key, StringComparer.Ordinal))
        {
            contaminated[cause] = count;
        }

        return new JsonObject
        {
            ["word"] = VerdictWords.Of(verdict.Kind),
            ["meaning"] = VerdictWords.Meaning(verdict.Kind),
            ["isProvisional"] = verdict.IsProvisional,
            ["rule"] = verdict.Rule,
            ["reasons"] = JsonText.Strings(verdict.Reasons),
            ["blocks"] = verdict.Blocks,
            ["metrics"] = new JsonArray([.. verdict.Estimates.Select(Metric)]),
            ["executionProof"] = new JsonArray([.. verdict.Proofs.Select(Proof)]),
            ["contaminated"] = contaminated,
            ["warnings"] = JsonText.Strings(verdict.Warnings),
            ["whatWouldChangeIt"] = JsonText.Strings(verdict.WhatWouldChangeIt),
            ["policyHash"] = verdict.PolicyHash,
        };
    }

    private static JsonNode Metric(MetricEstimate estimate) => new JsonObject
    {
        ["id"] = estimate.Policy.Id,
        ["role"] = JsonText.Word(estimate.Policy.Role),
        ["direction"] = JsonText.Word(estimate.Policy.Direction),
        ["scale"] = JsonText.Word(estimate.Policy.Scale),
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
        ["class"] = VerdictWords.Long(estimate),
        ["armsAgreeWithChange"] = ColumnAgreement.Holds(estimate),
        ["eventsPerLaunch"] = estimate.EventsPerLaunch,
        ["isHeterogeneous"] = estimate.IsHeterogeneous,
        ["blocksToKeep"] = estimate.BlocksToKeep,
        ["blocksToEquivalence"] = estimate.BlocksToEquivalence,
        ["contrasts"] = new JsonArray([.. estimate.Contrasts.Select(c => JsonText.Number(c))]),
    };

    private static JsonNode Proof(ExecutionProof proof) => new JsonObject
    {
        ["seam"] = proof.Seam,
        ["baselineHits"] = JsonText.Number(proof.BaselineHits),
        ["otherHits"] = JsonText.Number(proof.OtherHits),
        ["required"] = JsonText.Number(proof.Required),
        ["isProved"] = proof.IsProved,
        ["reason"] = proof.Reason,
    };
}
