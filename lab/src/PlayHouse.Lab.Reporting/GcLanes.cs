using System.Globalization;
using PlayHouse.Lab.Model.Analysis;

namespace PlayHouse.Lab.Reporting;

/// <summary>Collections of one launch over time, a lane of characters per generation and one for pauses. Pure functions, any thread.</summary>
internal static class GcLanes
{
    /// <summary>What the characters mean, one sentence.</summary>
    public const string Legend =
        "A column is a slice of the window. Lanes of generations count collections, the lane of pauses gives the longest one in whole "
        + "milliseconds, rounded up; '.' is none and '+' more than 9.";

    private const int LabelColumns = 8;
    private const int Generations = 3;

    /// <summary>The lanes with their time axis; none without a collection.</summary>
    public static IReadOnlyList<string> Lines(RuntimeProfile profile, int width)
    {
        int columns = Math.Max(10, width - LabelColumns - 2);
        if (profile.Collections.Count == 0 || !(profile.WindowMs > 0))
        {
            return [];
        }

        var counts = new int[Generations, columns];
        var pauses = new double[columns];
        foreach (CollectionRow row in profile.Collections)
        {
            int at = Math.Clamp((int)(row.StartMs / profile.WindowMs * columns), 0, columns - 1);
            counts[Math.Clamp(row.Generation, 0, Generations - 1), at]++;
            pauses[at] = Math.Max(pauses[at], row.PauseMs);
        }

        List<string> lines = [.. Enumerable.Range(0, Generations).Select(g => Lane($"gen {g}", Enumerable.Range(0, columns).Select(i => counts[g, i])))];
        lines.Add(Lane("pause", pauses.Select(p => (int)Math.Ceiling(Math.Min(p, 10)))));
        string end = $"{(profile.WindowMs / 1e3).ToString("0.0", CultureInfo.InvariantCulture)} s";
        lines.Add(new string(' ', LabelColumns + 1) + "0" + end.PadLeft(columns - 1));
        return lines;
    }

    private static string Lane(string label, IEnumerable<int> values) =>
        $"{label.PadRight(LabelColumns)}|{string.Concat(values.Select(Mark))}|";

    private static char Mark(int value) => value switch
    {
        <= 0 => '.',
        > 9 => '+',
        _ => (char)('0' + value),
    };
}
