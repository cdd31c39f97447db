using System.Text;

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

        string given = word.Length > ShownCharacters ? word[..ShownCharacters] : word;
        (string nearest, int distance) = words.Select(w => (w, Distance(given, w))).MinBy(p => p.Item2);
        int tolerance = Math.Max(1, Math.Max(given.Length, nearest.Length) / 3);
        if (distance <= tolerance)
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

    /// <summary>Levenshtein distance without regard to case.</summary>
    public static int Distance(string a, string b)
    {
        int[] row = [.. Enumerable.Range(0, b.Length + 1)];
        for (int i = 1; i <= a.Length; i++)
        {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.Length; j++)
            {
                int substitute = diagonal + (char.ToLowerInvariant(a[i - 1]) == char.ToLowerInvariant(b[j - 1]) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.Min(substitute, Math.Min(row[j], row[j - 1]) + 1);
            }
        }

        return row[^1];
    }
}
