namespace PlayHouse.Lab.Statistics.Randomness;

/// <summary>
/// The generator SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014). Its whole state is one word,
/// so that each connection can have a stream of its own. Static, any thread.
/// </summary>
public static class SplitMix64
{
    private const ulong Increment = 0x9E3779B97F4A7C15;

    /// <summary>The state of stream number <paramref name="stream"/> of this seed.</summary>
    public static ulong Stream(ulong seed, ulong stream) => Mix(Mix(seed) ^ Mix((stream + 1) * Increment));

    /// <summary>The next 64 bits of a stream.</summary>
    public static ulong Next(ref ulong state) => Mix(state += Increment);

    /// <summary>Uniform in [0, 1) with 53 random bits.</summary>
    public static double NextUnit(ref ulong state) => (Next(ref state) >> 11) * (1.0 / (1UL << 53));

    /// <summary>The bits that follow from a seed at so many steps: the same as the last of that many calls of <see cref="Next"/>.</summary>
    public static ulong At(ulong seed, ulong steps) => Mix(seed + (steps * Increment));

    private static ulong Mix(ulong value)
    {
        value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9;
        value = (value ^ (value >> 27)) * 0x94D049BB133111EB;
        return value ^ (value >> 31);
    }
}
