namespace PlayHouse.Lab.Model.Analysis;

/// <summary>What it would take to see a difference at one site.</summary>
/// <param name="Site">Site or role.</param>
/// <param name="Type">Type.</param>
/// <param name="WantedBytes">Difference to see, bytes per message.</param>
/// <param name="SmallestBytes">Smallest difference that the present traces see, bytes per message; infinite when none.</param>
/// <param name="Launches">Launches of each arm; 0 when no number is enough.</param>
/// <param name="MinutesPerLaunch">Minutes between the marks of each launch; NaN when no number is enough.</param>
/// <param name="MoreMinutes">Minutes of tracing beyond what there is, both arms together; 0 when there is enough.</param>
public sealed record TraceNeed(
    string Site, string Type, double WantedBytes, double SmallestBytes, int Launches, double MinutesPerLaunch, double MoreMinutes)
{
    /// <summary>True when some number of launches is enough.</summary>
    public bool IsPossible => Launches > 0;
}
