namespace PlayHouse.Engine.Strategies.MeshFrame;

/// <summary>Descriptors of the mesh-frame seam.</summary>
internal static class MeshFrameCatalog
{
    /// <summary>Id of the seam.</summary>
    public const string SeamId = "mesh-frame";

    private const string Counter = "seam.mesh-frame";

    /// <summary>Messages sent or received in this layout.</summary>
    public static StrategyCounter ThreeFramesFramed { get; } = new(SeamId, "three-frames", "framed", "messages sent or received in this layout", StrategyCounter.PerMessage);

    /// <summary>Messages sent or received in this layout.</summary>
    public static StrategyCounter MergedFrameFramed { get; } = new(SeamId, "merged-frame", "framed", "messages sent or received in this layout", StrategyCounter.PerMessage);

    /// <summary>Layout of the reference implementation.</summary>
    public static StrategyDescriptor ThreeFrames { get; } = new()
    {
        Seam = SeamId,
        Id = "three-frames",
        Summary = "Target id, header and payload in a frame each, as the reference implementation sends them.",
        Source = "seed 000 (its wire format)",
        IsDefault = true,
        Counter = Counter,
        Counters = [ThreeFramesFramed],
    };

    /// <summary>Header and payload together.</summary>
    public static StrategyDescriptor MergedFrame { get; } = new()
    {
        Seam = SeamId,
        Id = "merged-frame",
        Summary = "Header length, header and payload in one frame behind the target id; every server must be set alike.",
        Source = "design (not in the seeds)",
        Counter = Counter,
        Counters = [MergedFrameFramed],
    };

    /// <summary>The seam.</summary>
    public static SeamDescriptor Seam { get; } = new(
        SeamId,
        "From the peer's queue to libzmq, and from libzmq to header and payload.",
        "What does a frame of its own for the header cost?",
        [ThreeFrames, MergedFrame]);
}
