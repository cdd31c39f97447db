using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Policies;

namespace PlayHouse.Lab.Statistics.Blocks;

/// <summary>One metric in the four launches of one block, in the order in which they ran, or in the two of a pair.</summary>
/// <param name="Order">Which arm ran in which slot.</param>
/// <param name="Slot0">First launch.</param>
/// <param name="Slot1">Second launch.</param>
/// <param name="Slot2">Third launch.</param>
/// <param name="Slot3">Fourth launch.</param>
public readonly record struct BlockValues(BlockOrder Order, double Slot0, double Slot1, double Slot2, double Slot3)
{
    /// <summary>Two launches that ran at once.</summary>
    public bool IsPair { get; private init; }

    /// <summary>A pair: each arm once.</summary>
    /// <param name="order">Which arm is the first.</param>
    /// <param name="first">The arm whose process started first.</param>
    /// <param name="second">The other.</param>
    public static BlockValues OfPair(BlockOrder order, double first, double second) => new(order, first, second, second, first) { IsPair = true };

    /// <summary>First minus fourth launch: the same arm twice, so no effect of the toggle is in it.</summary>
    public double OuterShift => Slot0 - Slot3;

    /// <summary>Second minus third launch: the same arm twice.</summary>
    public double InnerShift => Slot1 - Slot2;

    /// <summary>Other minus baseline, mean of two pairs. A linear drift over the block cancels.</summary>
    public double Contrast
    {
        get
        {
            double innerMinusOuter = 0.5 * ((Slot1 - Slot0) + (Slot2 - Slot3));
            return Order == BlockOrder.Abba ? innerMinusOuter : -innerMinusOuter;
        }
    }

    /// <summary>
    /// The values on the scale where positive is better: logarithms for ratios, with the floor applied first.
    /// False when a value has no place there (not finite, or not above zero on the ratio scale).
    /// </summary>
    public bool TryScale(MetricPolicy policy, out BlockValues scaled)
    {
        ArgumentNullException.ThrowIfNull(policy);
        scaled = new(Order, Scale(policy, Slot0), Scale(policy, Slot1), Scale(policy, Slot2), Scale(policy, Slot3)) { IsPair = IsPair };
        return double.IsFinite(scaled.Slot0 + scaled.Slot1 + scaled.Slot2 + scaled.Slot3);
    }

    private static double Scale(MetricPolicy policy, double value)
    {
        double sign = policy.Direction == MetricDirection.Higher ? 1 : -1;
        if (policy.Scale == MetricScale.Difference)
        {
            return sign * value;
        }

        double floored = Math.Max(value, policy.Floor);
        return floored > 0 ? sign * Math.Log(floored) : double.NaN;
    }
}
