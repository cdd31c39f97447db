using System.Globalization;
using PlayHouse.Dashboard.Components.Charts.Figures;

namespace PlayHouse.Dashboard.Components.Charts;

/// <summary>How a page looks now, as its browser says.</summary>
/// <param name="Colours">Red, green and blue by the names of <see cref="FigureStyle"/>: <c>ink</c> is <c>28,39,51</c>.</param>
/// <param name="IsNarrow">True where there is little room.</param>
public sealed record ChartLook(IReadOnlyDictionary<string, string> Colours, bool IsNarrow)
{
    /// <summary>The colour that a name stands for, seen through where the name says so; black for a name that the page did not tell.</summary>
    /// <param name="name"><c>@s0</c> or <c>@s0/0.16</c>.</param>
    internal string Colour(string name)
    {
        string[] parts = name[1..].Split('/');
        string numbers = Colours.GetValueOrDefault(parts[0], "0,0,0");
        return parts.Length == 1 ? $"rgb({numbers})" : string.Create(CultureInfo.InvariantCulture, $"rgba({numbers},{parts[1]})");
    }
}
