using PlayHouse.Engine.Strategies;

namespace PlayHouse.Multiplexer.Strategies.MuxChunk;

/// <summary>Descriptors of the mux-chunk seam.</summary>
internal static class MuxChunkCatalog
{
    public const string SeamId = "mux-chunk";

    public const string StartSize = "startSize";

    public const int KiB = 1024;

    public static KnobDescriptor StartSizeKnob =>
        new(StartSize, "switch", 0, 1, 1, "1: START carries the message's size as a hint; 0: it carries 0.");

    /// <summary>What a size is masked with to become the length in START.</summary>
    public static uint StartMask(StrategyChoice choice, StrategyDescriptor descriptor) =>
        choice.Knob(descriptor, StartSize) == 0 ? 0 : uint.MaxValue;

    public static SeamDescriptor Seam => new(
        SeamId,
        "In the writer, before the first frame of a message: how large its DATA frames are.",
        "How much do frames cost, and is there a size at which cutting a message pays?",
        [Fixed1KChunk.Descriptor, TableChunk.Descriptor, Fixed64KChunk.Descriptor, WholeChunk.Descriptor, DynamicChunk.Descriptor]);
}
