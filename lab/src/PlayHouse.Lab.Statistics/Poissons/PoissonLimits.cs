using MathNet.Numerics;

namespace PlayHouse.Lab.Statistics.Poissons;

/// <summary>Exact limits of a Poisson mean from a count (Garwood, Biometrika 28 (1936) 437–442). Pure and thread-safe.</summary>
public static class PoissonLimits
{
    /// <summary>Smallest mean under which at least <paramref name="count"/> has a probability of <paramref name="tail"/>.</summary>
    public static double Low(int count, double tail) => count == 0 ? 0 : SpecialFunctions.GammaLowerRegularizedInv(count, tail);

    /// <summary>Largest mean under which at most <paramref name="count"/> has a probability of <paramref name="tail"/>.</summary>
    public static double High(int count, double tail) => count == 0 ? -Math.Log(tail) : SpecialFunctions.GammaLowerRegularizedInv(count + 1, 1 - tail);
}
