using PlayHouse.Engine.Strategies.Locks;
using PlayHouse.Engine.Strategies.ReceiveBuffers;
using PlayHouse.Engine.Strategies.Sessions;

namespace PlayHouse.Engine.Strategies;

/// <summary>
/// Which choices of a connection go together: a strategy chosen by name that nothing executes would make two arms the same program. Pure.
/// </summary>
internal static class ConnectionRules
{
    /// <summary>Adds one sentence per choice that nothing would execute.</summary>
    public static void Check(StrategySelection selection, List<string> errors)
    {
        string session = IdOf(selection, SessionCatalog.Seam);
        foreach (string seam in new[] { ReceiveBufferCatalog.SeamId, LockCatalog.SeamId })
        {
            if (selection.Choices.ContainsKey(seam) && session != ThreeTaskSession.Descriptor.Id)
            {
                errors.Add(
                    $"Seam '{seam}' is chosen, but session '{session}' has no buffer between two tasks. "
                    + $"Set session to '{ThreeTaskSession.Descriptor.Id}', or leave {seam} out.");
            }
        }

        if (selection.Choices.ContainsKey(LockCatalog.SeamId)
            && IdOf(selection, ReceiveBufferCatalog.Seam) == PipeReceiveQueue.Descriptor.Id)
        {
            errors.Add(
                $"Seam 'lock' is chosen, but receive-buffer '{PipeReceiveQueue.Descriptor.Id}' has a lock of its own. "
                + "Choose another receive-buffer, or leave lock out.");
        }
    }

    private static string IdOf(StrategySelection selection, SeamDescriptor seam) =>
        selection.Choices.TryGetValue(seam.Id, out StrategyChoice? choice) && choice?.Id is not null ? choice.Id : seam.Default.Id;
}
