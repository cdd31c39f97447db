using System.Diagnostics.CodeAnalysis;
using PlayHouse.Engine.Strategies;
using PlayHouse.Multiplexer.Strategies.MuxChunk;
using PlayHouse.Multiplexer.Strategies.MuxEmit;
using PlayHouse.Multiplexer.Strategies.MuxHeader;
using PlayHouse.Multiplexer.Strategies.MuxReceive;

namespace PlayHouse.Multiplexer;

/// <summary>The multiplexer's seams and presets: the single source for command line, docs and tests. Immutable, any thread.</summary>
public static class MultiplexerCatalog
{
    private const int HybridThresholdBytes = 4 * 1024;
    private const int OriginalGrowthPercent = 125;

    /// <summary>All seams in display order.</summary>
    public static IReadOnlyList<SeamDescriptor> Seams { get; } =
        [MuxChunkCatalog.Seam, MuxHeaderCatalog.Seam, MuxEmitCatalog.Seam, MuxReceiveCatalog.Seam];

    /// <summary>All presets in display order; the first is the default.</summary>
    public static IReadOnlyList<StrategyPreset> Presets { get; } =
    [
        new StrategyPreset("default", "Every seam at its default.", StrategySelection.Default),
        new StrategyPreset(
            "mux-original",
            "Seed 004's first design: 1 KiB frames, a new header each, START with the size, which the reader reserves.",
            Original())
        {
            Bytes =
            [
                new("send a 64 B message", 120, 1),
                new("receive a 64 B message of the same design", 88, 1),
                new("send a 1 KB message", 120, 1),
                new("receive a 1 KB message of the same design", 1048, 1),
                new("send a 64 KB message", 2640, 1),
                new("receive a 64 KB message of the same design", 65560, 656),
                new("send a 1 MB message", 41040, 410),
                new("receive a 1 MB message of the same design", 1048600, 10486),
            ],
        },
        new StrategyPreset(
            "mux-optimized",
            "Seed 004's second design: frames by table, headers from a pool, START with 0, a growing array at the reader.",
            Optimized())
        {
            Bytes =
            [
                new("receive a 64 B message of the same design", 88, 1),
                new("receive a 1 KB message of the same design", 1048, 1),
                new("receive a 64 KB message of the same design", 359040, 3590),
                new("receive a 1 MB message of the same design", 5849056, 58491),
            ],
        },
        new StrategyPreset("mux-hybrid", "Seed 004's third design: the first up to 4 KiB, the second above.", Hybrid())
        {
            Bytes =
            [
                new("send a 64 B message", 120, 1),
                new("receive a 64 B message of the same design", 88, 1),
                new("send a 1 KB message", 120, 1),
                new("receive a 1 KB message of the same design", 1048, 1),
                new("receive a 64 KB message of the same design", 359040, 3590),
                new("receive a 1 MB message of the same design", 5849056, 58491),
            ],
        },
    ];

    /// <summary>The preset with this id, or false.</summary>
    public static bool TryFindPreset(string id, [NotNullWhen(true)] out StrategyPreset? preset)
    {
        preset = Presets.FirstOrDefault(p => p.Id == id);
        return preset is not null;
    }

    /// <summary>All errors of a selection, one sentence each; empty when it can be built. Never throws on content.</summary>
    public static IReadOnlyList<string> Validate(StrategySelection selection) => SelectionRules.Validate(selection, Seams);

    /// <summary>Every seam with its strategy and all knob values, in catalogue order.</summary>
    /// <exception cref="ArgumentException">The selection is not valid; the message holds every error.</exception>
    public static IReadOnlyDictionary<string, StrategyChoice> Resolve(StrategySelection selection) =>
        SelectionRules.Resolve(selection, Seams, Validate(selection));

    private static StrategySelection Original() => StrategySelection.Default
        .With(MuxChunkCatalog.SeamId, Fixed1KChunk.Descriptor.Id)
        .With(MuxHeaderCatalog.SeamId, NewArrayHeader.Descriptor.Id)
        .With(MuxEmitCatalog.SeamId, TwoWritesEmit.Descriptor.Id)
        .With(
            MuxReceiveCatalog.SeamId,
            Choice(
                RentFromHintReceive.Descriptor,
                (RentFromHintReceive.CapBytes, FrameHeader.DataBytesMax),
                (RentFromHintReceive.Pooled, 0)));

    private static StrategySelection Optimized() => StrategySelection.Default
        .With(MuxChunkCatalog.SeamId, Choice(TableChunk.Descriptor, (MuxChunkCatalog.StartSize, 0)))
        .With(MuxHeaderCatalog.SeamId, PooledHeader.Descriptor.Id)
        .With(MuxEmitCatalog.SeamId, TwoWritesEmit.Descriptor.Id)
        .With(MuxReceiveCatalog.SeamId, Choice(ListGrowthReceive.Descriptor, (ListGrowthReceive.GrowthPercent, OriginalGrowthPercent)));

    private static StrategySelection Hybrid() => Optimized()
        .With(
            MuxChunkCatalog.SeamId,
            Choice(TableChunk.Descriptor, (TableChunk.ThresholdBytes, HybridThresholdBytes), (MuxChunkCatalog.StartSize, 0)))
        .With(MuxHeaderCatalog.SeamId, Choice(PooledHeader.Descriptor, (PooledHeader.PooledAboveBytes, HybridThresholdBytes)));

    private static StrategyChoice Choice(StrategyDescriptor strategy, params (string Name, double Value)[] knobs) =>
        new(strategy.Id, knobs.ToDictionary(k => k.Name, k => k.Value));
}
