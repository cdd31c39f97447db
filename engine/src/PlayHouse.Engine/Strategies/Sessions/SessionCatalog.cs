namespace PlayHouse.Engine.Strategies.Sessions;

/// <summary>Descriptors of the session seam.</summary>
internal static class SessionCatalog
{
    public const string SeamId = "session";

    public static SeamDescriptor Seam => new(
        SeamId,
        "Between the socket and the frames of a plain TCP connection, both ways.",
        "How many tasks and hand-overs does a connection need, and what does each of them cost?",
        [
            ThreeTaskSession.Descriptor,
            TwoTaskSession.Descriptor,
            SaeaSession.Descriptor,
            PipelinesSession.Descriptor,
            AsyncSocketSession.Descriptor,
            EpollLoopSession.Descriptor
        ]);
}
