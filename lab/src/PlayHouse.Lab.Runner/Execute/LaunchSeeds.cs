using PlayHouse.Lab.Statistics.Randomness;

namespace PlayHouse.Lab.Runner.Execute;

/// <summary>Seeds of the loads, drawn from the run's seed: repeatable, different in every launch.</summary>
internal static class LaunchSeeds
{
    // Other draws of a run start at its seed itself.
    private const ulong Place = 0xA0761D6478BD642F;

    public static ulong For(ulong runSeed, int kind, int block, int attempt, int slot) =>
        SplitMix64.At(runSeed ^ Place, (ulong)(1 + kind + (8 * (slot + (4 * (attempt + (64L * block)))))));
}
