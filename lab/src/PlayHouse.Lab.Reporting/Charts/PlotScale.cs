namespace PlayHouse.Lab.Reporting.Charts;

/// <summary>Maps values of a domain to a length on paper and back.</summary>
/// <param name="Min">Value at <paramref name="From"/>.</param>
/// <param name="Max">Value at <paramref name="To"/>, above <paramref name="Min"/>.</param>
/// <param name="IsLog">True when equal lengths are equal factors.</param>
/// <param name="From">Place of the minimum.</param>
/// <param name="To">Place of the maximum; may be smaller than <paramref name="From"/>.</param>
internal readonly record struct PlotScale(double Min, double Max, bool IsLog, double From, double To)
{
    /// <summary>Place of a value; outside the domain, the nearer end.</summary>
    public double Place(double value) => Unclamped(Math.Clamp(value, Min, Max));

    /// <summary>Value at a place: the inverse of <see cref="Place"/> inside the domain.</summary>
    public double ValueAt(double place)
    {
        double share = (place - From) / (To - From);
        return IsLog ? Min * Math.Pow(Max / Min, share) : Min + share * (Max - Min);
    }

    /// <summary>-1 below the domain, 1 above it, 0 inside.</summary>
    public int Outside(double value) => value < Min ? -1 : value > Max ? 1 : 0;

    private double Unclamped(double value)
    {
        double share = IsLog ? Math.Log(value / Min) / Math.Log(Max / Min) : (value - Min) / (Max - Min);
        return From + share * (To - From);
    }
}
