namespace PlayHouse.Lab.Runner.Execute;

/// <summary>Seeds of the loads, drawn from the run's seed (SplitMix64): repeatable, different in every launch.</summary>
internal static class LaunchSeeds
{
    public static ulong For(ulong runSeed, int kind, int block, int attempt, int slot)
    {
        ulong z = runSeed ^ 0xA0761D6478BD642FUL;
        z += 0x9E3779B97F4A7C15UL * (ulong)(1 + kind + (8 * (slot + (4 * (attempt + (64L * block))))));
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9UL;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBUL;
        return z ^ (z >> 31);
    }
}
