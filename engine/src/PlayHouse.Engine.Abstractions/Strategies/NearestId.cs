namespace PlayHouse.Engine.Strategies;

/// <summary>Turns a mistyped id into a suggestion and the list of legal ids. Not on a message path.</summary>
public static class NearestId
{
    /// <summary>Longest id worth comparing; a longer one gets the list only, so that a huge input costs nothing.</summary>
    private const int ComparedLengthMax = 64;

    /// <summary>"Did you mean …?" when an id is near, then all legal ids.</summary>
    public static string Suggest(string given, IEnumerable<string> legal)
    {
        List<string> ids = [.. legal];
        if (ids.Count == 0)
        {
            return "There are none.";
        }

        string list = $"Legal: {string.Join(", ", ids)}.";
        string? near = Find(given, ids);
        return near is null ? list : $"Did you mean '{near}'? {list}";
    }

    private static string? Find(string given, List<string> ids)
    {
        if (given.Length is 0 or > ComparedLengthMax)
        {
            return null;
        }

        string? best = null;
        int bestEdits = int.MaxValue;
        foreach (string id in ids)
        {
            int edits = Edits(given.ToUpperInvariant(), id.ToUpperInvariant());
            if (edits < bestEdits)
            {
                (best, bestEdits) = (id, edits);
            }
        }

        // Beyond half of the word a suggestion is a guess.
        return bestEdits * 2 <= Math.Max(given.Length, best!.Length) ? best : null;
    }

    /// <summary>Insertions, deletions and replacements that turn one word into the other.</summary>
    private static int Edits(string from, string to)
    {
        int[] row = new int[to.Length + 1];
        for (int j = 0; j <= to.Length; j++)
        {
            row[j] = j;
        }

        for (int i = 1; i <= from.Length; i++)
        {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= to.Length; j++)
            {
                int replaced = diagonal + (from[i - 1] == to[j - 1] ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.Min(replaced, Math.Min(row[j], row[j - 1]) + 1);
            }
        }

        return row[to.Length];
    }
}
