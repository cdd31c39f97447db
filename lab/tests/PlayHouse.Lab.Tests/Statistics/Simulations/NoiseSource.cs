using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Statistics.Blocks;
using PlayHouse.Lab.Statistics.Randomness;

namespace PlayHouse.Lab.Statistics.Tests.Simulations;

/// <summary>Noise of machines, one value per launch in the order of launches; the unit is about one SD.</summary>
internal static class NoiseSource
{
    public static readonly IReadOnlyDictionary<string, Func<SeededRandom, int, double>> All = new Dictionary<string, Func<SeededRandom, int, double>>
    {
        ["normal"] = (random, _) => random.NextNormal(),
        ["contaminated"] = (random, _) => random.NextNormal() * (random.NextDouble() < 0.1 ? 6 : 1),
        ["t3"] = (random, _) => StudentWithThreeDegrees(random),
        ["alternating"] = (random, launch) => Alternating(launch) + 0.3 * random.NextNormal(),
        ["drifting"] = (random, launch) => 0.4 * launch + 2 * Math.Sin(launch / 5.0) + random.NextNormal(),
        ["stepping"] = (random, launch) => (launch >= 13 ? 4 : 0) + random.NextNormal(),
        ["ties and zeros"] = (random, _) => (double)(random.NextBits() % 3),
    };

    // A neighbour whose period is two blocks: the inner launches are slow in one block and fast in the next.
    public static double Alternating(int launch)
    {
        bool isInner = launch % 4 is 1 or 2;
        bool isEvenBlock = launch / 4 % 2 == 0;
        return isInner == isEvenBlock ? 1 : -1;
    }

    public static double[] Contrasts(SeededRandom random, Func<SeededRandom, int, double> noise, int blocks, double effect, Func<int, BlockOrder> orderOf)
    {
        double[] contrasts = new double[blocks];
        for (int block = 0; block < blocks; block++)
        {
            contrasts[block] = Block(random, noise, block, effect, orderOf(block)).Contrast;
        }

        return contrasts;
    }

    public static BlockValues Block(SeededRandom random, Func<SeededRandom, int, double> noise, int block, double effect, BlockOrder order)
    {
        double At(int slot)
        {
            bool isOther = (slot is 1 or 2) == (order == BlockOrder.Abba);
            return noise(random, 4 * block + slot) + (isOther ? effect : 0);
        }

        return new(order, At(0), At(1), At(2), At(3));
    }

    public static BlockOrder Coin(SeededRandom random) => random.NextBool() ? BlockOrder.Abba : BlockOrder.Baab;

    private static double StudentWithThreeDegrees(SeededRandom random)
    {
        double chi = 0;
        for (int i = 0; i < 3; i++)
        {
            double z = random.NextNormal();
            chi += z * z;
        }

        return random.NextNormal() / Math.Sqrt(chi / 3);
    }
}
