using System.Text;

namespace PlayHouse.Dashboard.Components.Charts;

/// <summary>Names of exported files. Pure, any thread.</summary>
internal static class ChartFile
{
    private const int LengthMax = 60;

    /// <summary>The title in letters, digits and dashes: a name every system takes, and never a path.</summary>
    public static string Name(string title)
    {
        StringBuilder name = new();
        foreach (char c in title.ToLowerInvariant())
        {
            if (char.IsAsciiLetterOrDigit(c))
            {
                name.Append(c);
            }
            else if (name.Length > 0 && name[^1] != '-')
            {
                name.Append('-');
            }
        }

        string whole = name.ToString(0, Math.Min(name.Length, LengthMax)).Trim('-');
        return whole.Length == 0 ? "chart" : whole;
    }
}
