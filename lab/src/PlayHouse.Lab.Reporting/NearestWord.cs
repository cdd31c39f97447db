namespace PlayHouse.Lab.Reporting;

/// <summary>Finds the word that was probably meant. Pure.</summary>
public static class NearestWord
{
    /// <summary>Longest input worth comparing: a longer one is no typing error, and must not cost time.</summary>
    public const int ComparedLengthMax = 64;

    /// <summary>The nearest word, or null when none is near (more than a third of it would have to change).</summary>
    /// <param name="given">What was typed.</param>
    /// <param name="words">The words that are known.</param>
    public static string? Find(string given, IEnumerable<string> words)
    {
        ArgumentNullException.ThrowIfNull(given);
        ArgumentNullException.ThrowIfNull(words);
        if (given.Length is 0 or > ComparedLengthMax)
        {
            return null;
        }

        string? best = null;
        int bestEdits = int.MaxValue;
        foreach (string word in words.Distinct())
        {
            int edits = Edits(given, word);
            if (edits < bestEdits)
            {
                (best, bestEdits) = (word, edits);
            }
        }

        return best is not null && bestEdits * 3 <= Math.Max(best.Length, 3) ? best : null;
    }

    // Insertion, deletion, replacement and the exchange of two neighbours count one each.
    private static int Edits(string from, string to)
    {
        int[,] edits = new int[from.Length + 1, to.Length + 1];
        for (int i = 0; i <= from.Length; i++)
        {
            for (int j = 0; j <= to.Length; j++)
            {
                edits[i, j] = i == 0 || j == 0 ? i + j : Fewest(edits, from, to, i, j);
            }
        }

        return edits[from.Length, to.Length];
    }

    private static int Fewest(int[,] edits, string from, string to, int i, int j)
    {
        bool isSame = AreSame(from[i - 1], to[j - 1]);
        int fewest = Math.Min(edits[i - 1, j - 1] + (isSame ? 0 : 1), Math.Min(edits[i - 1, j], edits[i, j - 1]) + 1);
        bool isExchange = i > 1 && j > 1 && AreSame(from[i - 1], to[j - 2]) && AreSame(from[i - 2], to[j - 1]);
        return isExchange ? Math.Min(fewest, edits[i - 2, j - 2] + 1) : fewest;
    }

    private static bool AreSame(char a, char b) => char.ToUpperInvariant(a) == char.ToUpperInvariant(b);
}
