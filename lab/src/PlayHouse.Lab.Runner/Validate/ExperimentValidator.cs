using PlayHouse.Engine.Strategies;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Policies;
using PlayHouse.Lab.Model.Scenarios;

namespace PlayHouse.Lab.Runner.Validate;

/// <summary>What is wrong with an experiment as a whole.</summary>
/// <param name="Errors">Reasons why it may not run; empty when it may.</param>
/// <param name="Warnings">What a reader of its result must know.</param>
public sealed record ValidationResult(IReadOnlyList<FileProblem> Errors, IReadOnlyList<FileProblem> Warnings)
{
    /// <summary>True when the experiment may run.</summary>
    public bool IsValid => Errors.Count == 0;
}

/// <summary>
/// Checks an experiment against the engine, the scenarios and the method: everything that would make its verdict meaningless is found
/// before anything is launched, all of it at once. Pure; any thread.
/// </summary>
public sealed class ExperimentValidator
{
    /// <summary>Most bytes that requests in flight may add up to over all connections.</summary>
    public const long MaxBytesInFlight = 2L * 1024 * 1024 * 1024;

    private const int FrameBytes = 256;

    // With one processor the runtime neither spins nor contends, so these seams cannot show what they are about.
    private static readonly HashSet<string> SharedLayoutSeams = new(StringComparer.Ordinal) { "scheduler", "mailbox", "lock", "wake-up", "message-pool" };

    // Threads of the pool spin before they sleep where programs are run: what wakes them is another thing where they do not.
    private static readonly HashSet<string> WaitingSeams = new(StringComparer.Ordinal) { "scheduler", "mailbox", "wake-up", "send-pump" };

    private readonly ExperimentSpec _spec;
    private readonly Policy _policy;
    private readonly EngineCatalog _catalog;
    private readonly SourceMap _source;
    private readonly List<FileProblem> _errors = [];
    private readonly List<FileProblem> _warnings = [];

    private ExperimentValidator(ExperimentSpec spec, Policy policy, EngineCatalog catalog, SourceMap source)
    {
        _spec = spec;
        _policy = policy;
        _catalog = catalog;
        _source = source;
    }

    /// <summary>True for a seam about waiting, which pairs judge only where idle threads spin.</summary>
    public static bool IsAboutWaiting(string seam) => WaitingSeams.Contains(seam);

    /// <summary>Checks an experiment with its policy.</summary>
    /// <param name="spec">As loaded, with the command line's changes applied.</param>
    /// <param name="policy">The rule it will be judged by.</param>
    /// <param name="catalog">The engine; the shipped one by default.</param>
    /// <param name="source">Where the keys stand, from the loader.</param>
    public static ValidationResult Validate(ExperimentSpec spec, Policy policy, EngineCatalog? catalog = null, SourceMap? source = null)
    {
        ArgumentNullException.ThrowIfNull(spec);
        ArgumentNullException.ThrowIfNull(policy);
        var validator = new ExperimentValidator(spec, policy, catalog ?? EngineCatalog.Of(spec.Scenario), source ?? SourceMap.Empty);
        validator.Check();
        return new ValidationResult(validator._errors, validator._warnings);
    }

    private void Check()
    {
        ScenarioDescriptor? scenario = ScenarioCatalog.Find(_spec.Scenario);
        if (scenario is null)
        {
            Error("scenario", $"there is no scenario {Suggestions.Quote(_spec.Scenario)}", Suggestions.For(_spec.Scenario, ScenarioCatalog.All.Select(s => s.Id)));
        }

        CheckLoad();
        foreach (LoadObjection objection in scenario is null ? [] : ScenarioLoadRules.Objections(scenario, _spec.Load))
        {
            Error("load." + objection.Key, objection.Message, objection.Remedy);
        }

        if (scenario is not null && ScenarioLoadRules.PauseObjection(scenario, _spec.Load) is { } pause)
        {
            Error("load." + pause.Key, pause.Message, pause.Remedy);
        }

        foreach (FileProblemAt problem in CapacityRules.Problems(_spec, _policy, scenario).Concat(PairRules.Problems(_spec)))
        {
            Error(problem.Path, problem.Message, problem.Remedy);
        }

        foreach ((string name, ArmSpec arm) in _spec.Arms)
        {
            CheckArm(name, arm);
        }

        if (!_spec.Arms.ContainsKey(ArmNames.Baseline) || (!_spec.Design.Aa && !_spec.Arms.ContainsKey(ArmNames.Candidate)))
        {
            Error("arms", "the arms are 'baseline' and 'candidate'", null);
        }
        else if (_errors.Count == 0 && !_spec.Design.Aa)
        {
            CheckToggles(scenario!);
        }
    }

    private void CheckLoad()
    {
        LoadSpec load = _spec.Load;
        long bytes = (long)load.Connections * load.Depth * (load.PayloadBytes + FrameBytes);
        if (bytes > MaxBytesInFlight)
        {
            Error("load", $"connections × depth × (payloadBytes + {FrameBytes}) is {bytes} bytes in flight, at most {MaxBytesInFlight} are possible", "lower depth");
        }

        if (load.Mode == LoadMode.Open)
        {
            return;
        }

        string[] latencies = [.. _policy.Metrics.Where(m => m.Role != MetricRole.Explore && m.Id.StartsWith("latency-", StringComparison.Ordinal)).Select(m => m.Id)];
        if (latencies.Length > 0)
        {
            Warn("load.mode", $"a closed loop hides queueing, so it gives no verdict on {string.Join(", ", latencies)}", "use mode: open");
        }

        if (load.RatePerSecond is not null)
        {
            Warn("load.rate", "a closed loop has no rate; the number is ignored", "leave it out");
        }
    }

    private void CheckArm(string name, ArmSpec arm)
    {
        string path = "arms." + name;
        if (arm.Inject is not null)
        {
            Warn(path + ".inject", $"arm {name} carries a planted effect: the verdict is about the lab, not about the engine", null);
        }

        StrategySelection? whole = ArmResolution.Select(arm, _catalog);
        if (whole is null)
        {
            Error(path + ".preset", PresetError(arm.Preset), Suggestions.For(arm.Preset, _catalog.Presets.Select(p => p.Id)));
            return;
        }

        string[] elsewhere = [.. arm.Set.Keys.Where(seam => _catalog.Seam(seam) is null && EngineCatalog.Shipped.Seam(seam) is not null)];
        foreach (string seam in elsewhere)
        {
            Error($"{path}.set.{seam}", $"arm {name}: scenario {_spec.Scenario} does not execute the seam '{seam}'", ScenarioExecution.Elsewhere(seam));
        }

        if (elsewhere.Length > 0)
        {
            return;
        }

        // The rules speak of whole selections; a sentence that one seam alone provokes belongs to the line of that seam.
        ILookup<string, string> seamsOfError = arm.Set
            .SelectMany(s => _catalog.Check(StrategySelection.Default.With(s.Key, whole.Choices[s.Key])).Select(error => (error, s.Key)))
            .ToLookup(p => p.error, p => p.Key);
        foreach (string error in _catalog.Check(whole))
        {
            string? seam = seamsOfError[error].FirstOrDefault();
            Error(seam is null ? path + ".set" : $"{path}.set.{seam}", $"arm {name}: {Suggestions.Plain(error, 400).TrimEnd('.')}", null);
        }
    }

    private string PresetError(string preset) => EngineCatalog.Shipped.Presets.Any(p => p.Id == preset)
        ? $"scenario {_spec.Scenario} executes nothing of the preset {Suggestions.Quote(preset)}"
        : $"there is no preset {Suggestions.Quote(preset)}";

    private void CheckToggles(ScenarioDescriptor scenario)
    {
        ArmSpec baseline = _spec.Arms[ArmNames.Baseline], candidate = _spec.Arms[ArmNames.Candidate];
        IReadOnlyDictionary<string, StrategySetting>[] arms =
        [
            ArmResolution.Resolve(ArmResolution.Select(baseline, _catalog)!, _catalog),
            ArmResolution.Resolve(ArmResolution.Select(candidate, _catalog)!, _catalog),
        ];
        IReadOnlyList<string> toggled = ArmResolution.Differences(arms[0], arms[1]);
        if (toggled.Count == 0 && Equals(baseline.Inject, candidate.Inject))
        {
            Error("arms", "the arms do not differ, so there is nothing to measure", "use design.aa: true to measure the lab's own noise");
        }

        CheckExecuted(new ScenarioExecution(scenario, arms), toggled);
        foreach (string seam in toggled.Where(SharedLayoutSeams.Contains).Where(_ => _spec.Design.Layout == CpuLayout.Split))
        {
            Error("design.layout", $"layout split leaves the target one processor, where the seam '{seam}' cannot show its effect", "use layout: shared");
        }

        foreach (string seam in toggled.Where(IsAboutWaiting).Where(_ => _spec.Design.TakesTurns() && !_spec.Environment.PoolSpin))
        {
            Error(
                "environment.poolSpin", $"the seam '{seam}' is about waiting, and without poolSpin idle threads wait in another way than where programs are run",
                "environment: { compilation: runtime, poolSpin: true }, or --environment deployed");
        }

        if (toggled.Count > 1)
        {
            Warn("arms", $"the arms differ in {toggled.Count} seams ({string.Join(", ", toggled)}): the verdict is about the combination", "toggle one seam per experiment");
        }

        CheckWrittenInBoth(baseline, candidate, toggled);
    }

    /// <summary>
    /// A seam that an arm sets itself must run under this load. A preset sets many at once: one of which nothing runs is refused;
    /// of the others the reader is told what the run says nothing about.
    /// </summary>
    private void CheckExecuted(ScenarioExecution execution, IReadOnlyList<string> toggled)
    {
        ArmSpec baseline = _spec.Arms[ArmNames.Baseline], candidate = _spec.Arms[ArmNames.Candidate];
        string[] silent = [.. toggled.Where(s => execution.Objection(s) is not null)];
        string[] written = [.. silent.Where(s => baseline.Set.ContainsKey(s) || candidate.Set.ContainsKey(s))];
        foreach (string seam in written)
        {
            string path = candidate.Set.ContainsKey(seam) ? $"arms.candidate.set.{seam}" : $"arms.baseline.set.{seam}";
            Error(path, execution.Objection(seam)!, execution.Remedy(seam));
        }

        string[] ofPresets = [.. silent.Except(written)];
        if (ofPresets.Length == 0)
        {
            return;
        }

        string presets = string.Join(" and ", new[] { baseline.Preset, candidate.Preset }.Distinct());
        if (ofPresets.Length == toggled.Count)
        {
            Error("arms", $"scenario {_spec.Scenario} executes nothing in which {presets} differ ({string.Join(", ", ofPresets)}), so it cannot tell the arms apart", execution.Remedy(ofPresets[0]));
        }
        else
        {
            Warn("arms", $"{presets} differ also in {string.Join(", ", ofPresets)}, which scenario {_spec.Scenario} does not execute: the run says nothing about that", null);
        }
    }

    /// <summary>A companion that only one arm sets is a second toggle in disguise.</summary>
    private void CheckWrittenInBoth(ArmSpec baseline, ArmSpec candidate, IReadOnlyList<string> toggled)
    {
        foreach (string seam in baseline.Set.Keys.Union(candidate.Set.Keys).Order(StringComparer.Ordinal))
        {
            bool isInBaseline = baseline.Set.ContainsKey(seam), isInCandidate = candidate.Set.ContainsKey(seam);
            if ((isInBaseline && isInCandidate) || baseline.Preset != candidate.Preset || !toggled.Contains(seam))
            {
                continue;
            }

            (string silent, string loud) = isInBaseline ? (ArmNames.Candidate, ArmNames.Baseline) : (ArmNames.Baseline, ArmNames.Candidate);
            string message = $"arm {loud} sets '{seam}' and arm {silent} does not";
            if (toggled.Count > 1)
            {
                Error($"arms.{loud}.set.{seam}", message, $"write '{seam}' in both arms: nothing is added silently");
            }
            else
            {
                Warn($"arms.{loud}.set.{seam}", message + ", so its meaning moves with the default", $"write '{seam}' in both arms");
            }
        }
    }

    private void Error(string path, string message, string? suggestion) => _errors.Add(_source.At(path, message, suggestion));

    private void Warn(string path, string message, string? suggestion) => _warnings.Add(_source.At(path, message, suggestion));
}
