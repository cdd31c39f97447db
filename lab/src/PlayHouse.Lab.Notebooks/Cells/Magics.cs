using System.Text;

namespace PlayHouse.Lab.Notebooks.Cells;

/// <summary>One magic: a line that is a call of the lab.</summary>
/// <param name="Form">How it is written, for people.</param>
/// <param name="What">What it does.</param>
internal sealed record Magic(string Form, string What);

/// <summary>Lines <c>#!lab …</c>. Each is one call of <see cref="Api.LabApi"/> whose value is shown. Pure functions, any thread.</summary>
internal static class Magics
{
    /// <summary>Every magic.</summary>
    public static IReadOnlyList<Magic> All { get; } =
    [
        new("#!lab runs", "the runs of the store"),
        new("#!lab show RUN", "one run with its verdict"),
        new("#!lab run EXPERIMENT [--design short] [--blocks N] [--aa]", "runs an experiment; takes minutes"),
        new("#!lab compare A [B]", "the arms inside a run, or arms RUN:arm of two runs side by side"),
        new("#!lab hotspots RUN [--top N] [--arm ARM]", "who allocates"),
        new("#!lab flame RUN [--arm ARM]", "the same as a flame graph"),
        new("#!lab chart RUN NAME [--metric ID]", "a chart of a run: forest, arms, order, percentiles, waterfall, sites, hops"),
        new("#!lab help", "this list"),
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

        if (words.Count == 0 || words[0] != "#!lab")
        {
            problem = $"'{words.FirstOrDefault()}' is not known here. Cells are C#; #!lab help lists the magics.";
            return null;
        }

        return words.Count == 1 ? Help() : Call(words[1], words[2..], out problem);
    }

    private static string? Call(string verb, List<string> words, out string problem)
    {
        if (!Options(words, out List<string> places, out Dictionary<string, string> options, out problem))
        {
            return null;
        }

        (int Min, int Max, string Name, string[] Allowed)? form = verb switch
        {
            "runs" => (0, 0, "Runs", []),
            "show" => (1, 1, "Show", []),
            "run" => (1, 1, "Run", ["design", "blocks", "aa"]),
            "compare" => (1, 2, "Compare", []),
            "hotspots" => (1, 1, "Hotspots", ["top", "arm"]),
            "flame" => (1, 1, "Flame", ["arm"]),
            "chart" => (2, 2, "Chart", ["metric"]),
            "help" => (0, 0, "", []),
            _ => null,
        };
        if (form is not { } known)
        {
            problem = $"'#!lab {verb}' is not known. #!lab help lists the magics.";
            return null;
        }

        if (places.Count < known.Min || places.Count > known.Max || options.Keys.Except(known.Allowed).Any())
        {
            problem = $"it is written: {All.First(m => m.Form.StartsWith($"#!lab {verb}", StringComparison.Ordinal)).Form}";
            return null;
        }

        return known.Name.Length == 0 ? Help() : $"Display(Lab.{known.Name}({string.Join(", ", [.. places.Select(Literal), .. options.Select(o => $"{o.Key}: {o.Value}")])}));";
    }

    // Values of options are texts, but where the call takes a number or a switch.
    private static bool Options(List<string> words, out List<string> places, out Dictionary<string, string> options, out string problem)
    {
        (places, options, problem) = ([], new Dictionary<string, string>(StringComparer.Ordinal), "");
        for (int i = 0; i < words.Count; i++)
        {
            if (!words[i].StartsWith("--", StringComparison.Ordinal))
            {
                places.Add(words[i]);
                continue;
            }

            string name = words[i][2..];
            if (name == "aa")
            {
                options[name] = "true";
                continue;
            }

            if (i + 1 == words.Count)
            {
                problem = $"--{name} needs a value.";
                return false;
            }

            string value = words[++i];
            bool isNumber = name is "top" or "blocks";
            if (isNumber && !int.TryParse(value, out _))
            {
                problem = $"--{name} takes a number, not '{value}'.";
                return false;
            }

            options[name] = isNumber ? value : Literal(value);
        }

        return true;
    }

    private static string Help()
    {
        int width = All.Max(m => m.Form.Length);
        return $"Display({Literal(string.Join('\n', All.Select(m => m.Form.PadRight(width + 2) + m.What)))});";
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
