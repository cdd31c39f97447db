namespace PlayHouse.Engine.Strategies.MessageIds;

/// <summary>Descriptors of the message-id seam.</summary>
internal static class MessageIdCatalog
{
    public const string SeamId = "message-id";

    public static SeamDescriptor Seam => new(
        SeamId,
        "On the stage, from a frame's message-id bytes to the string that the handler sees.",
        "What does a string per message cost, and does a table of known ids remove it?",
        [StringPerMessageIds.Descriptor, MessageIdTable.Descriptor]);
}
