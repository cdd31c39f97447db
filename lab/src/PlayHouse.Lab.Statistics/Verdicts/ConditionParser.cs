namespace PlayHouse.Lab.Statistics.Verdicts;

/// <summary>An interval and its threshold on the scale where positive is better.</summary>
internal readonly record struct IntervalFacts(double Lower, double Upper, double Delta);

/// <summary>Turns the conditions of the rule file into functions. The vocabulary is closed: an unknown word is an error.</summary>
internal static class ConditionParser
{
    private static readonly Dictionary<string, Func<VerdictFacts, bool>> Vocabulary = new(StringComparer.Ordinal)
    {
        ["hard-failure"] = f => f.HasHardFailure,
        ["load-limited"] = f => f.IsLoadLimited,
        ["aa-alarm"] = f => f.HasAaAlarm,
        ["proof-failed"] = f => f.IsProofMissing,
        ["mixed-launches"] = f => f.IsMixed,
        ["between-looks"] = f => f.IsBetweenLooks,
        ["primary-worse-practical"] = f => f.Primaries.Any(m => m.Class == Model.Analysis.MetricClass.WorsePractical),
        ["guard-worse-practical"] = f => f.Guards.Any(m => m.Class == Model.Analysis.MetricClass.WorsePractical),
        ["primary-open"] = f => f.Primaries.Any(m => !m.IsJudged),
        ["primary-improved"] = f => f.Primaries.Any(m => m.IsImproved),
        ["primary-worse"] = f => f.Primaries.Any(m => m.IsWorse),
        ["primary-worse-large"] = f => f.Primaries.Any(m => m.IsWorse && m.IsLarge),
        ["guard-worse"] = f => f.Guards.Any(m => m.CountsAsLoss),
        ["guard-suspected"] = f => f.Guards.Any(m => m.IsSuspectedLoss),
        ["primary-earns-keep"] = f => f.Primaries.Any(m => m.EarnsKeep),
        ["primaries-non-inferior"] = f => f.Primaries.All(m => m.IsNonInferior),
        ["guards-non-inferior"] = f => f.Guards.All(m => m.IsNonInferior),

        // A policy without a primary metric has asked nothing: no answer, not "no effect".
        ["all-primaries-equivalent"] = f => f.Primaries.Count > 0 && f.Primaries.All(m => m.Class == Model.Analysis.MetricClass.Equivalent),
    };

    public static Func<T, bool> ParseAll<T>(IReadOnlyList<string> conditions, Func<string, Func<T, bool>> parse)
    {
        Func<T, bool>[] parts = [.. conditions.Select(parse)];
        return facts => Array.TrueForAll(parts, part => part(facts));
    }

    /// <summary><c>lower|upper &lt;|&gt; delta|-delta|0</c>.</summary>
    public static Func<IntervalFacts, bool> ParseComparison(string text)
    {
        string[] words = text.Split(' ');
        if (words.Length != 3)
        {
            throw new InvalidDataException($"'{text}' is not a comparison such as 'lower > delta'.");
        }

        Func<IntervalFacts, double> limit = words[0] switch
        {
            "lower" => f => f.Lower,
            "upper" => f => f.Upper,
            _ => throw new InvalidDataException($"'{words[0]}' in '{text}' is neither lower nor upper."),
        };
        Func<IntervalFacts, double> bound = words[2] switch
        {
            "delta" => f => f.Delta,
            "-delta" => f => -f.Delta,
            "0" => _ => 0,
            _ => throw new InvalidDataException($"'{words[2]}' in '{text}' is none of delta, -delta, 0."),
        };
        return words[1] switch
        {
            "<" => f => limit(f) < bound(f),
            ">" => f => limit(f) > bound(f),
            _ => throw new InvalidDataException($"'{words[1]}' in '{text}' is neither < nor >."),
        };
    }

    public static Func<VerdictFacts, bool> ParseClause(string text)
    {
        Func<VerdictFacts, bool>[] parts = [.. text.Split('|', StringSplitOptions.TrimEntries).Select(ParseFact)];
        return facts => Array.Exists(parts, part => part(facts));
    }

    private static Func<VerdictFacts, bool> ParseFact(string text)
    {
        const string Not = "not ";
        if (text.StartsWith(Not, StringComparison.Ordinal))
        {
            Func<VerdictFacts, bool> inner = ParseFact(text[Not.Length..]);
            return facts => !inner(facts);
        }

        return Vocabulary.TryGetValue(text, out Func<VerdictFacts, bool>? fact)
            ? fact
            : throw new InvalidDataException($"'{text}' is not a fact of the verdict table; known are {string.Join(", ", Vocabulary.Keys)}.");
    }
}
