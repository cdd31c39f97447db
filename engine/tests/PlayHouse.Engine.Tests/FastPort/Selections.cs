using PlayHouse.Engine.Strategies;
using PlayHouse.FastPort.Strategies;

namespace PlayHouse.FastPort.Tests;

/// <summary>What the suites run over: the catalogue and the presets, so that a new strategy is covered by itself.</summary>
internal static class Selections
{
    /// <summary>Builds with one strategy chosen and the other seams at their defaults.</summary>
    public static StrategyComposer Composer(string seam, StrategyChoice choice) =>
        new(FastPortCatalog.Seams, SelectionRules.Resolve(StrategySelection.Default.With(seam, choice), FastPortCatalog.Seams));

    /// <summary>Strategies of one seam.</summary>
    public static TheoryData<string> Of(string seam)
    {
        TheoryData<string> ids = [];
        foreach (StrategyDescriptor strategy in FastPortCatalog.Seams.Single(s => s.Id == seam).Strategies)
        {
            ids.Add(strategy.Id);
        }

        return ids;
    }

    /// <summary>Every strategy of every seam with the others at their defaults, every preset, and a task per packet, as <c>seam: strategy</c>.</summary>
    public static TheoryData<string> All
    {
        get
        {
            TheoryData<string> names = [];
            foreach (StrategyDescriptor strategy in FastPortCatalog.Seams.SelectMany(s => s.Strategies))
            {
                names.Add($"{strategy.Seam}: {strategy.Id}");
            }

            foreach (StrategyPreset preset in FastPortPresets.All)
            {
                names.Add($"preset: {preset.Id}");
            }

            names.Add("task per packet");
            return names;
        }
    }

    /// <summary>The selection of a name of <see cref="All"/>.</summary>
    public static StrategySelection Parse(string name)
    {
        string[] parts = name.Split(": ");
        if (parts is ["preset", string id])
        {
            Assert.True(FastPortPresets.TryFind(id, out StrategyPreset? preset));
            return preset.Selection;
        }

        return parts.Length == 2
            ? StrategySelection.Default.With(parts[0], parts[1])
            : StrategySelection.Default.With("mailbox", Choice("buffer-block", ("taskRun", 1)));
    }

    public static StrategyChoice Choice(string id, params (string Name, double Value)[] knobs) => new(id, knobs.ToDictionary(k => k.Name, k => k.Value));
}
