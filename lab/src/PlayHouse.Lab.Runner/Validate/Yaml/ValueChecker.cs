using System.Globalization;
using System.Text.RegularExpressions;

namespace PlayHouse.Lab.Runner.Validate.Yaml;

/// <summary>Checks a tree against a rule and reports everything that is wrong, not only the first thing.</summary>
internal sealed class ValueChecker(string file, List<FileProblem> problems)
{
    private static readonly TimeSpan MatchLimit = TimeSpan.FromMilliseconds(200);
    private readonly Dictionary<string, (int Line, int Column)> _positions = new(StringComparer.Ordinal);

    public SourceMap Source => new(file, _positions);

    public void Check(YamlValue value, ValueRule rule, string path)
    {
        if (problems.Count >= YamlFileReader.MaxProblems)
        {
            return;
        }

        _positions.TryAdd(path, (value.Line, value.Column));
        switch (rule)
        {
            case TextRule text:
                CheckText(value, text, path);
                break;
            case WordRule words:
                CheckWord(value, words, path);
                break;
            case NumberRule number:
                CheckNumber(value, number, path);
                break;
            case FlagRule:
                CheckFlag(value, path);
                break;
            case ListRule list:
                CheckList(value, list, path);
                break;
            case ObjectRule keys:
                CheckObject(value, keys, path);
                break;
            case ShortOrObjectRule either:
                Check(value, value is YamlMap ? either.Long : either.Short, path);
                break;
        }
    }

    public static bool TryNumber(YamlValue value, out double number)
    {
        number = 0;
        return value is YamlText { IsPlain: true } text
            && double.TryParse(
                text.Text,
                NumberStyles.AllowLeadingSign | NumberStyles.AllowDecimalPoint | NumberStyles.AllowExponent,
                CultureInfo.InvariantCulture,
                out number)
            && double.IsFinite(number);
    }

    private void CheckText(YamlValue value, TextRule rule, string path)
    {
        if (value is not YamlText text)
        {
            Report(value, $"{Name(path)} takes text", null);
        }
        else if (text.IsPlain && (IsKeyword(text.Text) || TryNumber(text, out _)))
        {
            bool isEmpty = text.Text.Length == 0;
            Report(value, isEmpty ? $"{Name(path)} has no value" : $"{Name(path)} takes text", isEmpty ? null : "put the value in quotes");
        }
        else if (text.Text.Trim().Length == 0)
        {
            Report(value, $"{Name(path)} is empty", null);
        }
        else if (text.Text.Length > rule.MaxLength)
        {
            Report(value, $"{Name(path)} is longer than {rule.MaxLength} characters", null);
        }
        else if (rule.Pattern is not null && !Regex.IsMatch(text.Text, rule.Pattern, RegexOptions.CultureInvariant, MatchLimit))
        {
            Report(value, $"{Name(path)} is {Suggestions.Quote(text.Text)}, it takes {rule.Meaning}", null);
        }
    }

    private void CheckWord(YamlValue value, WordRule rule, string path)
    {
        if (value is not YamlText text)
        {
            Report(value, $"{Name(path)} takes one word", Suggestions.For("", rule.Words));
        }
        else if (!rule.Words.Contains(text.Text))
        {
            Report(value, $"{Name(path)} does not know {Suggestions.Quote(text.Text)}", Suggestions.For(text.Text, rule.Words));
        }
    }

    private void CheckNumber(YamlValue value, NumberRule rule, string path)
    {
        if (rule.OrWord is not null && value is YamlText text && text.Text == rule.OrWord)
        {
            return;
        }

        string kind = rule.IsWhole ? "a whole number" : "a number";
        string range = string.Create(CultureInfo.InvariantCulture, $"{kind} from {rule.Min:0.##########} to {rule.Max:0.##########}");
        string legal = rule.OrWord is null ? range : $"'{rule.OrWord}' or {range}";
        if (!TryNumber(value, out double number))
        {
            string? hint = value is YamlText { IsPlain: false } quoted && double.TryParse(quoted.Text, CultureInfo.InvariantCulture, out _)
                ? "take the quotes away"
                : rule.OrWord is not null && value is YamlText word ? Suggestions.For(word.Text, [rule.OrWord]) : null;
            Report(value, $"{Name(path)} takes {legal}", hint);
        }
        else if (!(number >= rule.Min && number <= rule.Max) || (rule.IsWhole && number != Math.Floor(number)))
        {
            Report(value, string.Create(CultureInfo.InvariantCulture, $"{Name(path)} is {number}, it takes {legal}"), null);
        }
    }

    private void CheckFlag(YamlValue value, string path)
    {
        if (value is not YamlText { IsPlain: true, Text: "true" or "false" })
        {
            string? hint = (value as YamlText)?.Text.ToUpperInvariant() switch
            {
                "YES" or "ON" or "TRUE" or "1" => "did you mean 'true'?",
                "NO" or "OFF" or "FALSE" or "0" => "did you mean 'false'?",
                _ => null,
            };
            Report(value, $"{Name(path)} takes true or false", hint);
        }
    }

    private void CheckList(YamlValue value, ListRule rule, string path)
    {
        if (value is not YamlList list)
        {
            Report(value, $"{Name(path)} takes a list", null);
            return;
        }

        if (list.Items.Count < rule.MinItems || list.Items.Count > rule.MaxItems)
        {
            Report(value, $"{Name(path)} has {list.Items.Count} items, it takes {rule.MinItems} to {rule.MaxItems}", null);
        }

        for (int i = 0; i < list.Items.Count; i++)
        {
            Check(list.Items[i], rule.Item, string.Create(CultureInfo.InvariantCulture, $"{path}[{i}]"));
        }
    }

    private void CheckObject(YamlValue value, ObjectRule rule, string path)
    {
        if (value is not YamlMap map)
        {
            bool isEmpty = value is YamlText { IsPlain: true, Text: "" };
            Report(value, isEmpty ? $"{Name(path)} has no value" : $"{Name(path)} takes a mapping", Suggestions.For("", rule.Keys.Select(k => k.Name)));
            return;
        }

        foreach (KeyRule key in rule.Keys.Where(k => k.IsRequired && map[k.Name] is null))
        {
            Report(value, $"{Name(path)} lacks the key '{key.Name}'", key.Summary);
        }

        int others = 0;
        foreach (YamlEntry entry in map.Entries)
        {
            string child = path.Length == 0 ? entry.Key : $"{path}.{entry.Key}";
            _positions.TryAdd(child, (entry.Line, entry.Column));
            if (rule.Find(entry.Key) is { } known)
            {
                Check(entry.Value, known.Value, child);
            }
            else if (CheckOtherKey(entry, rule, path, ++others))
            {
                Check(entry.Value, rule.Others!.Value, child);
            }
        }
    }

    private bool CheckOtherKey(YamlEntry entry, ObjectRule rule, string path, int count)
    {
        string quoted = Suggestions.Quote(entry.Key);
        if (rule.Others is null)
        {
            Report(entry, $"{Name(path)} has no key {quoted}", Suggestions.For(entry.Key, rule.Keys.Select(k => k.Name)));
            return false;
        }

        if (!Regex.IsMatch(entry.Key, rule.Others.Pattern, RegexOptions.CultureInvariant, MatchLimit))
        {
            Report(entry, $"{Name(path)} has the key {quoted}, it takes {rule.Others.Meaning}", null);
            return false;
        }

        if (count == rule.Others.MaxCount + 1)
        {
            Report(entry, $"{Name(path)} has more than {rule.Others.MaxCount} keys", null);
        }

        return count <= rule.Others.MaxCount;
    }

    private static bool IsKeyword(string text) => text is "" or "~" or "null" or "Null" or "NULL" or "true" or "false" or "True" or "False" or "TRUE" or "FALSE";

    private static string Name(string path) => path.Length == 0 ? "the file" : Suggestions.Plain(path);

    private void Report(YamlEntry entry, string message, string? suggestion) => Add(entry.Line, entry.Column, message, suggestion);

    private void Report(YamlValue value, string message, string? suggestion) => Add(value.Line, value.Column, message, suggestion);

    private void Add(int line, int column, string message, string? suggestion)
    {
        if (problems.Count < YamlFileReader.MaxProblems)
        {
            problems.Add(new FileProblem(file, line, column, message, suggestion));
        }
    }
}
