using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Store;

namespace PlayHouse.Lab.Runner.Analyse;

/// <summary>The launches that a verdict rests on, read from a store.</summary>
internal static class FinishedLaunches
{
    /// <summary>
    /// Every launch of a run but the timed ones of an attempt that was cut off: such an attempt has launches and no row, was begun again,
    /// and must not count besides the one that was finished.
    /// </summary>
    public static async Task<IReadOnlyList<LaunchRecord>> ReadAsync(LabStore store, string runId, CancellationToken ct)
    {
        HashSet<(int, int)> finished = [.. (await store.Blocks.ListAsync(runId, ct)).Select(b => (b.Block, b.Attempt))];
        return
        [
            .. (await store.Launches.ListAsync(runId, null, ct)).Where(l => l.Kind != LaunchKind.Timed || finished.Contains((l.Block, l.Attempt))),
        ];
    }
}
