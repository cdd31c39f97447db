namespace PlayHouse.Lab.Load.Schedules;

/// <summary>A small random generator whose whole state is one word, so that each connection can have its own stream.</summary>
internal static class SplitMix64
{
    private const ulong Increment = 0x9E3779B97F4A7C15;

    /// <summary>The state of stream number <paramref name="stream"/> of this seed.</summary>
    public static ulong Stream(ulong seed, ulong stream) => Mix(Mix(seed) ^ Mix((stream + 1) * Increment));

    public static ulong Next(ref ulong state) => Mix(state += Increment);

    /// <summary>Uniform in [0, 1) with 53 random bits.</summary>
    public static double NextUnit(ref ulong state) => (Next(ref state) >> 11) * (1.0 / (1UL << 53));

    private static ulong Mix(ulong value)
    {
        value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9;
        value = (value ^ (value >> 27)) * 0x94D049BB133111EB;
        return value ^ (value >> 31);
    }
}
