namespace PlayHouse.Lab.Statistics.Factorial;

/// <summary>Where an increasing function passes a value.</summary>
internal static class Roots
{
    // Enough halvings for any pair of doubles that these laws meet to become neighbours.
    private const int HalvingsMax = 200;

    /// <summary>Bisection between two ends; the function is too small at the lower one.</summary>
    public static double Increasing(Func<double, bool> isTooSmall, double low, double high)
    {
        for (int i = 0; i < HalvingsMax; i++)
        {
            double middle = 0.5 * (low + high);
            if (middle == low || middle == high)
            {
                break;
            }

            (low, high) = isTooSmall(middle) ? (middle, high) : (low, middle);
        }

        return 0.5 * (low + high);
    }
}
