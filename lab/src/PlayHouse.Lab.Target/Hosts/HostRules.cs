using PlayHouse.Engine.Strategies;
using PlayHouse.Lab.Control;
using PlayHouse.Lab.Model.Experiments;

namespace PlayHouse.Lab.Target.Hosts;

/// <summary>What all hosts say alike.</summary>
internal static class HostRules
{
    /// <summary>A scenario without another server was asked to connect to one.</summary>
    public static ControlException NoPeer() => new("no-peer", "this scenario has no other server to connect to");

    /// <summary>
    /// A plan names every seam. What equals the shipped default counts as not chosen: a default that another seam leaves
    /// without work (a pool nobody rents from) is no contradiction, an explicit choice of it would be.
    /// </summary>
    public static StrategySelection Selected(IReadOnlyDictionary<string, StrategySetting> settings)
    {
        IReadOnlyDictionary<string, StrategyChoice> defaults = StrategyRules.Resolve(StrategySelection.Default);
        bool IsDefault(string seam, StrategySetting setting) =>
            defaults.TryGetValue(seam, out StrategyChoice? choice)
            && choice.Id == setting.Use
            && setting.Knobs.All(k => choice.Knobs.TryGetValue(k.Key, out double value) && value == k.Value);

        return new StrategySelection(settings
            .Where(s => !IsDefault(s.Key, s.Value))
            .ToDictionary(s => s.Key, s => new StrategyChoice(s.Value.Use, s.Value.Knobs)));
    }
}
