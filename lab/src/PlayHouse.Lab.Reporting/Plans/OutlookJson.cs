using System.Text.Json.Nodes;
using PlayHouse.Lab.Model;
using PlayHouse.Lab.Model.Plans;

namespace PlayHouse.Lab.Reporting.Plans;

/// <summary>An outlook as JSON. Changes and deviations are on the metric's scale (logarithm or unit). Pure; any thread.</summary>
public static class OutlookJson
{
    /// <summary>Name and version of the JSON.</summary>
    public const string Schema = "playhouse-lab/plan/1";

    /// <summary>The document.</summary>
    public static string Of(PlanOutlook outlook)
    {
        ArgumentNullException.ThrowIfNull(outlook);
        return JsonText.Write(new JsonObject
        {
            ["schema"] = Schema,
            ["experiment"] = outlook.Plan.Experiment.Id,
            ["looks"] = new JsonArray([.. outlook.Looks.Select(l => (JsonNode)new JsonObject { ["blocks"] = l.Blocks, ["seconds"] = l.Seconds })]),
            ["noise"] = new JsonObject
            {
                ["kind"] = LabJson.Word(outlook.Noise.Kind),
                ["runs"] = JsonText.Strings(outlook.Noise.RunIds),
                ["measuredAt"] = outlook.Noise.MeasuredAt?.ToString("O"),
                ["caveat"] = outlook.Noise.Caveat,
            },
            ["primaries"] = new JsonArray([.. outlook.Primaries.Select(p => (JsonNode)new JsonObject
            {
                ["metric"] = p.Policy.Id,
                ["scale"] = LabJson.Word(p.Policy.Scale),
                ["delta"] = JsonText.Number(p.Delta),
                ["deviation"] = JsonText.Number(p.Deviation),
                ["chanceAtDeltas"] = new JsonArray([.. p.Improved.Select(JsonNode? (c) => JsonText.Number(c))]),
                ["chanceShownEqual"] = JsonText.Number(p.ShownEqual),
                ["detectable"] = JsonText.Number(p.DetectableAtLastLook),
            })]),
            ["guards"] = new JsonArray([.. outlook.Guards.Select(g => (JsonNode)new JsonObject
            {
                ["metric"] = g.Policy.Id,
                ["scale"] = LabJson.Word(g.Policy.Scale),
                ["delta"] = JsonText.Number(g.Delta),
                ["deviation"] = JsonText.Number(g.Deviation),
                ["passesAtFirstLook"] = JsonText.Number(g.PassesAtFirstLook),
                ["passesAtLastLook"] = JsonText.Number(g.PassesAtLastLook),
            })]),
            ["unknown"] = JsonText.Strings(outlook.Unknown),
            ["canDecide"] = outlook.Noise.Kind == NoiseKind.Unknown ? null : JsonValue.Create(!outlook.IsHopeless),
        });
    }
}
