using PlayHouse.Lab.Model.Reasons;

namespace PlayHouse.Lab.Reporting.Reasons;

/// <summary>Sentences about the launches of a screen.</summary>
internal static class ScreenReasonText
{
    /// <summary>The sentence; null for a fact of another subject.</summary>
    public static string? Of(Reason reason) => reason switch
    {
        ScreenLaunchesDiffer r => $"Launches differ in {r.Key}: {LaunchReasonText.Values(r.Values)}. Effects may hold that difference.",
        ScreenSeamUnproved r => $"Nothing here is about {r.Seam}: its code is not proved to have run in every launch.",
        ScreenToggleNotTaken r => $"Both levels of {r.Seam} were built the same, or one level in two ways: the toggle did not take.",
        _ => null,
    };
}
