using System.Globalization;
using System.Text.RegularExpressions;
using PlayHouse.Engine.Strategies;
using PlayHouse.Lab.Model.Experiments;

namespace PlayHouse.Dashboard.Model;

/// <summary>A strategy with its knobs as they were typed: a number that is none stays visible until the user corrects it.</summary>
/// <param name="Use">Strategy id.</param>
/// <param name="Knobs">Knob name to text.</param>
public sealed record SeamChoice(string Use, IReadOnlyDictionary<string, string> Knobs)
{
    /// <summary>A strategy with every knob at its default.</summary>
    public static SeamChoice Of(string use) => new(use, new Dictionary<string, string>());

    /// <summary>Of a setting of an experiment.</summary>
    public static SeamChoice Of(StrategySetting setting)
    {
        ArgumentNullException.ThrowIfNull(setting);
        return new SeamChoice(setting.Use, setting.Knobs.ToDictionary(k => k.Key, k => k.Value.ToString(CultureInfo.InvariantCulture)));
    }

    /// <summary>This choice with one knob; an empty text takes it back to its default.</summary>
    public SeamChoice With(string knob, string text)
    {
        Dictionary<string, string> knobs = Knobs.Where(k => k.Key != knob).ToDictionary();
        if (text.Length > 0)
        {
            knobs[knob] = text;
        }

        return new SeamChoice(Use, knobs);
    }

    /// <summary>What the engine is asked with; a text that is no number becomes one that no knob takes.</summary>
    public StrategyChoice ToChoice() => new(Use, Knobs.ToDictionary(
        k => k.Key, k => double.TryParse(k.Value, NumberStyles.Float, CultureInfo.InvariantCulture, out double number) ? number : double.NaN));

    /// <summary>Strategy and knobs in words.</summary>
    public string Words => Knobs.Count == 0 ? Use : $"{Use} ({string.Join(", ", Knobs.OrderBy(k => k.Key, StringComparer.Ordinal).Select(k => $"{k.Key} {k.Value}"))})";
}

/// <summary>
/// Strategies in an address: <c>seam:strategy;knob=value,seam:strategy</c>. What does not look like it is left out; whether the words
/// exist is for the catalogue to say. Pure.
/// </summary>
public static partial class SetText
{
    private const int LengthMax = 4_000;
    private const int SeamsMax = 64;

    /// <summary>Reads the text; the last word on a seam counts.</summary>
    public static IReadOnlyDictionary<string, SeamChoice> Read(string? text)
    {
        SortedDictionary<string, SeamChoice> set = new(StringComparer.Ordinal);
        foreach (string item in text is { Length: <= LengthMax } ? text.Split(',').Take(SeamsMax) : [])
        {
            Match match = Item().Match(item);
            if (match.Success)
            {
                set[match.Groups["seam"].Value] = new SeamChoice(match.Groups["use"].Value, Knobs(match));
            }
        }

        return set;
    }

    /// <summary>Writes it in the order of the seams; empty for nothing.</summary>
    public static string Write(IReadOnlyDictionary<string, SeamChoice> set)
    {
        ArgumentNullException.ThrowIfNull(set);
        return string.Join(',', set.OrderBy(s => s.Key, StringComparer.Ordinal).Select(s => $"{s.Key}:{Write(s.Value)}"));
    }

    /// <summary>Text of a knob as far as an address carries it.</summary>
    public static string Knob(string? typed) => Unusable().Replace(typed ?? "", "") is { Length: <= 24 } text ? text : "";

    private static string Write(SeamChoice choice) =>
        choice.Use + string.Concat(choice.Knobs.OrderBy(k => k.Key, StringComparer.Ordinal).Select(k => $";{k.Key}={k.Value}"));

    private static Dictionary<string, string> Knobs(Match match)
    {
        Dictionary<string, string> knobs = [];
        for (int i = 0; i < match.Groups["knob"].Captures.Count; i++)
        {
            knobs[match.Groups["knob"].Captures[i].Value] = match.Groups["value"].Captures[i].Value;
        }

        return knobs;
    }

    [GeneratedRegex(@"^(?<seam>[a-z][a-z0-9-]{0,63}):(?<use>[a-z0-9][a-z0-9-]{0,63})(;(?<knob>[a-z][A-Za-z0-9]{0,63})=(?<value>[A-Za-z0-9.+-]{1,24})){0,16}\z", RegexOptions.ExplicitCapture)]
    private static partial Regex Item();

    [GeneratedRegex("[^A-Za-z0-9.+-]")]
    private static partial Regex Unusable();
}
