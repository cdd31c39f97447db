using System.Security.Cryptography;
using PlayHouse.Engine.Strategies;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Scenarios;
using PlayHouse.Lab.Model.Screens;
using PlayHouse.Lab.Reporting;
using PlayHouse.Lab.Runner.Decisions;
using PlayHouse.Lab.Runner.Validate;
using PlayHouse.Lab.Runner.Workspace;

namespace PlayHouse.Lab.Runner.Screen;

/// <summary>From the options of a screen to its plan. Every combination is checked here, by name, before anything is launched.</summary>
internal static class ScreenPreparation
{
    /// <summary>Most combinations that are named when they cannot be built.</summary>
    public const int RefusalsShownMax = 5;

    /// <summary>Memory of a target, about: its heap, its code and what a scenario keeps.</summary>
    public const long TargetBytes = 96L * 1024 * 1024;

    /// <summary>The plan. Throws <see cref="LabInputException"/> with every error at once.</summary>
    public static RunPlan Prepare(LabWorkspace workspace, ScreenOptions options)
    {
        ExperimentSpec spec = options.Path is null ? OfToggles(options) : OfFile(workspace, options.Path);
        ScenarioDescriptor scenario = ScenarioCatalog.Find(spec.Scenario)
            ?? throw new LabInputException([$"There is no scenario {Suggestions.Quote(spec.Scenario)}; {Suggestions.For(spec.Scenario, ScenarioCatalog.All.Select(s => s.Id))}."]);
        EngineCatalog catalog = EngineCatalog.Of(spec.Scenario).With(WorkspaceStrategiesFile.Load(workspace));
        (IReadOnlyDictionary<string, StrategySetting> baseline, IReadOnlyDictionary<string, StrategySetting> candidate) = Arms(spec, catalog);
        var chooser = new ScreenFactors(scenario, baseline, candidate);
        (IReadOnlyList<ScreenFactor> factors, IReadOnlyList<HeldSeam> held) = chooser.Choose(options.Factors.Count > 0 ? options.Factors : [.. options.Toggles.Select(t => t.Seam)]);
        CheckPlanted(options.Planted, factors);

        ulong seed = options.Seed ?? BitConverter.ToUInt64(RandomNumberGenerator.GetBytes(sizeof(ulong)));
        ScreenPlan screen = ScreenDesign.Draw(factors, held, options, seed);
        CheckCombinations(screen, Choices(spec, catalog), catalog);
        CheckTurns(scenario);
        CheckMemory(screen, GC.GetGCMemoryInfo().TotalAvailableMemoryBytes);
        RunPlan plan = RunPreparation.Prepare(
            workspace,
            Whole(spec, screen, options),
            SourceMap.Empty,
            new RunOptions { Seed = seed, RatePerSecond = options.RatePerSecond });
        return plan with
        {
            Screen = screen,
            Looks = [(screen.Launches + plan.LaunchesPerBlock() - 1) / plan.LaunchesPerBlock()],
            ProfileEveryBlocks = 0,
            Pairs = TurnsOf(options.WindowSeconds),
            // A plan counts the seconds of two launches that take turns.
            WarmupSeconds = plan.LaunchesPerBlock() * options.WarmupSeconds,
            WindowSeconds = options.WindowSeconds,
        };
    }

    /// <summary>Turns of so many seconds for each launch, as many saturated as paced.</summary>
    private static PairSpec TurnsOf(double seconds)
    {
        PairSpec usual = new();
        int turns = Math.Max(1, (int)Math.Round(seconds / (usual.SaturatedSeconds + usual.PacedSeconds)));
        return usual with { SaturatedPairs = turns, PacedPairs = turns };
    }

    private static void CheckTurns(ScenarioDescriptor scenario)
    {
        if (!scenario.TakesTurns)
        {
            throw new LabInputException([$"In scenario {scenario.Id} the server acts without being asked, so the combinations of a screen cannot take turns. Screen one of {string.Join(", ", ScenarioCatalog.All.Where(s => s.TakesTurns).Select(s => s.Id))}."]);
        }
    }

    /// <summary>All combinations of a block are alive at once: they must fit into half of the memory.</summary>
    internal static void CheckMemory(ScreenPlan screen, long availableBytes)
    {
        int alive = screen.Blocks.Max(b => b.Cells.Count);
        if (alive * TargetBytes > availableBytes / 2)
        {
            throw new LabInputException([$"A screen of {Numbers.Counted(screen.Factors.Count, "factor")} has {alive} combinations alive at once, which take about {Numbers.Size(alive * TargetBytes)}; this machine has {Numbers.Size(availableBytes)}, of which half may be used. Screen fewer factors (--factors)."]);
        }
    }

    private static ExperimentSpec OfFile(LabWorkspace workspace, string path)
    {
        ExperimentSpec spec = RunPreparation.Load(workspace, path).Required();
        if (spec.Arms.Values.Any(a => a.Inject is not null))
        {
            throw new LabInputException(["An arm of this experiment carries a planted effect, and a screen has more than two arms. Take 'inject' out, or plant with --plant."]);
        }

        return spec.Arms.ContainsKey(ArmNames.Candidate)
            ? spec with { Id = NumberOf(spec.Id) + "-screen-" + spec.Id[(NumberOf(spec.Id).Length + 1)..] }
            : throw new LabInputException(["This experiment has no candidate, so there is nothing to screen."]);
    }

    private static string NumberOf(string id) => id[..id.IndexOf('-', StringComparison.Ordinal)];

    private static ExperimentSpec OfToggles(ScreenOptions options)
    {
        string scenario = options.Scenario ?? throw new LabInputException(["A screen takes an experiment, or --scenario with --toggle."]);
        return new ExperimentSpec
        {
            Environment = EnvironmentSpec.Usual,
            Id = $"000-screen-{scenario}",
            Question = $"Which of {string.Join(", ", options.Toggles.Select(t => t.Seam))} change what a message of {scenario} costs, and do they depend on each other?",
            Scenario = scenario,
            Arms = new Dictionary<string, ArmSpec>
            {
                [ArmNames.Baseline] = new() { Preset = options.Base, Set = Set(options.Toggles.Where(t => t.Low is not null).Select(t => (t.Seam, t.Low!))) },
                [ArmNames.Candidate] = new() { Preset = options.Base, Set = Set(options.Toggles.Select(t => (t.Seam, t.High))) },
            },
        };
    }

    private static Dictionary<string, StrategySetting> Set(IEnumerable<(string Seam, string Use)> toggles) =>
        toggles.GroupBy(t => t.Seam).ToDictionary(g => g.Key, g => StrategySetting.Of(g.Last().Use));

    /// <summary>Both arms with every seam, after the checks that name what does not exist.</summary>
    private static (IReadOnlyDictionary<string, StrategySetting>, IReadOnlyDictionary<string, StrategySetting>) Arms(ExperimentSpec spec, EngineCatalog catalog)
    {
        List<string> errors = [];
        foreach ((string name, ArmSpec arm) in spec.Arms)
        {
            if (ArmResolution.Select(arm, catalog) is { } selection)
            {
                errors.AddRange(catalog.Check(selection).Select(e => $"The {(name == ArmNames.Baseline ? "baseline" : "combination with every toggle")} cannot be built: {Suggestions.Plain(e, 400)}"));
            }
            else
            {
                errors.Add($"There is no preset {Suggestions.Quote(arm.Preset)} for scenario {spec.Scenario}; {Suggestions.For(arm.Preset, catalog.Presets.Select(p => p.Id))}.");
            }
        }

        return errors.Count > 0
            ? throw new LabInputException([.. errors.Distinct()])
            : (ArmResolution.Resolve(ArmResolution.Select(spec.Arms[ArmNames.Baseline], catalog)!, catalog),
               ArmResolution.Resolve(ArmResolution.Select(spec.Arms[ArmNames.Candidate], catalog)!, catalog));
    }

    /// <summary>What each arm chooses by name: a seam that is at its default because nothing names it must not be named by a combination.</summary>
    private static (StrategySelection Baseline, StrategySelection Candidate) Choices(ExperimentSpec spec, EngineCatalog catalog) =>
        (ArmResolution.Select(spec.Arms[ArmNames.Baseline], catalog)!, ArmResolution.Select(spec.Arms[ArmNames.Candidate], catalog)!);

    private static void CheckCombinations(ScreenPlan screen, (StrategySelection Baseline, StrategySelection Candidate) arms, EngineCatalog catalog)
    {
        List<string> errors = [];
        foreach (int cell in screen.Blocks.SelectMany(b => b.Cells).Distinct().Order())
        {
            var choices = new Dictionary<string, StrategyChoice>(arms.Baseline.Choices);
            foreach (string seam in screen.Factors.Where((_, i) => (cell >> i & 1) == 1).SelectMany(f => f.Seams.Keys))
            {
                choices.Remove(seam);
                if (arms.Candidate.Choices.TryGetValue(seam, out StrategyChoice? choice))
                {
                    choices[seam] = choice;
                }
            }

            errors.AddRange(catalog.Check(new StrategySelection(choices)).Select(e => $"The combination {Words(screen, cell)} cannot be built: {Suggestions.Plain(e, 400)}"));
        }

        if (errors.Count > 0)
        {
            throw new LabInputException(
            [
                .. errors.Take(RefusalsShownMax),
                .. errors.Count > RefusalsShownMax ? [$"… and {errors.Count - RefusalsShownMax} more."] : (string[])[],
                "A factorial screen runs every combination. Join seams that need each other into one factor (--factors a+b), or leave one out.",
            ]);
        }
    }

    private static string Words(ScreenPlan screen, int cell) => string.Join(", ", screen.Factors.SelectMany((f, i) =>
        f.Seams.Select(s => $"{s.Key}: {((cell >> i & 1) == 1 ? s.Value.Candidate : s.Value.Baseline).Use}")));

    private static void CheckPlanted(IReadOnlyList<PlantedTerm> planted, IReadOnlyList<ScreenFactor> factors)
    {
        List<string> errors = [.. planted.SelectMany(t => t.Factors).Distinct().Where(f => !factors.Any(o => o.Name == f))
            .Select(f => $"--plant: there is no factor {Suggestions.Quote(f)}; {Suggestions.For(f, factors.Select(o => o.Name))}.")];
        var probe = new ScreenPlan { Factors = factors, Blocks = [], Planted = planted };
        int? negative = Enumerable.Range(0, 1 << factors.Count).Cast<int?>().FirstOrDefault(c => probe.InjectOf(c!.Value)?.BytesPerMessage < 0);
        if (negative is { } cell)
        {
            errors.Add($"--plant: the combination {Words(probe, cell)} would get {probe.InjectOf(cell)!.BytesPerMessage} bytes; give 'base' enough.");
        }

        if (errors.Count > 0)
        {
            throw new LabInputException(errors);
        }
    }

    /// <summary>
    /// The experiment whose arms are the two corners of the screen. Both arms write every seam of the screen, so that its meaning does
    /// not move with the default.
    /// </summary>
    private static ExperimentSpec Whole(ExperimentSpec spec, ScreenPlan screen, ScreenOptions options) => spec with
    {
        Load = LoadOf(spec, options),
        // Where idle threads do not spin, what waits waits in another way than where programs are run.
        Environment = screen.Factors.Any(f => f.Seams.Keys.Any(ExperimentValidator.IsAboutWaiting)) ? spec.Environment.In(EnvironmentKind.Deployed) : spec.Environment,
        Arms = new Dictionary<string, ArmSpec>
        {
            [ArmNames.Baseline] = ScreenExperiments.Arm(spec.Arms[ArmNames.Baseline], screen, 0),
            [ArmNames.Candidate] = ScreenExperiments.Arm(spec.Arms[ArmNames.Baseline], screen, screen.AllKept),
        },
        Design = spec.Design with
        {
            Kind = DesignKind.Pairs,
            Blocks = ExperimentRules.MinBlocks,
            WarmupSeconds = null,
            WindowSeconds = null,
            Slo = null,
            Aa = false,
            ProfileEveryBlocks = 0,
        },
    };

    /// <summary>The load of the screen. No file wrote a depth for toggles of the command line, so it follows the rate that was asked for.</summary>
    private static LoadSpec LoadOf(ExperimentSpec spec, ScreenOptions options)
    {
        LoadSpec load = spec.Load with { Connections = options.Connections ?? spec.Load.Connections, Mode = LoadMode.Open, Hops = false };
        return options is { Path: null, RatePerSecond: { } rate } ? load with { Depth = ScenarioLoadRules.AtRate(spec.Scenario, load, rate).Depth } : load;
    }
}
