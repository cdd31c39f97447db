using System.Diagnostics.CodeAnalysis;
using PlayHouse.Engine.Strategies.BufferPools;
using PlayHouse.Engine.Strategies.Scheduler;

namespace PlayHouse.Engine.Strategies;

/// <summary>
/// Presets of the engine: whole combinations that replay history. Where history does not say, a seam has its default; what a
/// preset leaves out is in its summary. Immutable, any thread.
/// </summary>
public static class StrategyPresets
{
    /// <summary>Every seam at its default.</summary>
    public static StrategyPreset Default { get; } = new("default", "Every seam at its default.", StrategySelection.Default);

    /// <summary>The engine of seed 000 before any of its changes.</summary>
    public static StrategyPreset Seed000Baseline { get; } = new(
        "seed-000-baseline",
        "Seed 000 before its changes: an object, a task and a write per message. It pooled nothing, so message-pool has no part in it.",
        StrategySelection.Default
            .With("session", "three-task")
            .With("hand-over", "per-message")
            .With("route-object", "per-message-object")
            .With("dispatch-result", "task")
            .With("reply-codec", "to-byte-array")
            .With("header-codec", "to-byte-array")
            .With("header-parse", "parse-from")
            .With("peer-id", "string-per-receive")
            .With("mailbox", "concurrent-queue")
            .With("scheduler", "thread-pool")
            .With("send-pump", "per-message")
            .With("buffer-pool", "array-pool-shared")
            .With("message-id", "string-per-message"));

    /// <summary>The change that seed 000 credits with 23.1 %.</summary>
    public static StrategyPreset Seed000CachedId { get; } = new(
        "seed-000-cached-id",
        "The baseline with the cache of sender ids that seed 000 credits with +23.1 %, which only messages between servers execute.",
        Seed000Baseline.Selection.With("peer-id", "hash-cache"));

    /// <summary>The change that seed 000 credits with 151.9 %.</summary>
    public static StrategyPreset Seed000Final { get; } = new(
        "seed-000-final",
        "The cached ids and then no object per message and a ValueTask, which seed 000 credits with +151.9 %.",
        Seed000CachedId.Selection.With("route-object", "struct-slot").With("dispatch-result", "value-task"));

    /// <summary>The engine of section 9 of seed 000.</summary>
    public static StrategyPreset Seed000Phase3 { get; } = new(
        "seed-000-phase3",
        "Section 9 of seed 000: SocketAsyncEventArgs, worker tasks and the pool of 53 buckets, filled beforehand (0.63 GB, as far as RetainedBufferBytesMax allows). buffer-pool buckets-53-counted has the original's count on every return as well.",
        Seed000Final.Selection
            .With("session", "saea")
            .With(
                "scheduler",
                Choice(
                    GlobalTaskPoolScheduler.Descriptor.Id,
                    (GlobalTaskPoolScheduler.WorkersMin, 100),
                    (GlobalTaskPoolScheduler.WorkersMax, 200)))
            .With("buffer-pool", Choice(Buckets53Store.Descriptor.Id, (BufferPoolCatalog.PreWarmPercent, 100)))
            .With("route-object", "pooled-object")
            .With("message-pool", "object-pool"));

    /// <summary>One arm of seed 003.</summary>
    public static StrategyPreset Seed003ThreadPool { get; } = new(
        "seed-003-threadpool", "The arm of seed 003 on the thread pool.", Seed000Phase3.Selection.With("scheduler", "thread-pool"));

    /// <summary>The other arm of seed 003.</summary>
    public static StrategyPreset Seed003GlobalTaskPool { get; } = new(
        "seed-003-globaltaskpool", "The arm of seed 003 on worker tasks: the same as seed-000-phase3.", Seed000Phase3.Selection);

    /// <summary>All presets in display order.</summary>
    public static IReadOnlyList<StrategyPreset> All { get; } =
        [Default, Seed000Baseline, Seed000CachedId, Seed000Final, Seed000Phase3, Seed003ThreadPool, Seed003GlobalTaskPool];

    /// <summary>The preset with this id, or false.</summary>
    public static bool TryFind(string id, [NotNullWhen(true)] out StrategyPreset? preset)
    {
        preset = All.FirstOrDefault(p => p.Id == id);
        return preset is not null;
    }

    private static StrategyChoice Choice(string id, params (string Name, double Value)[] knobs) =>
        new(id, knobs.ToDictionary(k => k.Name, k => k.Value));
}
