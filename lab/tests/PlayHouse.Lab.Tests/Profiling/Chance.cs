namespace PlayHouse.Lab.Profiling.Tests;

/// <summary>Bounds for tests on random counts, and the sampler of the runtime as an independent oracle.</summary>
internal static class Chance
{
    /// <summary>Smallest count k with P(X ≤ k) above the tail, X binomial: a correct program falls below it that rarely.</summary>
    public static int LowerBound(int trials, double probability, double tail)
    {
        double logTerm = trials * Math.Log(1 - probability);
        double sum = 0;
        for (int k = 0; k <= trials; k++)
        {
            sum += Math.Exp(logTerm);
            if (sum > tail)
                return k;
            logTerm += Math.Log((double)(trials - k) / (k + 1)) + Math.Log(probability / (1 - probability));
        }
        return trials;
    }

    /// <summary>Largest count that is still unremarkable.</summary>
    public static int UpperBound(int trials, double probability, double tail) => trials - LowerBound(trials, 1 - probability, tail);

    /// <summary>
    /// Samples a stream of objects as the runtime does: bytes are drawn by geometric gaps and an object is reported at its
    /// first drawn byte. Knows nothing of the probability of an object.
    /// </summary>
    public static int Sample(Random random, int objectBytes, int objects)
    {
        long total = (long)objectBytes * objects;
        long lastObject = -1;
        int samples = 0;
        for (long at = Gap(random) - 1; at < total; at += Gap(random))
        {
            long sampled = at / objectBytes;
            samples += sampled == lastObject ? 0 : 1;
            lastObject = sampled;
        }
        return samples;
    }

    private static long Gap(Random random)
        => 1 + (long)Math.Floor(Math.Log(1 - random.NextDouble()) / Math.Log(1 - 1.0 / 102_400));
}
