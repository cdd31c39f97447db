using System.Text.Json.Nodes;
using PlayHouse.Lab.Model;
using PlayHouse.Lab.Model.Policies;
using PlayHouse.Lab.Model.Screens;
using PlayHouse.Lab.Reporting.Reasons;

namespace PlayHouse.Lab.Reporting.Screens;

/// <summary>The part of a run's JSON that is about a screen. Effects are in the metric's unit, or shares on the ratio scale. Pure; any thread.</summary>
public static class ScreenJson
{
    /// <summary>The object.</summary>
    public static JsonObject Of(ScreenPlan plan, ScreenResult screen)
    {
        ArgumentNullException.ThrowIfNull(screen);
        JsonObject json = Plan(plan);
        json["launchesUsed"] = screen.LaunchesUsed;
        json["isComplete"] = screen.IsComplete;
        json["warnings"] = JsonText.Strings(screen.Warnings.Select(w => ReasonText.Of(w)));
        json["proofs"] = new JsonArray([.. screen.Proofs.Select(p => (JsonNode)new JsonObject
        {
            ["seam"] = p.Seam,
            ["fewestHitsPerMessage"] = JsonText.Number(p.FewestHits),
            ["required"] = JsonText.Number(p.Required),
            ["isProved"] = p.IsProved,
        })]);
        json["metrics"] = new JsonArray([.. screen.Metrics.Select(m => (JsonNode)Metric(m))]);
        json["proposals"] = new JsonArray([.. screen.Proposals.Select(p => (JsonNode)new JsonObject
        {
            ["name"] = p.Name,
            ["question"] = p.Question,
            ["experiment"] = p.ExperimentId,
            ["path"] = p.Path,
            ["isFinal"] = p.IsFinal,
            ["run"] = p.RunId,
        })]);
        return json;
    }

    /// <summary>What will be launched.</summary>
    public static JsonObject Plan(ScreenPlan plan)
    {
        ArgumentNullException.ThrowIfNull(plan);
        return new JsonObject
        {
            ["factors"] = new JsonArray([.. plan.Factors.Select(f => (JsonNode)new JsonObject
            {
                ["name"] = f.Name,
                ["seams"] = new JsonArray([.. f.Seams.Select(s => (JsonNode)new JsonObject { ["seam"] = s.Key, ["baseline"] = s.Value.Baseline.Use, ["candidate"] = s.Value.Candidate.Use })]),
            })]),
            ["launchesPlanned"] = plan.Launches,
            ["blocks"] = new JsonArray([.. plan.Blocks.Select(b => (JsonNode)new JsonObject
            {
                ["stage"] = LabJson.Word(b.Stage),
                ["replicate"] = b.Replicate + 1,
                ["cells"] = JsonText.Strings(b.Cells.Select(plan.CodeOf)),
            })]),
            ["generators"] = JsonText.Strings(plan.Generators),
            ["held"] = new JsonArray([.. plan.Held.Select(h => (JsonNode)new JsonObject { ["seam"] = h.Seam, ["reason"] = h.Reason })]),
            ["planted"] = new JsonArray([.. plan.Planted.Select(t => (JsonNode)new JsonObject { ["factors"] = JsonText.Strings(t.Factors), ["bytesPerMessage"] = t.BytesPerMessage })]),
        };
    }

    private static JsonObject Metric(ScreenMetric metric) => new()
    {
        ["metric"] = metric.Policy.Id,
        ["role"] = LabJson.Word(metric.Policy.Role),
        ["scale"] = LabJson.Word(metric.Policy.Scale),
        ["unit"] = metric.Policy.Unit,
        ["baseline"] = JsonText.Number(metric.BaselineValue),
        ["delta"] = Shown(metric, metric.Delta),
        ["launchDeviation"] = Shown(metric, metric.Deviation),
        ["degreesOfFreedom"] = metric.DegreesOfFreedom,
        ["lenth"] = metric.Margins is { } m
            ? new JsonObject { ["pseudoStandardError"] = Shown(metric, m.PseudoStandardError), ["margin"] = Shown(metric, m.Margin), ["simultaneousMargin"] = Shown(metric, m.Simultaneous) }
            : null,
        ["together"] = metric.Total is { } t ? Shown(metric, t.Together) : null,
        ["oneAtATime"] = metric.Total is { } o ? Shown(metric, o.OneAtATime) : null,
        ["effects"] = new JsonArray([.. metric.Effects.Select(e => (JsonNode)Effect(metric, e))]),
        ["ablations"] = new JsonArray([.. metric.Ablations.Select(a => (JsonNode)Ablation(metric, a))]),
    };

    private static JsonObject Effect(ScreenMetric metric, ScreenEffect effect)
    {
        JsonObject json = Estimate(metric, effect.Estimate);
        json.Insert(0, "effect", effect.Name);
        json["factors"] = JsonText.Strings(effect.Factors);
        json["standardError"] = Shown(metric, effect.StandardError);
        json["p"] = JsonText.Number(effect.P);
        json["standsOut"] = effect.StandsOut;
        json["halfNormal"] = JsonText.Number(effect.HalfNormal);
        json["alone"] = Estimate(metric, effect.Alone);
        json["withTheOther"] = effect.IsInteraction ? Estimate(metric, effect.Beside) : null;
        return json;
    }

    private static JsonObject Ablation(ScreenMetric metric, ScreenAblation row)
    {
        JsonObject json = Estimate(metric, row.Change);
        json.Insert(0, "without", row.Factor);
        json["p"] = JsonText.Number(row.P);
        json["standsOut"] = row.StandsOut;
        json["isMasked"] = row.IsMasked;
        return json;
    }

    private static JsonObject Estimate(ScreenMetric metric, ScreenEstimate estimate)
    {
        ScreenEstimate shown = estimate.Shown(metric.Policy.Scale);
        return new JsonObject { ["change"] = JsonText.Number(shown.Estimate), ["low"] = JsonText.Number(shown.Low), ["high"] = JsonText.Number(shown.High) };
    }

    private static JsonNode? Shown(ScreenMetric metric, double onScale) =>
        JsonText.Number(metric.Policy.Scale == MetricScale.Ratio ? Math.Exp(onScale) - 1 : onScale);
}
