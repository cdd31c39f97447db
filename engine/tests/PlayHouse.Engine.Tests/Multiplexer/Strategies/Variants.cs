using PlayHouse.Engine.Strategies;

namespace PlayHouse.Multiplexer.Tests.Strategies;

/// <summary>Selections that suites run over: every variant of every seam with defaults elsewhere, and every preset.</summary>
internal static class Variants
{
    /// <summary>Names understood by <see cref="Selection"/>.</summary>
    public static IEnumerable<string> All =>
        MultiplexerCatalog.Seams.SelectMany(s => s.Strategies).Select(s => $"{s.Seam}:{s.Id}").Concat(MultiplexerCatalog.Presets.Select(p => p.Id));

    /// <summary>The same, and every variant once more with messages cut into many frames.</summary>
    public static IEnumerable<string> AllAndCut =>
        All.Concat(MultiplexerCatalog.Seams.Where(s => s.Id != "mux-chunk").SelectMany(s => s.Strategies).Select(s => $"{s.Seam}:{s.Id}:cut"));

    public static IEnumerable<string> OfSeam(string seam) => MultiplexerCatalog.Seams.Single(s => s.Id == seam).Strategies.Select(s => $"{s.Seam}:{s.Id}");

    public static TheoryData<string> Data(IEnumerable<string> names)
    {
        TheoryData<string> data = [];
        foreach (string name in names)
        {
            data.Add(name);
        }

        return data;
    }

    public static StrategySelection Selection(string name)
    {
        if (name.Split(':') is [string seam, string strategy, .. string[] cut])
        {
            StrategySelection selection = StrategySelection.Default.With(seam, strategy);
            return cut.Length == 0 ? selection : selection.With("mux-chunk", "fixed-1k");
        }

        Assert.True(MultiplexerCatalog.TryFindPreset(name, out StrategyPreset? preset));
        return preset.Selection;
    }

    /// <summary>A strategy with knobs.</summary>
    public static StrategyChoice Choice(string id, params (string Name, double Value)[] knobs) => new(id, knobs.ToDictionary(k => k.Name, k => k.Value));
}
