namespace PlayHouse.Engine.Strategies.MeshFrame;

/// <summary>Descriptors of the mesh-frame seam.</summary>
internal static class MeshFrameCatalog
{
    public const string SeamId = "mesh-frame";

    public static SeamDescriptor Seam => new(
        SeamId,
        "From the peer's queue to libzmq, and from libzmq to header and payload.",
        "What does a frame of its own for the header cost?",
        [ThreeFramesMeshFrame.Descriptor, MergedMeshFrame.Descriptor]);
}
