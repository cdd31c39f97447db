using System.Globalization;
using PlayHouse.Lab.Model.Reasons;

namespace PlayHouse.Lab.Reporting.Reasons;

/// <summary>What drifted inside a window, as a clause.</summary>
internal static class DriftText
{
    public static string Of(WindowDrift drift) => drift switch
    {
        { Step: { } step } => string.Create(CultureInfo.InvariantCulture, $"{drift.Series} steps from {step.Before:G4} to {step.After:G4} at second {step.Second}"),
        { Trend: { } change } => string.Create(CultureInfo.InvariantCulture, $"{drift.Series} {(change > 0 ? "rises" : "falls")} by {100 * Math.Abs(change):F0} % over the window"),
        _ => $"{drift.Series} drifts",
    };
}
