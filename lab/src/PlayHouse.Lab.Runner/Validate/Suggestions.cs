using System.Text;
using PlayHouse.Lab.Reporting;

namespace PlayHouse.Lab.Runner.Validate;

/// <summary>What to write instead of a word that is not known.</summary>
internal static class Suggestions
{
    private const int ShownCharacters = 40;
    private const int ListedWords = 12;

    /// <summary>The nearest legal word when one is near, else the legal words.</summary>
    public static string? For(string word, IEnumerable<string> legal)
    {
        string[] words = [.. legal];
        if (words.Length == 0)
        {
            return null;
        }

        if (NearestWord.Find(word, words) is { } nearest)
        {
            return $"did you mean '{nearest}'?";
        }

        string more = words.Length > ListedWords ? ", …" : "";
        return $"known: {string.Join(", ", words.Take(ListedWords))}{more}";
    }

    /// <summary>Text of a file made safe to print: short and without control characters.</summary>
    public static string Quote(string text) => $"'{Plain(text, ShownCharacters)}'";

    /// <summary>A message of a library made safe to print.</summary>
    public static string Plain(string text, int maxCharacters = 160)
    {
        var shown = new StringBuilder();
        foreach (Rune rune in text.EnumerateRunes().Take(maxCharacters))
        {
            shown.Append(Rune.IsControl(rune) ? "?" : rune.ToString());
        }

        return shown.Append(text.EnumerateRunes().Skip(maxCharacters).Any() ? "…" : "").ToString();
    }
}
