using PlayHouse.Engine.Strategies;
using PlayHouse.FastPort.Strategies;
using PlayHouse.Lab.Model.Decisions;
using PlayHouse.Lab.Model.Scenarios;
using PlayHouse.Multiplexer;

namespace PlayHouse.Lab.Runner.Validate;

/// <summary>What a scenario's subject offers, as one argument.</summary>
/// <param name="Seams">Every seam with its strategies.</param>
/// <param name="Presets">Named whole combinations.</param>
/// <param name="Check">All errors of a selection, one sentence each.</param>
/// <param name="Resolve">Every seam with the strategy and all knob values in use, for a selection without errors.</param>
public sealed record EngineCatalog(
    IReadOnlyList<SeamDescriptor> Seams,
    IReadOnlyList<StrategyPreset> Presets,
    Func<StrategySelection, IReadOnlyList<string>> Check,
    Func<StrategySelection, IReadOnlyDictionary<string, StrategyChoice>> Resolve)
{
    /// <summary>Id of the preset that a workspace can redefine.</summary>
    internal const string DefaultPreset = "default";

    private static readonly EngineCatalog Engine = new(StrategyCatalog.Seams, StrategyPresets.All, StrategyRules.Validate, StrategyRules.Resolve);

    private static readonly EngineCatalog Multiplexer =
        new(MultiplexerCatalog.Seams, MultiplexerCatalog.Presets, MultiplexerCatalog.Validate, MultiplexerCatalog.Resolve);

    private static readonly EngineCatalog FastPort =
        new(FastPortCatalog.Seams, FastPortPresets.All, FastPortRules.Validate, FastPortRules.Resolve);

    /// <summary>
    /// The engine of this build with the multiplexer and FastPort's presets, to look things up in. FastPort's seams are four of the engine's
    /// by name and meaning; where they differ, its scenario's catalogue says so.
    /// </summary>
    public static EngineCatalog Shipped { get; } = Engine with
    {
        Seams = [.. Engine.Seams, .. Multiplexer.Seams],
        Presets = [.. Engine.Presets.Concat(FastPort.Presets).Concat(Multiplexer.Presets).DistinctBy(p => p.Id)],
    };

    /// <summary>
    /// What a workspace may have a default of its own for: the engine and the multiplexer. FastPort is measured for comparison and
    /// shares names with the engine's seams, so it keeps its own.
    /// </summary>
    internal static IReadOnlyList<EngineCatalog> Defaulted { get; } = [Engine, Multiplexer];

    /// <summary>This catalogue with the workspace's choices as the preset <c>default</c>.</summary>
    public EngineCatalog With(WorkspaceStrategies strategies)
    {
        ArgumentNullException.ThrowIfNull(strategies);
        StrategySelection selection = SelectionOf(strategies);
        return selection.Choices.Count == 0 || ReferenceEquals(Check, FastPort.Check)
            ? this
            : this with { Presets = [.. Presets.Select(p => p.Id == DefaultPreset ? p with { Summary = $"The workspace's choices of {WorkspaceStrategies.FileName}; every other seam at its default.", Selection = selection } : p)] };
    }

    /// <summary>The workspace's choices among the seams of this catalogue.</summary>
    internal StrategySelection SelectionOf(WorkspaceStrategies strategies) => new(
        strategies.Set.Where(s => Seam(s.Key) is not null).ToDictionary(s => s.Key, s => new StrategyChoice(s.Value.Use, s.Value.Knobs)));

    /// <summary>The catalogue of what this scenario measures; the engine's for a scenario that does not exist.</summary>
    public static EngineCatalog Of(string scenario) => ScenarioCatalog.Find(scenario)?.Subject switch
    {
        ScenarioSubject.Multiplexer => Multiplexer,
        ScenarioSubject.FastPort => FastPort,
        _ => Engine,
    };

    /// <summary>The seam with this id, or null.</summary>
    public SeamDescriptor? Seam(string id) => Seams.FirstOrDefault(s => s.Id == id);
}
