using PlayHouse.Engine.Strategies;
using PlayHouse.Engine.Strategies.Locks;
using PlayHouse.FastPort.Buffers;

namespace PlayHouse.FastPort.Strategies;

/// <summary>What a selection must satisfy before a server or client is built. Pure functions, any thread, not on a message path.</summary>
public static class FastPortRules
{
    /// <summary>All errors of a selection, one sentence each; empty when it can be built. Never throws on content.</summary>
    public static IReadOnlyList<string> Validate(StrategySelection selection)
    {
        ArgumentNullException.ThrowIfNull(selection);
        List<string> errors = [.. SelectionRules.Validate(selection, FastPortCatalog.Seams)];
        CheckLockIsBuilt(selection, errors);
        return errors;
    }

    /// <summary>Every seam with the strategy and all knob values that are used, in catalogue order.</summary>
    /// <exception cref="ArgumentException">The selection is not valid; the message holds every error.</exception>
    public static IReadOnlyDictionary<string, StrategyChoice> Resolve(StrategySelection selection) =>
        SelectionRules.Resolve(selection, FastPortCatalog.Seams, Validate(selection));

    private static void CheckLockIsBuilt(StrategySelection selection, List<string> errors)
    {
        bool isPipe = selection.Choices.TryGetValue(ReceiveBufferCatalog.SeamId, out StrategyChoice? buffer)
            && buffer?.Id == PipeBuffer.Descriptor.Id;

        // A lock chosen by name that nothing enters would make two arms the same program.
        if (isPipe && selection.Choices.ContainsKey(LockCatalog.SeamId))
        {
            errors.Add("Seam 'lock' is chosen, but receive-buffer 'pipe' synchronises itself and enters no lock. Choose another receive-buffer, or leave lock out.");
        }
    }
}
