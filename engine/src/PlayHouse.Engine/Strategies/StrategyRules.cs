using System.Globalization;
using PlayHouse.Engine.Strategies.MessagePool;
using PlayHouse.Engine.Strategies.RouteObject;
using PlayHouse.Engine.Strategies.Scheduler;

namespace PlayHouse.Engine.Strategies;

/// <summary>What a selection must satisfy before a server is built. Pure functions, any thread, not on a message path.</summary>
public static class StrategyRules
{
    /// <summary>All errors of a selection, one sentence each; empty when it can be built. Never throws on content.</summary>
    public static IReadOnlyList<string> Validate(StrategySelection selection)
    {
        ArgumentNullException.ThrowIfNull(selection);
        List<string> errors = [];
        foreach ((string seamId, StrategyChoice choice) in selection.Choices.OrderBy(c => c.Key, StringComparer.Ordinal))
        {
            CheckChoice(seamId, choice, errors);
        }

        CheckWorkers(selection, errors);
        CheckPoolHasObjects(selection, errors);
        return errors;
    }

    /// <summary>Every seam with the strategy and all knob values that a server built from the selection uses, in catalogue order.</summary>
    /// <exception cref="ArgumentException">The selection is not valid; the message holds every error.</exception>
    public static IReadOnlyDictionary<string, StrategyChoice> Resolve(StrategySelection selection)
    {
        IReadOnlyList<string> errors = Validate(selection);
        if (errors.Count > 0)
        {
            throw new ArgumentException(string.Join(Environment.NewLine, errors), nameof(selection));
        }

        OrderedDictionary<string, StrategyChoice> resolved = new(StringComparer.Ordinal);
        foreach (SeamDescriptor seam in StrategyCatalog.Seams)
        {
            StrategyChoice choice = ChoiceOf(selection, seam);
            StrategyDescriptor strategy = seam.Find(choice.Id)!;
            OrderedDictionary<string, double> knobs = new(StringComparer.Ordinal);
            foreach (KnobDescriptor knob in strategy.Knobs)
            {
                knobs.Add(knob.Name, choice.Knob(strategy, knob.Name));
            }

            resolved.Add(seam.Id, new StrategyChoice(strategy.Id, knobs));
        }

        return resolved;
    }

    private static StrategyChoice ChoiceOf(StrategySelection selection, SeamDescriptor seam) =>
        selection.Choices.TryGetValue(seam.Id, out StrategyChoice? choice) ? choice : StrategyChoice.Of(seam.Default.Id);

    private static void CheckChoice(string seamId, StrategyChoice choice, List<string> errors)
    {
        if (!StrategyCatalog.TryFind(seamId, out SeamDescriptor? seam))
        {
            errors.Add($"Unknown seam '{seamId}'. {NearestId.Suggest(seamId, StrategyCatalog.Seams.Select(s => s.Id))}");
            return;
        }

        if (choice?.Id is null || choice.Knobs is null)
        {
            errors.Add($"Seam '{seamId}' names no strategy with knobs. {NearestId.Suggest(string.Empty, seam.Strategies.Select(s => s.Id))}");
            return;
        }

        StrategyDescriptor? strategy = seam.Find(choice.Id);
        if (strategy is null)
        {
            errors.Add($"Unknown strategy '{choice.Id}' of seam '{seamId}'. {NearestId.Suggest(choice.Id, seam.Strategies.Select(s => s.Id))}");
            return;
        }

        foreach ((string name, double value) in choice.Knobs.OrderBy(k => k.Key, StringComparer.Ordinal))
        {
            CheckKnob(strategy, name, value, errors);
        }
    }

    private static void CheckKnob(StrategyDescriptor strategy, string name, double value, List<string> errors)
    {
        KnobDescriptor? knob = strategy.Knobs.FirstOrDefault(k => k.Name == name);
        if (knob is null)
        {
            errors.Add($"Unknown knob '{name}' of {strategy.Seam}: {strategy.Id}. {NearestId.Suggest(name, strategy.Knobs.Select(k => k.Name))}");
        }
        else if (!(value >= knob.Min && value <= knob.Max) || value != Math.Floor(value))
        {
            errors.Add(string.Create(
                CultureInfo.InvariantCulture,
                $"Knob '{name}' of {strategy.Seam}: {strategy.Id} is {value}; it takes a whole number of {knob.Unit} from {knob.Min} to {knob.Max}."));
        }
    }

    private static void CheckWorkers(StrategySelection selection, List<string> errors)
    {
        if (!selection.Choices.TryGetValue(SchedulerCatalog.SeamId, out StrategyChoice? choice) || choice?.Knobs is null || choice.Id != SchedulerCatalog.GlobalTaskPool.Id)
        {
            return;
        }

        double workersMin = choice.Knob(SchedulerCatalog.GlobalTaskPool, SchedulerCatalog.WorkersMin);
        double workersMax = choice.Knob(SchedulerCatalog.GlobalTaskPool, SchedulerCatalog.WorkersMax);
        if (workersMin > workersMax)
        {
            errors.Add(string.Create(
                CultureInfo.InvariantCulture,
                $"Scheduler global-task-pool has workersMin {workersMin} above workersMax {workersMax}; lower the one or raise the other."));
        }
    }

    /// <summary>A pool chosen by name that nothing rents from would make two arms the same program.</summary>
    private static void CheckPoolHasObjects(StrategySelection selection, List<string> errors)
    {
        if (!selection.Choices.ContainsKey(MessagePoolCatalog.SeamId))
        {
            return;
        }

        string route = selection.Choices.TryGetValue(RouteObjectCatalog.SeamId, out StrategyChoice? choice) && choice?.Id is not null
            ? choice.Id
            : RouteObjectCatalog.Seam.Default.Id;
        if (route != RouteObjectCatalog.PooledObject.Id)
        {
            errors.Add(
                $"Seam 'message-pool' is chosen, but route-object '{route}' rents nothing from it. "
                + $"Set route-object to '{RouteObjectCatalog.PooledObject.Id}', or leave message-pool out.");
        }
    }
}
