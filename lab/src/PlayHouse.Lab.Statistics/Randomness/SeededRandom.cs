namespace PlayHouse.Lab.Statistics.Randomness;

/// <summary>
/// A generator whose numbers depend on the seed alone, on every machine and runtime (xoshiro256** seeded by SplitMix64).
/// For simulations, not for secrets. Not thread-safe.
/// </summary>
public sealed class SeededRandom
{
    private ulong _a;
    private ulong _b;
    private ulong _c;
    private ulong _d;
    private double _spareNormal = double.NaN;

    /// <summary>Starts the sequence of a seed.</summary>
    public SeededRandom(ulong seed)
    {
        ulong state = seed;
        _a = SplitMix64.Next(ref state);
        _b = SplitMix64.Next(ref state);
        _c = SplitMix64.Next(ref state);
        _d = SplitMix64.Next(ref state);
    }

    /// <summary>64 random bits.</summary>
    public ulong NextBits()
    {
        ulong result = ulong.RotateLeft(_b * 5, 7) * 9;
        ulong shifted = _b << 17;
        _c ^= _a;
        _d ^= _b;
        _b ^= _c;
        _a ^= _d;
        _c ^= shifted;
        _d = ulong.RotateLeft(_d, 45);
        return result;
    }

    /// <summary>Uniform in 0 (included) … 1 (excluded), 53 bits.</summary>
    public double NextDouble() => (NextBits() >> 11) * (1.0 / (1UL << 53));

    /// <summary>A fair coin.</summary>
    public bool NextBool() => NextBits() >> 63 == 1;

    /// <summary>Standard normal, polar method.</summary>
    public double NextNormal()
    {
        if (!double.IsNaN(_spareNormal))
        {
            double spare = _spareNormal;
            _spareNormal = double.NaN;
            return spare;
        }

        double x;
        double y;
        double square;
        do
        {
            x = 2 * NextDouble() - 1;
            y = 2 * NextDouble() - 1;
            square = x * x + y * y;
        }
        while (square is >= 1 or 0);

        double factor = Math.Sqrt(-2 * Math.Log(square) / square);
        _spareNormal = y * factor;
        return x * factor;
    }
}
