using System.Globalization;
using System.Text;

namespace PlayHouse.Lab.Notebooks.Cells;

/// <summary>Lines <c>#!lab …</c>. Each is one call of <see cref="Api.LabApi"/> whose value is shown. Pure functions, any thread.</summary>
internal static class Magics
{
    private const string Prefix = "#!lab";

    // Longer forms stand on a line of their own in the help.
    private const int FormWidthMax = 60;

    /// <summary>Every magic.</summary>
    public static IReadOnlyList<Magic> All { get; } =
    [
        new("runs", "", "Runs", 0, 0, [], "the runs of the store"),
        new("show", "RUN", "Show", 1, 1, [], "one run with its verdict"),
        new("run", "EXPERIMENT [--design pairs] [--blocks N] [--aa]", "Run", 1, 1,
            [MagicOption.Of("design"), MagicOption.Of("blocks", MagicValue.Number), MagicOption.Of("aa", MagicValue.None)], "runs an experiment; takes minutes"),
        new("compare", "A [B]", "Compare", 1, 2, [], "the arms inside a run, or arms RUN:arm of two runs side by side"),
        new("hotspots", "RUN [--top N] [--arm ARM]", "Hotspots", 1, 1, [MagicOption.Of("top", MagicValue.Number), MagicOption.Of("arm")], "who allocates"),
        new("flame", "RUN [--arm ARM] [--diff BASE]", "Flame", 1, 1, [MagicOption.Of("arm"), MagicOption.Of("diff")],
            "the same as a flame graph; with BASE, an arm of the run or RUN:arm, what changed from there"),
        new("chart", "RUN NAME [--metric ID]", "Chart", 2, 2, [MagicOption.Of("metric")],
            "a chart of a run: forest, arms, order, percentiles, waterfall, sites, hops"),
        new("decide", "keep|rollback|rerun --because TEXT [--run RUN] [--override TEXT] [--record]", "Decide", 1, 1,
            [MagicOption.Of("because"), MagicOption.Of("run"), new MagicOption("override", "overriding"), MagicOption.Of("record", MagicValue.None)],
            "what a decision about the run shown last would be; written with --record only"),
        new("help", "", "", 0, 0, [], "this list"),
    ];

    /// <summary>The C# of a line, without a line end; null with what is wrong.</summary>
    public static string? ToCall(string line, out string problem)
    {
        problem = "";
        if (line is "#!csharp" or "#!c#")
        {
            return "";
        }

        if (!Split(line, out List<string> words))
        {
            problem = "a quotation mark is open.";
            return null;
        }

        if (words.Count == 0 || words[0] != Prefix)
        {
            problem = $"'{words.FirstOrDefault()}' is not known here. Cells are C#; #!lab help lists the magics.";
            return null;
        }

        string verb = words.Count == 1 ? "help" : words[1];
        Magic? magic = All.FirstOrDefault(m => m.Verb == verb);
        if (magic is null)
        {
            problem = $"'#!lab {verb}' is not known. #!lab help lists the magics.";
            return null;
        }

        return Call(magic, words[Math.Min(2, words.Count)..], out problem);
    }

    private static string? Call(Magic magic, List<string> words, out string problem)
    {
        List<string> places = [], named = [];
        for (int i = 0; i < words.Count; i++)
        {
            if (!words[i].StartsWith("--", StringComparison.Ordinal))
            {
                places.Add(Literal(words[i]));
                continue;
            }

            if (Option(magic, words, ref i, out problem) is not { } option)
            {
                return null;
            }

            named.Add(option);
        }

        problem = places.Count < magic.PlacesMin || places.Count > magic.PlacesMax || named.Select(n => n.Split(':')[0]).Distinct().Count() < named.Count
            ? $"it is written: {magic.Form}" : "";
        return problem.Length > 0 ? null : magic.Call.Length == 0 ? Help() : $"Display(Lab.{magic.Call}({string.Join(", ", [.. places, .. named])}));";
    }

    private static string? Option(Magic magic, List<string> words, ref int at, out string problem)
    {
        string name = words[at][2..];
        problem = $"it is written: {magic.Form}";
        if (magic.Options.FirstOrDefault(o => o.Name == name) is not { } option)
        {
            return null;
        }

        if (option.Value == MagicValue.None)
        {
            return $"{option.Parameter}: true";
        }

        if (at + 1 == words.Count)
        {
            problem = $"--{name} needs a value.";
            return null;
        }

        string value = words[++at];
        if (option.Value == MagicValue.Text)
        {
            return $"{option.Parameter}: {Literal(value)}";
        }

        problem = $"--{name} takes a number, not '{value}'.";
        return int.TryParse(value, NumberStyles.None, CultureInfo.InvariantCulture, out int number)
            ? string.Create(CultureInfo.InvariantCulture, $"{option.Parameter}: {number}") : null;
    }

    private static string Help()
    {
        int width = All.Where(m => m.Form.Length <= FormWidthMax).Max(m => m.Form.Length);
        return $"Display({Literal(string.Join('\n', All.Select(m => m.Form.Length <= width
            ? m.Form.PadRight(width + 2) + m.What : $"{m.Form}\n{new string(' ', width + 2)}{m.What}")))});";
    }

    private static bool Split(string line, out List<string> words)
    {
        words = [];
        StringBuilder word = new();
        bool isQuoted = false, isWord = false;
        foreach (char c in line)
        {
            if (c == '"')
            {
                (isQuoted, isWord) = (!isQuoted, true);
            }
            else if (c is ' ' or '\t' && !isQuoted)
            {
                End(words, word, ref isWord);
            }
            else
            {
                word.Append(c);
                isWord = true;
            }
        }

        End(words, word, ref isWord);
        return !isQuoted;
    }

    private static void End(List<string> words, StringBuilder word, ref bool isWord)
    {
        if (isWord)
        {
            words.Add(word.ToString());
            word.Clear();
            isWord = false;
        }
    }

    private static string Literal(string text) => Microsoft.CodeAnalysis.CSharp.SymbolDisplay.FormatLiteral(text, quote: true);
}
