using System.Text.Json.Nodes;
using PlayHouse.Lab.Model;
using PlayHouse.Lab.Model.Analysis;

namespace PlayHouse.Lab.Reporting.Differences;

/// <summary>A difference for a program. Pure functions, any thread.</summary>
public static class DifferenceJson
{
    /// <summary>Name and version of the shape.</summary>
    public const string Schema = "playhouse-lab/arms-difference/1";

    /// <summary>One JSON object with every site and every node.</summary>
    public static string Of(ArmsDifference difference)
    {
        ArgumentNullException.ThrowIfNull(difference);
        return JsonText.Write(new JsonObject
        {
            ["schema"] = Schema,
            ["baseline"] = difference.Baseline,
            ["other"] = difference.Other,
            ["interleaved"] = difference.IsInterleaved,
            ["headlines"] = JsonText.Strings(DifferenceWords.Headlines(difference)),
            ["sites"] = AttributionJson.Of(difference.Sites),
            ["waterfall"] = Waterfall(difference.Waterfall),
            ["tree"] = Tree(difference.Tree),
            ["noTreeReason"] = difference.NoTreeReason,
            ["coverage"] = new JsonArray([.. difference.Coverage.Select(Coverage)]),
            ["toggledSeams"] = JsonText.Strings(difference.ToggledSeams),
            ["needs"] = new JsonArray([.. difference.Needs.Select(Need)]),
            ["notes"] = JsonText.Strings(difference.Notes),
        });
    }

    /// <summary>The coverage of one seam.</summary>
    public static JsonNode Coverage(SeamCoverage coverage)
    {
        ArgumentNullException.ThrowIfNull(coverage);
        return new JsonObject
        {
            ["role"] = coverage.Role,
            ["bytesPerMessage"] = JsonText.Number(coverage.BytesPerMessage),
            ["low"] = JsonText.Number(coverage.Low),
            ["high"] = JsonText.Number(coverage.High),
            ["share"] = JsonText.Number(coverage.Share),
            ["shareLow"] = JsonText.Number(coverage.ShareLow),
            ["shareHigh"] = JsonText.Number(coverage.ShareHigh),
            ["samples"] = coverage.Samples,
        };
    }

    private static JsonObject? Waterfall(Waterfall? waterfall) => waterfall is null ? null : new JsonObject
    {
        ["exactDifference"] = JsonText.Number(waterfall.ExactDifference),
        ["exactLow"] = JsonText.Number(waterfall.ExactLow),
        ["exactHigh"] = JsonText.Number(waterfall.ExactHigh),
        ["explainedShare"] = JsonText.Number(waterfall.ExplainedShare),
        ["tracedDifference"] = JsonText.Number(waterfall.TracedDifference),
        ["isClosed"] = waterfall.IsClosed,
        ["isOtherWork"] = waterfall.IsOtherWork,
        ["steps"] = new JsonArray([.. waterfall.Steps.Select(s => (JsonNode)new JsonObject
        {
            ["kind"] = LabJson.Word(s.Kind),
            ["site"] = s.Site?.Site,
            ["type"] = s.Site?.Type,
            ["difference"] = JsonText.Number(s.Difference),
            ["low"] = JsonText.Number(s.Low),
            ["high"] = JsonText.Number(s.High),
        })]),
    };

    // A flat list: a tree as deep as a stack would pass the limit of nesting that JSON readers have.
    private static JsonObject? Tree(StackComparison? tree) => tree is null ? null : new JsonObject
    {
        ["nodesLeftOut"] = tree.NodesLeftOut,
        ["hasLaunchSpread"] = tree.HasLaunchSpread,
        ["leftOut"] = JsonText.Strings(tree.LeftOut),
        ["nodes"] = new JsonArray([.. tree.Nodes.Select(n => (JsonNode)new JsonObject
        {
            ["parent"] = n.Parent,
            ["name"] = n.Name,
            ["baselineName"] = n.BaselineName,
            ["otherName"] = n.OtherName,
            ["total"] = Change(n.Total),
            ["self"] = Change(n.Self),
        })]),
    };

    private static JsonObject Change(BytesChange change) => new JsonObject
    {
        ["baseline"] = JsonText.Number(change.Baseline),
        ["other"] = JsonText.Number(change.Other),
        ["difference"] = JsonText.Number(change.Difference),
        ["low"] = JsonText.Number(change.Low),
        ["high"] = JsonText.Number(change.High),
        ["mark"] = LabJson.Word(change.Mark),
        ["baselineSamples"] = change.BaselineSamples,
        ["otherSamples"] = change.OtherSamples,
    };

    private static JsonNode Need(TraceNeed need) => new JsonObject
    {
        ["site"] = need.Site,
        ["type"] = need.Type,
        ["wantedBytes"] = JsonText.Number(need.WantedBytes),
        ["smallestBytes"] = JsonText.Number(need.SmallestBytes),
        ["isPossible"] = need.IsPossible,
        ["launches"] = need.Launches,
        ["minutesPerLaunch"] = JsonText.Number(need.MinutesPerLaunch),
        ["moreMinutes"] = JsonText.Number(need.MoreMinutes),
    };
}
