namespace PlayHouse.Lab.SelfTest.Simulated;

/// <summary>The two designs as the planner makes them: they differ in length only.</summary>
internal static class CampaignDesigns
{
    public static readonly (string Name, int[] Looks, double Alpha) Short = ("short", [6], 0.05);

    public static readonly (string Name, int[] Looks, double Alpha) Full = ("full", [6, 9, 12, 16, 20, 24], 1.0 / 64);
}
