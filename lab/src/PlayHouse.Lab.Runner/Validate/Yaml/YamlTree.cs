namespace PlayHouse.Lab.Runner.Validate.Yaml;

/// <summary>A value of a file with its place.</summary>
internal abstract record YamlValue(int Line, int Column);

/// <summary>Text. <paramref name="IsPlain"/>: written without quotes, so it may mean a number, true, false or null.</summary>
internal sealed record YamlText(string Text, bool IsPlain, int Line, int Column) : YamlValue(Line, Column);

/// <summary>A list.</summary>
internal sealed record YamlList(IReadOnlyList<YamlValue> Items, int Line, int Column) : YamlValue(Line, Column);

/// <summary>A mapping whose keys are distinct texts, in file order.</summary>
internal sealed record YamlMap(IReadOnlyList<YamlEntry> Entries, int Line, int Column) : YamlValue(Line, Column)
{
    public YamlValue? this[string key] => Entries.FirstOrDefault(e => e.Key == key)?.Value;
}

/// <summary>A key and its value.</summary>
internal sealed record YamlEntry(string Key, int Line, int Column, YamlValue Value);
