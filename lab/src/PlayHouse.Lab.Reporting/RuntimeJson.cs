using System.Text.Json.Nodes;
using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Runs;

namespace PlayHouse.Lab.Reporting;

/// <summary>
/// Runtime profiles as one JSON object with a stable shape (<see cref="Schema"/>). Every key is always present; what is unknown is
/// null. Pure functions, any thread.
/// </summary>
public static class RuntimeJson
{
    /// <summary>Name and version of the shape.</summary>
    public const string Schema = "playhouse-lab/runtime/1";

    /// <summary>A run.</summary>
    public static string Of(RunReport report, IReadOnlyList<RuntimeProfile> profiles, IReadOnlyList<string> arms)
    {
        ArgumentNullException.ThrowIfNull(report);
        ArgumentNullException.ThrowIfNull(profiles);
        ArgumentNullException.ThrowIfNull(arms);
        return JsonText.Write(new JsonObject
        {
            ["schema"] = Schema,
            ["run"] = report.Run.Id,
            ["file"] = null,
            ["figures"] = new JsonArray([.. RuntimeFigures.All.SelectMany(f => arms.Select(a => Spread(RuntimeFigures.Of(f, a, profiles))))]),
            ["tracingCosts"] = TracingCostText.Json(report),
            ["profiles"] = new JsonArray([.. profiles.Where(p => arms.Contains(p.Arm)).Select(Profile)]),
        });
    }

    /// <summary>A trace of which nothing else is known.</summary>
    public static string Of(RuntimeProfile profile, string file)
    {
        ArgumentNullException.ThrowIfNull(profile);
        return JsonText.Write(new JsonObject
        {
            ["schema"] = Schema,
            ["run"] = null,
            ["file"] = file,
            ["figures"] = new JsonArray([.. RuntimeFigures.All.Select(f => Spread(RuntimeFigures.Of(f, profile.Arm, [profile])))]),
            ["tracingCosts"] = new JsonArray(),
            ["profiles"] = new JsonArray(Profile(profile)),
        });
    }

    private static JsonObject Spread(RuntimeSpread spread) => new()
    {
        ["id"] = spread.Figure.Id,
        ["arm"] = spread.Arm,
        ["launches"] = spread.Launches,
        ["median"] = JsonText.Number(spread.Median),
        ["low"] = JsonText.Number(spread.Low),
        ["high"] = JsonText.Number(spread.High),
    };

    private static JsonObject Profile(RuntimeProfile profile) => new()
    {
        ["launch"] = profile.LaunchId,
        ["arm"] = profile.Arm,
        ["messages"] = JsonText.Number(profile.Messages),
        ["windowMs"] = JsonText.Number(profile.WindowMs),
        ["collector"] = profile.Collector is { } setup
            ? new JsonObject { ["isServer"] = setup.IsServer, ["isConcurrent"] = setup.IsConcurrent, ["heaps"] = setup.Heaps }
            : null,
        ["allocatedBytesPerMessage"] = JsonText.Number(profile.AllocatedBytesPerMessage),
        ["survivedBytesPerMessage"] = JsonText.Number(profile.SurvivedBytesPerMessage),
        ["promotedBytesPerMessage"] = JsonText.Number(profile.PromotedBytesPerMessage),
        ["pauses"] = profile.Pauses,
        ["pauseMs"] = JsonText.Number(profile.PauseMs),
        ["pauseMsMax"] = JsonText.Number(profile.PauseMsMax),
        ["pauseShare"] = JsonText.Number(profile.PauseShare),
        ["groups"] = new JsonArray([.. profile.Groups.Select(Group)]),
        ["collections"] = new JsonArray([.. profile.Collections.Select(Collection)]),
        ["collectionsNotListed"] = profile.CollectionsNotListed,
        ["contentions"] = new JsonArray([.. profile.Contentions.Select(Contention)]),
        ["unfinishedWaits"] = profile.UnfinishedWaits,
        ["starvations"] = profile.Starvations,
        ["poolChanges"] = new JsonArray([.. profile.PoolChanges.Select(Change)]),
        ["poolChangesNotListed"] = profile.PoolChangesNotListed,
        ["exceptions"] = new JsonArray([.. profile.Exceptions.Select(Thrown)]),
        ["methodsCompiled"] = JsonText.Number(profile.Methods.Compiled),
        ["methodsRecompiled"] = JsonText.Number(profile.Methods.Recompiled),
        ["invalid"] = JsonText.Strings(profile.Invalid),
        ["notes"] = JsonText.Strings(profile.Notes),
    };

    private static JsonNode Group(CollectionGroup group) => new JsonObject
    {
        ["generation"] = group.Generation,
        ["kind"] = group.Kind,
        ["reason"] = group.Reason,
        ["count"] = group.Count,
        ["pauseMs"] = JsonText.Number(group.PauseMs),
        ["pauseMsMax"] = JsonText.Number(group.PauseMsMax),
        ["promotedBytes"] = JsonText.Number(group.PromotedBytes),
    };

    private static JsonNode Collection(CollectionRow row) => new JsonObject
    {
        ["number"] = row.Number,
        ["generation"] = row.Generation,
        ["kind"] = row.Kind,
        ["reason"] = row.Reason,
        ["startMs"] = JsonText.Number(row.StartMs),
        ["pauseMs"] = JsonText.Number(row.PauseMs),
        ["suspendMs"] = JsonText.Number(row.SuspendMs),
        ["allocatedBytes"] = JsonText.Number(row.AllocatedBytes),
        ["promotedBytes"] = JsonText.Number(row.PromotedBytes),
        ["survivedBytes"] = JsonText.Number(row.SurvivedBytes),
        ["heapAfter"] = new JsonObject
        {
            ["gen0"] = JsonText.Number(row.HeapAfter.Gen0),
            ["gen1"] = JsonText.Number(row.HeapAfter.Gen1),
            ["gen2"] = JsonText.Number(row.HeapAfter.Gen2),
            ["large"] = JsonText.Number(row.HeapAfter.Large),
            ["pinned"] = JsonText.Number(row.HeapAfter.Pinned),
        },
    };

    private static JsonNode Contention(ContentionSite site) => new JsonObject
    {
        ["site"] = site.Site,
        ["source"] = site.Source,
        ["count"] = site.Count,
        ["waitMs"] = JsonText.Number(site.WaitMs),
        ["waitMsMax"] = JsonText.Number(site.WaitMsMax),
    };

    private static JsonNode Change(PoolChange change) => new JsonObject
    {
        ["atMs"] = JsonText.Number(change.AtMs),
        ["threads"] = change.Threads,
        ["reason"] = change.Reason,
    };

    private static JsonNode Thrown(ExceptionSite site) => new JsonObject
    {
        ["type"] = site.Type,
        ["site"] = site.Site,
        ["source"] = site.Source,
        ["count"] = site.Count,
    };
}
