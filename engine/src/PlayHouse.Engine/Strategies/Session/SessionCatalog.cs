namespace PlayHouse.Engine.Strategies.Sessions;

/// <summary>Descriptors of the session seam.</summary>
internal static class SessionCatalog
{
    /// <summary>Id of the seam.</summary>
    public const string SeamId = "session";

    /// <summary>The seam.</summary>
    public static SeamDescriptor Seam => new(
        SeamId,
        "Between the socket and the frames of a plain TCP connection, both ways.",
        "How many tasks and hand-overs does a connection need, and what does each of them cost?",
        [ThreeTaskSession.Descriptor, TwoTaskSession.Descriptor, SaeaSession.Descriptor, PipelinesSession.Descriptor, AsyncSocketSession.Descriptor]);
}
