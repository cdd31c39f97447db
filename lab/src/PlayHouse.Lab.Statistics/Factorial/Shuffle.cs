using PlayHouse.Lab.Statistics.Randomness;

namespace PlayHouse.Lab.Statistics.Factorial;

/// <summary>Orders drawn from a seed, every order equally likely (Fisher and Yates). Not thread-safe.</summary>
public sealed class Shuffle(ulong seed)
{
    private readonly SeededRandom _random = new(seed);

    /// <summary>The items in a random order.</summary>
    public IReadOnlyList<T> Of<T>(IReadOnlyList<T> items)
    {
        T[] order = [.. items];
        for (int i = order.Length - 1; i > 0; i--)
        {
            int other = (int)(_random.NextDouble() * (i + 1));
            (order[i], order[other]) = (order[other], order[i]);
        }

        return order;
    }
}
