using System.Text.Json.Nodes;
using PlayHouse.Lab.Model.Analysis;

namespace PlayHouse.Lab.Reporting;

/// <summary>The <c>attribution</c> and <c>profiles</c> parts of <see cref="RunJson"/>.</summary>
internal static class AttributionJson
{
    public static JsonNode? Of(AllocationComparison? comparison) => comparison is null ? null : new JsonObject
    {
        ["exactDifference"] = JsonText.Number(comparison.ExactDifference),
        ["explained"] = JsonText.Number(comparison.Explained),
        ["unexplained"] = JsonText.Number(comparison.Unexplained),
        ["explainedHalfWidth"] = JsonText.Number(comparison.ExplainedHalfWidth),
        ["allDifference"] = JsonText.Number(comparison.AllDifference),
        ["allLow"] = JsonText.Number(comparison.AllLow),
        ["allHigh"] = JsonText.Number(comparison.AllHigh),
        ["tracedDifference"] = JsonText.Number(comparison.TracedDifference),
        ["isPossible"] = comparison.IsPossible,
        ["hasLaunchSpread"] = comparison.HasLaunchSpread,
        ["leftOut"] = JsonText.Strings(comparison.LeftOut),
        ["sites"] = new JsonArray([.. comparison.Sites.Select(Difference)]),
    };

    public static JsonNode Of(AllocationProfile profile) => new JsonObject
    {
        ["launch"] = profile.LaunchId,
        ["arm"] = profile.Arm,
        ["messages"] = JsonText.Number(profile.Messages),
        ["exactBytesPerMessage"] = JsonText.Number(profile.ExactBytesPerMessage),
        ["estimatedBytesPerMessage"] = JsonText.Number(profile.EstimatedBytesPerMessage),
        ["samples"] = profile.Samples,
        ["isCalibrated"] = profile.IsCalibrated,
        ["invalid"] = JsonText.Strings(profile.Invalid),
        ["notes"] = JsonText.Strings(profile.Notes),
        ["sites"] = new JsonArray([.. profile.Sites.Select(Site)]),
    };

    private static JsonNode Difference(AllocationDifference site) => new JsonObject
    {
        ["site"] = site.Site,
        ["type"] = site.Type,
        ["source"] = site.Source,
        ["calledFrom"] = site.CalledFrom,
        ["baseline"] = JsonText.Number(site.Baseline),
        ["other"] = JsonText.Number(site.Other),
        ["difference"] = JsonText.Number(site.Difference),
        ["low"] = JsonText.Number(site.Low),
        ["high"] = JsonText.Number(site.High),
        ["isDifferent"] = site.IsDifferent,
        ["isInsufficient"] = site.IsInsufficient,
        ["baselineSite"] = site.BaselineSite,
        ["otherSite"] = site.OtherSite,
    };

    private static JsonNode Site(AllocationSite site) => new JsonObject
    {
        ["site"] = site.Site,
        ["type"] = site.Type,
        ["source"] = site.Source,
        ["calledFrom"] = site.CalledFrom,
        ["bytesPerMessage"] = JsonText.Number(site.BytesPerMessage),
        ["low"] = JsonText.Number(site.Low),
        ["high"] = JsonText.Number(site.High),
        ["samples"] = site.Samples,
        ["isInsufficient"] = site.IsInsufficient,
    };
}
