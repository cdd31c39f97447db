using PlayHouse.Engine.Diagnostics;
using PlayHouse.Engine.Strategies;
using PlayHouse.Lab.Control;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Target.Scenarios;

namespace PlayHouse.Lab.Target.Hosts;

/// <summary>What all hosts say alike.</summary>
internal static class HostRules
{
    /// <summary>A scenario without another server was asked to connect to one.</summary>
    public static ControlException NoPeer() => new("no-peer", "this scenario has no other server to connect to");

    /// <summary>Hops as the control channel tells them.</summary>
    public static IReadOnlyList<HopRecord> Records(IReadOnlyList<HopSummary> hops) =>
        [.. hops.Select(h => new HopRecord(h.Name, h.Count, h.MeanNs, h.P50Ns, h.P99Ns))];

    /// <summary>A planted effect for a server whose messages have no error code.</summary>
    /// <exception cref="ControlException">The effect is error replies.</exception>
    public static InjectedEffect? EffectWithoutErrors(InjectSpec? inject) => inject switch
    {
        null => null,
        { ErrorRate: > 0 } => throw new ControlException("bad-options", "inject.errorRate: messages of this scenario have no error code"),
        _ => new InjectedEffect(inject),
    };

    /// <summary>
    /// A plan names every seam. What equals the shipped default counts as not chosen: a default that another seam leaves
    /// without work (a pool that is never rented from) is no contradiction, an explicit choice of it would be.
    /// </summary>
    /// <param name="settings">Every seam of the plan.</param>
    /// <param name="defaults">Every seam of the subject at its default.</param>
    public static StrategySelection Selected(
        IReadOnlyDictionary<string, StrategySetting> settings, IReadOnlyDictionary<string, StrategyChoice> defaults)
    {
        bool IsDefault(string seam, StrategySetting setting) =>
            defaults.TryGetValue(seam, out StrategyChoice? choice)
            && choice.Id == setting.Use
            && setting.Knobs.All(k => choice.Knobs.TryGetValue(k.Key, out double value) && value == k.Value);

        return new StrategySelection(settings
            .Where(s => !IsDefault(s.Key, s.Value))
            .ToDictionary(s => s.Key, s => new StrategyChoice(s.Value.Use, s.Value.Knobs)));
    }
}
