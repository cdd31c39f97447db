using System.Globalization;
using System.Text;
using PlayHouse.Engine.Strategies;

namespace PlayHouse.Lab.Runner.Decisions;

/// <summary>Ids and file names of decisions: made from a closed alphabet, whatever a title holds.</summary>
public static class DecisionIds
{
    private const int SlugLengthMax = 60;

    /// <summary>True for the id of a decision, as <c>strategies.json</c> names it.</summary>
    public static bool IsId(string text) => StrategiesFile.IsDecisionId(text);

    /// <summary>The id of a number.</summary>
    internal static string Of(int number) => string.Create(CultureInfo.InvariantCulture, $"d-{number:0000}");

    /// <summary>The number of an id.</summary>
    internal static int Number(string id) => int.Parse(id.AsSpan(2), NumberStyles.None, CultureInfo.InvariantCulture);

    /// <summary>The file of a decision without its ending: number and title in small letters, digits and hyphens.</summary>
    internal static string FileName(int number, string title)
    {
        StringBuilder slug = new();
        foreach (char c in title)
        {
            char small = char.ToLowerInvariant(c);
            bool isKept = char.IsAsciiLetterLower(small) || char.IsAsciiDigit(small);
            if (isKept || (slug.Length > 0 && slug[^1] != '-'))
            {
                slug.Append(isKept ? small : '-');
            }
        }

        string name = slug.ToString(0, Math.Min(slug.Length, SlugLengthMax)).Trim('-');
        return string.Create(CultureInfo.InvariantCulture, $"{number:0000}-{(name.Length == 0 ? "decision" : name)}");
    }

    /// <summary>The highest number among the files of a folder; 0 without any.</summary>
    internal static int Highest(string folder) => !Directory.Exists(folder) ? 0 : Directory.EnumerateFiles(folder, "*.md")
        .Select(f => NumberOfFile(Path.GetFileName(f))).DefaultIfEmpty(0).Max();

    /// <summary>True when a file of the folder has the number.</summary>
    internal static bool IsTaken(string folder, int number) =>
        Directory.Exists(folder) && Directory.EnumerateFiles(folder, "*.md").Any(f => NumberOfFile(Path.GetFileName(f)) == number);

    private static int NumberOfFile(string name)
    {
        int digits = name.AsSpan().IndexOfAnyExceptInRange('0', '9');
        return digits is >= 4 and <= 8 && name[digits] == '-' ? int.Parse(name.AsSpan(0, digits), NumberStyles.None, CultureInfo.InvariantCulture) : 0;
    }
}
