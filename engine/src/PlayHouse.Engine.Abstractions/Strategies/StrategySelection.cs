using System.Globalization;

namespace PlayHouse.Engine.Strategies;

/// <summary>A strategy chosen for a seam, with the knobs that differ from their defaults.</summary>
/// <param name="Id">Strategy id.</param>
/// <param name="Knobs">Knob name to value.</param>
public sealed record StrategyChoice(string Id, IReadOnlyDictionary<string, double> Knobs)
{
    /// <summary>A strategy with every knob at its default.</summary>
    public static StrategyChoice Of(string id) => new(id, new Dictionary<string, double>());

    /// <summary>The value of a knob: as chosen, else the descriptor's default.</summary>
    public double Knob(StrategyDescriptor descriptor, string name) =>
        Knobs.TryGetValue(name, out double value) ? value : descriptor.Knobs.First(k => k.Name == name).Default;

    /// <summary>What was built, as <c>strategy{knob=value,…}</c>: the id of the built type with the knobs of this choice.</summary>
    public string DescribeAs(string builtId)
    {
        string values = string.Join(',', Knobs.Select(k => string.Create(CultureInfo.InvariantCulture, $"{k.Key}={k.Value}")));
        return values.Length == 0 ? builtId : $"{builtId}{{{values}}}";
    }
}

/// <summary>Which strategy every seam uses. Immutable; a seam not named has its default.</summary>
/// <param name="Choices">Seam id to choice.</param>
public sealed record StrategySelection(IReadOnlyDictionary<string, StrategyChoice> Choices)
{
    /// <summary>Every seam at its default.</summary>
    public static StrategySelection Default { get; } = new(new Dictionary<string, StrategyChoice>());

    /// <summary>This selection with one seam changed.</summary>
    public StrategySelection With(string seam, StrategyChoice choice) =>
        new(new Dictionary<string, StrategyChoice>(Choices) { [seam] = choice });

    /// <summary>This selection with one seam changed to a strategy with default knobs.</summary>
    public StrategySelection With(string seam, string strategy) => With(seam, StrategyChoice.Of(strategy));
}
