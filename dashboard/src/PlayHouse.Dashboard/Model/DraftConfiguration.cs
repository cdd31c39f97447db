using PlayHouse.Engine.Strategies;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Policies;
using PlayHouse.Lab.Model.Scenarios;
using PlayHouse.Lab.Runner.Validate;

namespace PlayHouse.Dashboard.Model;

/// <summary>One seam in which a draft differs from the default.</summary>
/// <param name="Seam">The seam.</param>
/// <param name="Default">Strategy it has by default.</param>
/// <param name="Draft">What the draft takes.</param>
/// <param name="Origin">chosen, preset or companion.</param>
public sealed record DraftLine(SeamDescriptor Seam, string Default, SeamChoice Draft, DraftOrigin Origin);

/// <summary>Why a seam is in a draft.</summary>
public enum DraftOrigin
{
    /// <summary>The user chose it: the toggle.</summary>
    Chosen,

    /// <summary>The preset brings it.</summary>
    Preset,

    /// <summary>It is in both arms because a chosen strategy needs it.</summary>
    Companion,
}

/// <summary>A strategy that both arms would need.</summary>
/// <param name="Seam">Its seam.</param>
/// <param name="Strategy">The strategy.</param>
public sealed record Companion(string Seam, string Strategy);

/// <summary>
/// Strategies that a user put together and nothing uses yet: what they change, whether the engine takes them, and where they can be
/// measured. The catalogue's own rules say what goes together. Pure.
/// </summary>
public sealed record DraftConfiguration
{
    private static readonly Policy NoPolicy = new() { Metrics = [] };

    /// <summary>Preset that the candidate starts from.</summary>
    public required string Preset { get; init; }

    /// <summary>What was chosen.</summary>
    public required IReadOnlyDictionary<string, SeamChoice> Set { get; init; }

    /// <summary>What both arms have in addition to it.</summary>
    public required IReadOnlyDictionary<string, SeamChoice> With { get; init; }

    /// <summary>True when nothing differs from the default.</summary>
    public bool IsEmpty => Preset == PresetDefault && Set.Count == 0 && With.Count == 0;

    /// <summary>The seams in which it differs.</summary>
    public IReadOnlyList<DraftLine> Lines { get; private init; } = [];

    /// <summary>Why the program it belongs to cannot be built so; empty when it can.</summary>
    public IReadOnlyList<string> Problems { get; private init; } = [];

    /// <summary>What would settle a problem when both arms had it: any of them.</summary>
    public IReadOnlyList<Companion> Companions { get; private init; } = [];

    /// <summary>Scenarios that execute what it changes.</summary>
    public IReadOnlyList<ScenarioDescriptor> Scenarios { get; private init; } = [];

    /// <summary>Name of the preset that changes nothing.</summary>
    public const string PresetDefault = "default";

    /// <summary>Reads the words of an address.</summary>
    public static DraftConfiguration Of(string? preset, string? set, string? with)
    {
        IReadOnlyDictionary<string, SeamChoice> chosen = SetText.Read(set);
        string known = EngineCatalog.Shipped.Presets.FirstOrDefault(p => p.Id == preset)?.Id ?? PresetDefault;
        DraftConfiguration draft = new()
        {
            Preset = known,
            Set = chosen,
            With = SetText.Read(with).Where(w => !chosen.ContainsKey(w.Key)).ToDictionary(),
        };
        return draft.IsEmpty ? draft : draft.Judged();
    }

    /// <summary>This draft with a strategy chosen; choosing what the preset brings anyway takes the seam out of it.</summary>
    public DraftConfiguration Choosing(SeamDescriptor seam, string strategy)
    {
        ArgumentNullException.ThrowIfNull(seam);
        Dictionary<string, SeamChoice> set = Set.Where(s => s.Key != seam.Id).ToDictionary();
        if (strategy != OfPreset(seam))
        {
            set[seam.Id] = SeamChoice.Of(strategy);
        }

        return this with { Set = set, With = With.Where(w => w.Key != seam.Id).ToDictionary() };
    }

    /// <summary>This draft with a knob of a seam it has.</summary>
    public DraftConfiguration Turning(string seam, string knob, string text) => this with { Set = Turned(Set, seam, knob, text), With = Turned(With, seam, knob, text) };

    /// <summary>This draft with a strategy in both arms.</summary>
    public DraftConfiguration Adding(Companion companion)
    {
        ArgumentNullException.ThrowIfNull(companion);
        return this with { With = new Dictionary<string, SeamChoice>(With) { [companion.Seam] = SeamChoice.Of(companion.Strategy) } };
    }

    /// <summary>This draft without a seam.</summary>
    public DraftConfiguration Without(string seam) => this with { Set = Set.Where(s => s.Key != seam).ToDictionary(), With = With.Where(w => w.Key != seam).ToDictionary() };

    /// <summary>The strategy that a seam has in this draft.</summary>
    public string Use(SeamDescriptor seam)
    {
        ArgumentNullException.ThrowIfNull(seam);
        return Set.GetValueOrDefault(seam.Id)?.Use ?? With.GetValueOrDefault(seam.Id)?.Use ?? OfPreset(seam);
    }

    /// <summary>Words of the address; null for nothing.</summary>
    public IReadOnlyDictionary<string, object?> Address => new Dictionary<string, object?>
    {
        ["preset"] = Preset == PresetDefault ? null : Preset,
        ["set"] = Set.Count == 0 ? null : SetText.Write(Set),
        ["with"] = With.Count == 0 ? null : SetText.Write(With),
    };

    /// <summary>Strategies of the baseline that an experiment in this scenario would write.</summary>
    public IReadOnlyDictionary<string, SeamChoice> Baseline(string scenario)
    {
        EngineCatalog catalog = EngineCatalog.Of(scenario);
        Dictionary<string, SeamChoice> set = new(With);
        // What only one arm writes is a second toggle in disguise: the baseline says its default.
        foreach (string seam in Preset == PresetDefault ? Set.Keys : [])
        {
            set[seam] = SeamChoice.Of(catalog.Seam(seam)?.Default.Id ?? "");
        }

        return set;
    }

    /// <summary>Strategies of the candidate that an experiment would write.</summary>
    public IReadOnlyDictionary<string, SeamChoice> Candidate()
    {
        Dictionary<string, SeamChoice> set = new(With);
        foreach ((string seam, SeamChoice choice) in Set)
        {
            set[seam] = choice;
        }

        return set;
    }

    private string OfPreset(SeamDescriptor seam) =>
        EngineCatalog.Shipped.Presets.First(p => p.Id == Preset).Selection.Choices.GetValueOrDefault(seam.Id)?.Id ?? seam.Default.Id;

    private static IReadOnlyDictionary<string, SeamChoice> Turned(IReadOnlyDictionary<string, SeamChoice> set, string seam, string knob, string text) =>
        set.TryGetValue(seam, out SeamChoice? choice) ? new Dictionary<string, SeamChoice>(set) { [seam] = choice.With(knob, SetText.Knob(text)) } : set;

    private DraftConfiguration Judged()
    {
        EngineCatalog[] catalogs = [.. ScenarioCatalog.All.Select(s => EngineCatalog.Of(s.Id)).Distinct().Where(Knows)];
        if (catalogs.Length == 0)
        {
            return this with
            {
                Lines = LinesOf(EngineCatalog.Shipped),
                Problems = ["These belong to different programs (the engine, the multiplexer, FastPort), and no run measures two of them at once. Take the ones of one program."],
            };
        }

        // The engine speaks first; FastPort has some of its seams too and may take what the engine does not.
        EngineCatalog catalog = catalogs[0];
        List<string> errors = Errors(catalog, Set, With);
        return this with
        {
            Lines = LinesOf(catalog),
            Problems = errors,
            Companions = errors.Count == 0 ? [] : Settling(catalog, errors.Count),
            Scenarios = [.. ScenarioCatalog.All.Where(CanTell)],
        };
    }

    private bool Knows(EngineCatalog catalog) => catalog.Presets.Any(p => p.Id == Preset) && Set.Keys.Concat(With.Keys).All(s => catalog.Seam(s) is not null);

    private List<string> Errors(EngineCatalog catalog, IReadOnlyDictionary<string, SeamChoice> set, IReadOnlyDictionary<string, SeamChoice> with)
    {
        StrategySelection candidate = catalog.Presets.First(p => p.Id == Preset).Selection;
        StrategySelection baseline = StrategySelection.Default;
        foreach ((string seam, SeamChoice choice) in with)
        {
            candidate = candidate.With(seam, choice.ToChoice());
            baseline = baseline.With(seam, choice.ToChoice());
        }

        foreach ((string seam, SeamChoice choice) in set)
        {
            candidate = candidate.With(seam, choice.ToChoice());
            baseline = baseline.With(seam, catalog.Seam(seam)!.Default.Id);
        }

        return [.. catalog.Check(candidate).Concat(Preset == PresetDefault ? catalog.Check(baseline) : []).Distinct()];
    }

    /// <summary>The rules are asked, not read: whatever makes the draft wrong less often is a companion.</summary>
    private List<Companion> Settling(EngineCatalog catalog, int errors) =>
    [
        .. from seam in catalog.Seams
           where !Set.ContainsKey(seam.Id) && !With.ContainsKey(seam.Id)
           from strategy in seam.Strategies
           where strategy.Status != StrategyStatus.HistoricalDefect
           let more = new Dictionary<string, SeamChoice>(With) { [seam.Id] = SeamChoice.Of(strategy.Id) }
           where Errors(catalog, Set, more).Count < errors
           select new Companion(seam.Id, strategy.Id),
    ];

    private bool CanTell(ScenarioDescriptor scenario)
    {
        EngineCatalog catalog = EngineCatalog.Of(scenario.Id);
        if (!Knows(catalog))
        {
            return false;
        }

        ExperimentSpec trial = new()
        {
            Id = "000-draft",
            Question = "",
            Scenario = scenario.Id,
            Load = new LoadSpec { Mode = scenario.Load.HasClosedLoop ? LoadMode.Closed : LoadMode.Open, PayloadBytes = Math.Max(scenario.PayloadBytesMin, new LoadSpec().PayloadBytes) },
            Arms = new Dictionary<string, ArmSpec>
            {
                [ArmNames.Baseline] = new() { Set = Settings(Baseline(scenario.Id)) },
                [ArmNames.Candidate] = new() { Preset = Preset, Set = Settings(Candidate()) },
            },
            Design = new DesignSpec { Kind = DesignKind.Sequential },
        };
        return ExperimentValidator.Validate(trial, NoPolicy).IsValid;
    }

    private static Dictionary<string, StrategySetting> Settings(IReadOnlyDictionary<string, SeamChoice> set) =>
        set.ToDictionary(s => s.Key, s => new StrategySetting(s.Value.Use, s.Value.ToChoice().Knobs));

    private DraftLine[] LinesOf(EngineCatalog catalog)
    {
        IReadOnlyDictionary<string, StrategyChoice> preset = catalog.Presets.FirstOrDefault(p => p.Id == Preset)?.Selection.Choices ?? new Dictionary<string, StrategyChoice>();
        return
        [
            .. from seam in catalog.Seams
               let line = Line(seam, preset)
               where line is not null
               select line,
        ];
    }

    private DraftLine? Line(SeamDescriptor seam, IReadOnlyDictionary<string, StrategyChoice> preset)
    {
        if (Set.TryGetValue(seam.Id, out SeamChoice? chosen))
        {
            return new DraftLine(seam, seam.Default.Id, chosen, DraftOrigin.Chosen);
        }

        if (With.TryGetValue(seam.Id, out SeamChoice? companion))
        {
            return new DraftLine(seam, seam.Default.Id, companion, DraftOrigin.Companion);
        }

        return preset.TryGetValue(seam.Id, out StrategyChoice? brought) && (brought.Id != seam.Default.Id || brought.Knobs.Count > 0)
            ? new DraftLine(seam, seam.Default.Id, SeamChoice.Of(new StrategySetting(brought.Id, brought.Knobs)), DraftOrigin.Preset)
            : null;
    }
}
