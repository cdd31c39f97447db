using System.Text.Json.Nodes;
using PlayHouse.Lab.Model;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Reporting.Screens;

namespace PlayHouse.Lab.Reporting;

/// <summary>
/// A run as one JSON object with a stable shape (<see cref="Schema"/>), documented in docs/guide/command-line.md. Every key is
/// always present; what is unknown, infinite or not a number is null. Pure functions, any thread.
/// </summary>
public static class RunJson
{
    /// <summary>Name and version of the shape; changes when a key changes its meaning or goes.</summary>
    public const string Schema = "playhouse-lab/run/1";

    /// <summary>The whole run, indented.</summary>
    public static string Of(RunReport report)
    {
        ArgumentNullException.ThrowIfNull(report);
        JsonObject json = Summary(report);
        json.Insert(0, "schema", Schema);
        RunPlan plan = report.Run.Plan;
        json["load"] = new JsonObject
        {
            ["mode"] = LabJson.Word(plan.Experiment.Load.Mode),
            ["arrivals"] = LabJson.Word(plan.Experiment.Load.Arrivals),
            ["ratePerSecond"] = JsonText.Number(plan.RatePerSecond),
            ["connections"] = plan.Experiment.Load.Connections,
            ["depth"] = plan.Experiment.Load.Depth,
            ["payloadBytes"] = plan.Experiment.Load.PayloadBytes,
            ["hops"] = plan.Experiment.Load.Hops,
        };
        json["arms"] = new JsonArray(Arm(plan.Baseline), Arm(plan.Other));
        json["toggledSeams"] = JsonText.Strings(plan.ToggledSeams);
        json["fingerprint"] = Fingerprint(report);
        json["launches"] = Launches(report);
        json["screen"] = report.Screen is { } screen ? ScreenJson.Of(plan.Screen!, screen) : null;
        json["verdict"] = VerdictJson.Of(report);
        json["questionStanding"] = QuestionText.Json(report);
        json["attribution"] = AttributionJson.Of(report.Attribution);
        json["noAttributionReason"] = report.NoAttributionReason;
        json["profiles"] = new JsonArray([.. report.Profiles.Select(AttributionJson.Of)]);
        json["tracingCosts"] = TracingCostText.Json(report);
        json["next"] = new JsonArray([.. NextSteps.Of(report).Select(s => (JsonNode)new JsonObject { ["command"] = s.Command, ["why"] = s.Why })]);
        return JsonText.Write(json);
    }

    /// <summary>One run as an element of a list: the same keys as the head of <see cref="Of"/>, without its parts.</summary>
    public static JsonObject Summary(RunReport report)
    {
        ArgumentNullException.ThrowIfNull(report);
        RunRecord run = report.Run;
        RunPlan plan = run.Plan;
        return new JsonObject
        {
            ["run"] = run.Id,
            ["experiment"] = run.ExperimentId,
            ["question"] = plan.Experiment.Question,
            ["scenario"] = plan.Experiment.Scenario,
            ["state"] = LabJson.Word(run.State),
            ["verdictWord"] = report.Verdict is { } verdict ? VerdictWords.Of(verdict.Kind) : null,
            ["isProvisional"] = report.IsProvisional,
            ["isAa"] = VerdictWords.IsAa(run),
            ["isInjected"] = report.IsInjected,
            ["origin"] = plan.Origin is { } origin ? LabJson.Word(origin) : null,
            ["createdAt"] = run.CreatedAt.UtcDateTime.ToString("O", System.Globalization.CultureInfo.InvariantCulture),
            ["endedAt"] = run.EndedAt?.UtcDateTime.ToString("O", System.Globalization.CultureInfo.InvariantCulture),
            ["error"] = run.Error,
            // A string: 64 bits do not fit the numbers of most JSON readers.
            ["seed"] = plan.Seed.ToString(System.Globalization.CultureInfo.InvariantCulture),
            ["design"] = new JsonObject
            {
                ["kind"] = LabJson.Word(plan.Experiment.Design.Kind),
                ["layout"] = LabJson.Word(plan.Experiment.Design.Layout),
                ["looks"] = new JsonArray([.. plan.Looks.Select(l => (JsonNode)l)]),
                ["oneSidedAlpha"] = JsonText.Number(plan.OneSidedAlpha),
                ["warmupSeconds"] = JsonText.Number(plan.WarmupSeconds),
                ["windowSeconds"] = JsonText.Number(plan.WindowSeconds),
            },
            ["blocks"] = new JsonObject { ["accepted"] = report.BlocksAccepted, ["max"] = PlanSize.BlocksMax(plan) },
        };
    }

    private static JsonObject Arm(ResolvedArm arm)
    {
        JsonObject strategies = [];
        foreach ((string seam, var setting) in arm.Strategies.OrderBy(s => s.Key, StringComparer.Ordinal))
        {
            JsonObject knobs = [];
            foreach ((string knob, double value) in setting.Knobs.OrderBy(k => k.Key, StringComparer.Ordinal))
            {
                knobs[knob] = JsonText.Number(value);
            }

            strategies[seam] = new JsonObject { ["use"] = setting.Use, ["knobs"] = knobs };
        }

        JsonNode? inject = arm.Inject is null ? null : new JsonObject
        {
            ["bytesPerMessage"] = arm.Inject.BytesPerMessage,
            ["spinMicroseconds"] = JsonText.Number(arm.Inject.SpinMicroseconds),
            ["errorRate"] = JsonText.Number(arm.Inject.ErrorRate),
            ["stallMs"] = arm.Inject.StallMs,
        };
        return new JsonObject { ["name"] = arm.Name, ["strategies"] = strategies, ["inject"] = inject };
    }

    private static JsonObject Fingerprint(RunReport report)
    {
        JsonObject json = [];
        LaunchRecord? launch = report.Launches.FirstOrDefault(l => l.Fingerprint.Count > 0);
        foreach ((string key, string value) in (launch?.Fingerprint ?? new Dictionary<string, string>()).OrderBy(f => f.Key, StringComparer.Ordinal))
        {
            json[key] = value;
        }

        return json;
    }

    private static JsonArray HopJson(LaunchRecord launch) => [.. launch.Hops.Select(h => (JsonNode)new JsonObject
    {
        ["name"] = h.Name,
        ["count"] = h.Count,
        ["meanNs"] = JsonText.Number(h.MeanNs),
        ["p50Ns"] = JsonText.Number(h.P50Ns),
        ["p99Ns"] = JsonText.Number(h.P99Ns),
    })];

    private static JsonArray Launches(RunReport report) => [.. report.Launches.Select(launch =>
    {
        JsonObject metrics = [];
        foreach ((string id, double value) in launch.Metrics.OrderBy(m => m.Key, StringComparer.Ordinal))
        {
            metrics[id] = JsonText.Number(value);
        }

        return (JsonNode)new JsonObject
        {
            ["id"] = launch.Id,
            ["arm"] = launch.Arm,
            ["kind"] = LabJson.Word(launch.Kind),
            ["block"] = launch.Block,
            ["attempt"] = launch.Attempt,
            ["slot"] = launch.Slot,
            ["state"] = LabJson.Word(launch.State),
            ["failure"] = launch.Failure,
            ["metrics"] = metrics,
            ["hops"] = HopJson(launch),
        };
    })];
}
