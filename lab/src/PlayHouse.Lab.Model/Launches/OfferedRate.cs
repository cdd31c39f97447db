namespace PlayHouse.Lab.Model.Launches;

/// <summary>What counts as a rate that was offered, held or answered.</summary>
public static class OfferedRate
{
    /// <summary>Smallest share of the messages due.</summary>
    public const double ShareMin = 0.99;
}
