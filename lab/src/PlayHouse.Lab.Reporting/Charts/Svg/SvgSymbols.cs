using static PlayHouse.Lab.Reporting.Charts.Svg.SvgWriter;

namespace PlayHouse.Lab.Reporting.Charts.Svg;

/// <summary>Closed shapes that tell series apart without colour, as path data.</summary>
internal static class SvgSymbols
{
    /// <summary>Circle, square, triangle, diamond, downward triangle, bar, by style.</summary>
    public static string Path(int style, double x, double y, double r) => (style % 6) switch
    {
        0 => $"M{N(x - r)} {N(y)}a{N(r)} {N(r)} 0 1 0 {N(2 * r)} 0a{N(r)} {N(r)} 0 1 0 {N(-2 * r)} 0z",
        1 => $"M{N(x - r * 0.9)} {N(y - r * 0.9)}h{N(r * 1.8)}v{N(r * 1.8)}h{N(-r * 1.8)}z",
        2 => $"M{N(x)} {N(y - r * 1.2)}L{N(x + r * 1.15)} {N(y + r * 0.9)}H{N(x - r * 1.15)}z",
        3 => $"M{N(x)} {N(y - r * 1.3)}L{N(x + r * 1.3)} {N(y)}L{N(x)} {N(y + r * 1.3)}L{N(x - r * 1.3)} {N(y)}z",
        4 => $"M{N(x)} {N(y + r * 1.2)}L{N(x + r * 1.15)} {N(y - r * 0.9)}H{N(x - r * 1.15)}z",
        _ => $"M{N(x - r * 1.4)} {N(y - r * 0.5)}h{N(r * 2.8)}v{N(r)}h{N(-r * 2.8)}z",
    };

    /// <summary>A head that points out of the plot: the value lies beyond the edge. Along x or upwards, by sign.</summary>
    public static string Arrow(double x, double y, double r, bool isAlongX, int sign)
    {
        double tip = r * 1.6 * sign;
        return isAlongX
            ? $"M{N(x)} {N(y - r)}L{N(x + tip)} {N(y)}L{N(x)} {N(y + r)}z"
            : $"M{N(x - r)} {N(y)}L{N(x)} {N(y - tip)}L{N(x + r)} {N(y)}z";
    }
}
