using PlayHouse.Engine.Strategies;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Matrix;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Scenarios;
using PlayHouse.Lab.Runner.Validate;

namespace PlayHouse.Lab.Runner.Matrix;

/// <summary>
/// Finds, for every strategy, a scenario that executes it and the least that must be set with it, by asking the same rules that
/// refuse an experiment. Pure; any thread.
/// </summary>
internal static class MatrixPlanner
{
    private static readonly IReadOnlyDictionary<string, string> Nothing = new Dictionary<string, string>();

    /// <summary>The groups to launch. Throws <see cref="LabInputException"/> for a seam or scenario that does not exist or never meet.</summary>
    public static IReadOnlyList<MatrixGroup> Plan(MatrixOptions options)
    {
        ScenarioDescriptor[] scenarios = ScenariosOf(options);
        CheckSeams(options, scenarios);
        var groups = new Dictionary<string, (ScenarioDescriptor Scenario, IReadOnlyDictionary<string, string> Beside, List<MatrixCell> Cells)>(StringComparer.Ordinal);
        foreach ((EngineCatalog catalog, SeamDescriptor seam) in Seams(options, scenarios))
        {
            foreach (StrategyDescriptor strategy in seam.Strategies)
            {
                (ScenarioDescriptor scenario, IReadOnlyDictionary<string, string> beside) = PlaceOf(seam, strategy, catalog, scenarios);
                string key = MatrixPlace.Of(scenario.Id, beside);
                if (!groups.TryGetValue(key, out var group))
                {
                    groups.Add(key, group = (scenario, beside, []));
                }

                group.Cells.Add(new MatrixCell(seam, strategy, Arm(strategy.Id, Selection(beside).With(seam.Id, strategy.Id), catalog)));
            }
        }

        return [.. groups.Values.Select(g => new MatrixGroup(
            g.Scenario.Id, g.Beside, Arm(ArmNames.Baseline, Selection(g.Beside), EngineCatalog.Of(g.Scenario.Id)), g.Cells))];
    }

    /// <summary>The scenarios that can be driven, in the order of the catalogue: the plainest first.</summary>
    private static ScenarioDescriptor[] ScenariosOf(MatrixOptions options)
    {
        if (options.Scenario is null)
        {
            return [.. ScenarioCatalog.All.Where(CanBeDriven)];
        }

        ScenarioDescriptor scenario = ScenarioCatalog.Find(options.Scenario)
            ?? throw new LabInputException([$"There is no scenario {Suggestions.Quote(options.Scenario)}; {Suggestions.For(options.Scenario, ScenarioCatalog.All.Select(s => s.Id))}."]);
        return CanBeDriven(scenario)
            ? [scenario]
            : throw new LabInputException([$"Scenario {scenario.Id} cannot take the load of a matrix: {ObjectionsOf(scenario)}."]);
    }

    private static bool CanBeDriven(ScenarioDescriptor scenario) => ObjectionsOf(scenario).Length == 0;

    private static string ObjectionsOf(ScenarioDescriptor scenario) =>
        string.Join("; ", ScenarioLoadRules.Objections(scenario, MatrixRunner.Load).Select(o => o.Message));

    private static void CheckSeams(MatrixOptions options, ScenarioDescriptor[] scenarios)
    {
        foreach (string id in options.Seams)
        {
            if (EngineCatalog.Shipped.Seam(id) is null)
            {
                throw new LabInputException([$"There is no seam {Suggestions.Quote(id)}; {Suggestions.For(id, EngineCatalog.Shipped.Seams.Select(s => s.Id))}."]);
            }

            if (!scenarios.Any(s => s.MayExecute(id)))
            {
                throw new LabInputException([$"Scenario {scenarios[0].Id} does not execute the seam '{id}'; {ScenarioExecution.Elsewhere(id)}."]);
            }
        }
    }

    /// <summary>The seams of every subject that has a scenario here: FastPort implements some of the engine's seams again.</summary>
    private static IEnumerable<(EngineCatalog Catalog, SeamDescriptor Seam)> Seams(MatrixOptions options, ScenarioDescriptor[] scenarios) =>
        from subject in scenarios.GroupBy(s => s.Subject).OrderBy(g => g.Key)
        let catalog = EngineCatalog.Of(subject.First().Id)
        from seam in catalog.Seams
        where (options.Seams.Count == 0 || options.Seams.Contains(seam.Id)) && subject.Any(s => s.MayExecute(seam.Id))
        select (catalog, seam);

    private static (ScenarioDescriptor Scenario, IReadOnlyDictionary<string, string> Beside) PlaceOf(
        SeamDescriptor seam, StrategyDescriptor strategy, EngineCatalog catalog, ScenarioDescriptor[] scenarios)
    {
        foreach (IReadOnlyDictionary<string, string> beside in Contexts(seam, catalog))
        {
            foreach (ScenarioDescriptor scenario in scenarios.Where(s => EngineCatalog.Of(s.Id) == catalog && s.MayExecute(seam.Id)))
            {
                if (IsExecuted(scenario, seam, strategy, beside, catalog))
                {
                    return (scenario, beside);
                }
            }
        }

        throw new LabInputException([$"No scenario here executes {seam.Id}: {strategy.Id}, whatever one other seam is set to."]);
    }

    /// <summary>No other seam set, then each strategy of each other seam.</summary>
    private static IEnumerable<IReadOnlyDictionary<string, string>> Contexts(SeamDescriptor seam, EngineCatalog catalog) =>
        catalog.Seams.Where(s => s.Id != seam.Id)
            .SelectMany(s => s.Strategies)
            .Select(IReadOnlyDictionary<string, string> (s) => new Dictionary<string, string> { [s.Seam] = s.Id })
            .Prepend(Nothing);

    private static bool IsExecuted(
        ScenarioDescriptor scenario, SeamDescriptor seam, StrategyDescriptor strategy, IReadOnlyDictionary<string, string> beside, EngineCatalog catalog)
    {
        StrategySelection[] arms = [Selection(beside), Selection(beside).With(seam.Id, strategy.Id)];
        return arms.All(a => catalog.Check(a).Count == 0)
            && new ScenarioExecution(scenario, [.. arms.Select(a => ArmResolution.Resolve(a, catalog))]).Objection(seam.Id) is null;
    }

    private static StrategySelection Selection(IReadOnlyDictionary<string, string> beside) =>
        beside.Aggregate(StrategySelection.Default, (selection, b) => selection.With(b.Key, b.Value));

    private static ResolvedArm Arm(string name, StrategySelection selection, EngineCatalog catalog) =>
        new() { Name = name, Strategies = ArmResolution.Resolve(selection, catalog) };
}
