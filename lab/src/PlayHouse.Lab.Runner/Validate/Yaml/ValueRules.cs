namespace PlayHouse.Lab.Runner.Validate.Yaml;

/// <summary>What a value of a file may be. One description serves the check and the JSON schema.</summary>
internal abstract record ValueRule;

/// <summary>Text; <paramref name="Pattern"/> is a regular expression for the whole text and <paramref name="Meaning"/> its words.</summary>
internal sealed record TextRule(int MaxLength, string? Pattern = null, string? Meaning = null) : ValueRule;

/// <summary>One of some words.</summary>
internal sealed record WordRule(IReadOnlyList<string> Words) : ValueRule;

/// <summary>A number in a range, or the one word in its place.</summary>
internal sealed record NumberRule(double Min, double Max, bool IsWhole, string? OrWord = null) : ValueRule;

/// <summary>true or false.</summary>
internal sealed record FlagRule : ValueRule;

/// <summary>A list of like items.</summary>
internal sealed record ListRule(ValueRule Item, int MinItems, int MaxItems) : ValueRule;

/// <summary>A mapping with known keys, and others under a pattern when <paramref name="Others"/> says so.</summary>
internal sealed record ObjectRule(IReadOnlyList<KeyRule> Keys, OtherKeys? Others = null) : ValueRule
{
    public KeyRule? Find(string key) => Keys.FirstOrDefault(k => k.Name == key);
}

/// <summary>A short text, or the mapping it stands for.</summary>
internal sealed record ShortOrObjectRule(TextRule Short, ObjectRule Long) : ValueRule;

/// <summary>A known key.</summary>
internal sealed record KeyRule(string Name, ValueRule Value, string Summary, bool IsRequired = false);

/// <summary>Keys that only a catalogue knows.</summary>
internal sealed record OtherKeys(string Pattern, string Meaning, ValueRule Value, int MaxCount);
