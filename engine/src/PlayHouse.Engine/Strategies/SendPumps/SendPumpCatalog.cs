namespace PlayHouse.Engine.Strategies.SendPumps;

/// <summary>Descriptors of the send-pump seam.</summary>
internal static class SendPumpCatalog
{
    public const string SeamId = "send-pump";

    public const string SegmentBytes = "segmentBytesMax";

    public static KnobDescriptor SegmentKnob => new(
        SegmentBytes, "bytes", 1024, SendPump.SegmentBytesLimit, SendPump.SegmentBytesLimit,
        "Bytes collected for one session before they are handed over; a larger frame travels alone.");

    public static SeamDescriptor Seam => new(
        SeamId,
        "From the frames that a stage writes to the writes of the socket.",
        "How many messages should share a socket write, and does merging them cost more than it saves?",
        [PerMessageSendPump.Descriptor, CoalescedSendPump.Descriptor, FlushOnIdleSendPump.Descriptor, GatherSendPump.Descriptor]);
}
