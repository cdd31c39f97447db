using System.Text.Json;
using PlayHouse.Lab.Model;
using PlayHouse.Lab.Model.Analysis;

namespace PlayHouse.Lab.Statistics.Verdicts;

/// <summary>One row of the class table.</summary>
/// <param name="Class">The class.</param>
/// <param name="When">Comparisons of the interval's limits that must all hold; none for the last row.</param>
/// <param name="Words">What people read.</param>
public sealed record ClassRule(MetricClass Class, IReadOnlyList<string> When, string Words);

/// <summary>One row of the verdict table.</summary>
/// <param name="Id">Kebab-case name of the row.</param>
/// <param name="Verdict">The word.</param>
/// <param name="When">Clauses that must all hold; <c>a | b</c> holds when either does, <c>not a</c> when a does not.</param>
/// <param name="Words">What people read.</param>
public sealed record VerdictRule(string Id, VerdictKind Verdict, IReadOnlyList<string> When, string Words);

/// <summary>
/// The class table and the verdict table, read from data in order: the first row that matches wins and the last row of
/// each always does. Immutable and thread-safe.
/// </summary>
public sealed class VerdictRules
{
    private static readonly JsonSerializerOptions Strict = new(LabJson.Compact)
    {
        UnmappedMemberHandling = System.Text.Json.Serialization.JsonUnmappedMemberHandling.Disallow,
        RespectRequiredConstructorParameters = true,
        RespectNullableAnnotations = true,
    };

    private static readonly Lazy<VerdictRules> LazyShipped = new(ReadShipped);

    private readonly Func<IntervalFacts, bool>[] _classTests;
    private readonly Func<VerdictFacts, bool>[] _verdictTests;

    private VerdictRules(RuleFile file)
    {
        Classes = file.Classes;
        Verdicts = file.Verdicts;
        _classTests = [.. Classes.Select(r => ConditionParser.ParseAll(r.When, ConditionParser.ParseComparison))];
        _verdictTests = [.. Verdicts.Select(r => ConditionParser.ParseAll(r.When, ConditionParser.ParseClause))];
    }

    /// <summary>
    /// Version of the rule as a whole: the tables and how facts are made for them. A verdict of another version is re-judged by
    /// <c>plab analyse</c>, and what it said is kept.
    /// </summary>
    public const int RuleVersion = 5;

    /// <summary>Id of the row for what needs no interval: crashes, errors, loss, a rate that is not held.</summary>
    public const string HardFailureRow = "hard-failure";

    /// <summary>Id of the row for a gain that another primary metric holds up.</summary>
    public const string OpenPrimaryRow = "gain-beside-open-primary";

    /// <summary>The tables this version judges with.</summary>
    public static VerdictRules Shipped => LazyShipped.Value;

    /// <summary>Rows of the class table, in order.</summary>
    public IReadOnlyList<ClassRule> Classes { get; }

    /// <summary>Rows of the verdict table, in order.</summary>
    public IReadOnlyList<VerdictRule> Verdicts { get; }

    /// <summary>Reads tables.</summary>
    /// <exception cref="InvalidDataException">Not the format, an unknown condition, a missing class, or no closing row.</exception>
    public static VerdictRules Parse(string json)
    {
        RuleFile file;
        try
        {
            file = JsonSerializer.Deserialize<RuleFile>(json, Strict) ?? throw new InvalidDataException("The verdict rules are empty.");
        }
        catch (JsonException e)
        {
            throw new InvalidDataException($"The verdict rules are not readable: {e.Message}", e);
        }

        if (file.Version != 1)
        {
            throw new InvalidDataException($"Version {file.Version} of the verdict rules is unknown; this program reads version 1.");
        }

        if (file.Classes.Count == 0 || file.Classes[^1].When.Count != 0 || file.Verdicts.Count == 0 || file.Verdicts[^1].When.Count != 0)
        {
            throw new InvalidDataException("The last row of each table must have no condition, so that every case has an answer.");
        }

        if (Enum.GetValues<MetricClass>().Except(file.Classes.Select(c => c.Class)).Any())
        {
            throw new InvalidDataException("Every class needs a row.");
        }

        return new(file);
    }

    /// <summary>The class of an interval on the scale where positive is better.</summary>
    public ClassRule Classify(double lower, double upper, double delta)
    {
        var facts = new IntervalFacts(lower, upper, delta);
        return Classes[Array.FindIndex(_classTests, test => test(facts))];
    }

    /// <summary>The words of a class.</summary>
    public string WordsOf(MetricClass metricClass) => Classes.First(c => c.Class == metricClass).Words;

    /// <summary>The row that decides.</summary>
    public VerdictRule Judge(VerdictFacts facts)
    {
        ArgumentNullException.ThrowIfNull(facts);
        return Verdicts[Array.FindIndex(_verdictTests, test => test(facts))];
    }

    private static VerdictRules ReadShipped()
    {
        using Stream stream = typeof(VerdictRules).Assembly.GetManifestResourceStream("verdict-rules.json")
            ?? throw new InvalidDataException("The verdict rules are not part of this build.");
        using var reader = new StreamReader(stream);
        return Parse(reader.ReadToEnd());
    }

    private sealed record RuleFile(int Version, IReadOnlyList<ClassRule> Classes, IReadOnlyList<VerdictRule> Verdicts);
}
