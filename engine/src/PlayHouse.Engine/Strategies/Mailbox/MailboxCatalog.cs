namespace PlayHouse.Engine.Strategies.Mailbox;

/// <summary>Descriptors of the mailbox seam.</summary>
internal static class MailboxCatalog
{
    public const string SeamId = "mailbox";

    /// <summary>Knob: items a mailbox holds.</summary>
    public const string Capacity = "capacity";

    public const double CapacityMax = 1 << 20;

    public static SeamDescriptor Seam => new(
        SeamId,
        "Between the receive thread and the stage: one item per hand-over.",
        "Which queue carries a message from many producers to one stage at the least cost?",
        [
            UnboundedChannelMailbox.Descriptor,
            SharedChannelMailbox.Descriptor,
            BoundedChannelMailbox.Descriptor,
            BufferBlockMailbox.Descriptor,
            ConcurrentQueueMailbox.Descriptor,
            MpscRingMailbox.Descriptor
        ]);
}
