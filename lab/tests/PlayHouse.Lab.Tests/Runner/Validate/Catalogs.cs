using PlayHouse.Engine.Strategies;
using PlayHouse.Lab.Runner.Validate;

namespace PlayHouse.Lab.Runner.Tests.Validate;

/// <summary>Catalogues with seams of a test's own; the first strategy of a seam is its default.</summary>
internal static class Catalogs
{
    public static EngineCatalog Of(params (string Seam, string[] Strategies)[] seams)
    {
        SeamDescriptor[] all = [.. seams.Select(s => new SeamDescriptor(s.Seam, "somewhere", "why?", [.. s.Strategies.Select((id, i) => Strategy(s.Seam, id, i == 0))]))];
        return new EngineCatalog(all, [Preset("default")], s => SelectionRules.Validate(s, all), s => SelectionRules.Resolve(s, all));
    }

    public static StrategyPreset Preset(string id, params (string Seam, string Strategy)[] sets) =>
        new(id, "a preset", sets.Aggregate(StrategySelection.Default, (selection, set) => selection.With(set.Seam, set.Strategy)));

    private static StrategyDescriptor Strategy(string seam, string id, bool isDefault) => new()
    {
        Seam = seam,
        Id = id,
        Type = typeof(object),
        Summary = id,
        Source = "a test",
        IsDefault = isDefault,
        Counters = [new StrategyCounter(seam, id, "ran", "runs", StrategyCounter.PerMessage)],
        Bytes = [],
    };
}
