using System.Globalization;
using PlayHouse.Engine.Strategies.MessagePool;
using PlayHouse.Engine.Strategies.RouteObject;
using PlayHouse.Engine.Strategies.Scheduler;
using PlayHouse.Engine.Strategies.StageLoop;
using PlayHouse.Engine.Strategies.WakeUp;

namespace PlayHouse.Engine.Strategies;

/// <summary>What a selection must satisfy before a server is built. Pure functions, any thread, not on a message path.</summary>
public static class StrategyRules
{
    /// <summary>All errors of a selection, one sentence each; empty when it can be built. Never throws on content.</summary>
    public static IReadOnlyList<string> Validate(StrategySelection selection)
    {
        ArgumentNullException.ThrowIfNull(selection);
        List<string> errors = [.. SelectionRules.Validate(selection, StrategyCatalog.Seams)];
        CheckWorkers(selection, errors);
        CheckPoolHasObjects(selection, errors);
        CheckLoopHasThreads(selection, errors);
        CheckThreadsWait(selection, errors);
        ConnectionRules.Check(selection, errors);
        return errors;
    }

    /// <summary>Every seam with the strategy and all knob values that a server built from the selection uses, in catalogue order.</summary>
    /// <exception cref="ArgumentException">The selection is not valid; the message holds every error.</exception>
    public static IReadOnlyDictionary<string, StrategyChoice> Resolve(StrategySelection selection) =>
        SelectionRules.Resolve(selection, StrategyCatalog.Seams, Validate(selection));

    /// <summary>Builds what the selection names; a server has one for each of its parts.</summary>
    /// <exception cref="ArgumentException">The selection is not valid; the message holds every error.</exception>
    internal static StrategyComposer Composer(StrategySelection selection) => new(StrategyCatalog.Seams, Resolve(selection));

    private static string IdOf(StrategySelection selection, SeamDescriptor seam) =>
        selection.Choices.TryGetValue(seam.Id, out StrategyChoice? choice) && choice?.Id is not null ? choice.Id : seam.Default.Id;

    private static void CheckWorkers(StrategySelection selection, List<string> errors)
    {
        if (!selection.Choices.TryGetValue(SchedulerCatalog.SeamId, out StrategyChoice? choice)
            || choice?.Knobs is null
            || choice.Id != GlobalTaskPoolScheduler.Descriptor.Id)
        {
            return;
        }

        double workersMin = choice.Knob(GlobalTaskPoolScheduler.Descriptor, GlobalTaskPoolScheduler.WorkersMin);
        double workersMax = choice.Knob(GlobalTaskPoolScheduler.Descriptor, GlobalTaskPoolScheduler.WorkersMax);
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

        string route = IdOf(selection, RouteObjectCatalog.Seam);
        if (route != PooledObjectRoute.Descriptor.Id)
        {
            errors.Add(
                $"Seam 'message-pool' is chosen, but route-object '{route}' rents nothing from it. "
                + $"Set route-object to '{PooledObjectRoute.Descriptor.Id}', or leave message-pool out.");
        }
    }

    /// <summary>A loop that awaits continues where its wait ends: the thread that posts is never there.</summary>
    private static void CheckLoopHasThreads(StrategySelection selection, List<string> errors)
    {
        if (IdOf(selection, StageLoopCatalog.Seam) == AwaitingStage.Descriptor.Id
            && IdOf(selection, SchedulerCatalog.Seam) == InlineScheduler.Descriptor.Id)
        {
            errors.Add(
                $"Scheduler '{InlineScheduler.Descriptor.Id}' runs a stage on the thread that posts, and stage-loop '{AwaitingStage.Descriptor.Id}' never runs there. "
                + "Set scheduler to one with threads, or stage-loop to 'scheduled'.");
        }
    }

    /// <summary>A wake-up chosen by name that no thread waits with would make two arms the same program.</summary>
    private static void CheckThreadsWait(StrategySelection selection, List<string> errors)
    {
        string scheduler = IdOf(selection, SchedulerCatalog.Seam);
        if (selection.Choices.ContainsKey(WakeUpCatalog.SeamId) && scheduler != DedicatedLoopsScheduler.Descriptor.Id)
        {
            errors.Add(
                $"Seam 'wake-up' is chosen, but scheduler '{scheduler}' has no threads that wait with it. "
                + $"Set scheduler to '{DedicatedLoopsScheduler.Descriptor.Id}', or leave wake-up out.");
        }
    }
}
