namespace PlayHouse.Engine.Strategies.ReplyCodec;

/// <summary>Descriptors of the reply-codec seam.</summary>
internal static class ReplyCodecCatalog
{
    /// <summary>Id of the seam.</summary>
    public const string SeamId = "reply-codec";

    /// <summary>Knob: smallest array to rent.</summary>
    public const string InitialBuffer = "initialBuffer";

    private const string Counter = "seam.reply-codec";

    /// <summary>Payloads encoded.</summary>
    public static StrategyCounter ToByteArrayEncoded { get; } = new(SeamId, "to-byte-array", "encoded", "payloads encoded", StrategyCounter.PerMessage);

    /// <summary>Payloads encoded.</summary>
    public static StrategyCounter CodedOutputStreamEncoded { get; } = new(SeamId, "coded-output-stream", "encoded", "payloads encoded", StrategyCounter.PerMessage);

    /// <summary>Payloads encoded.</summary>
    public static StrategyCounter WriteToSpanEncoded { get; } = new(SeamId, "write-to-span", "encoded", "payloads encoded", StrategyCounter.PerMessage);

    /// <summary>New exact array.</summary>
    public static StrategyDescriptor ToByteArray { get; } = new()
    {
        Seam = SeamId,
        Id = "to-byte-array",
        Summary = "ToByteArray: a new exact array per reply, copied into the send buffer.",
        Source = "seed 000 (its baseline, for headers)",
        Counter = Counter,
        Counters = [ToByteArrayEncoded],
    };

    /// <summary>Stream over a pooled array.</summary>
    public static StrategyDescriptor CodedOutputStream { get; } = new()
    {
        Seam = SeamId,
        Id = "coded-output-stream",
        Summary = "CodedOutputStream over a rented array, copied into the send buffer.",
        Source = "seed 000 (section 2.2, tried and rolled back)",
        Counter = Counter,
        Counters = [CodedOutputStreamEncoded],
        Knobs = [new KnobDescriptor(InitialBuffer, "bytes", 0, 1 << 20, 0, "Smallest array to rent; 0 rents for the exact size.")],
    };

    /// <summary>Straight into the send buffer.</summary>
    public static StrategyDescriptor WriteToSpan { get; } = new()
    {
        Seam = SeamId,
        Id = "write-to-span",
        Summary = "WriteTo(Span) straight into the send buffer: no array, no stream, no copy.",
        Source = "design (not in the seeds)",
        IsDefault = true,
        Counter = Counter,
        Counters = [WriteToSpanEncoded],
    };

    /// <summary>The seam.</summary>
    public static SeamDescriptor Seam { get; } = new(
        SeamId,
        "From the handler's reply or push message to the bytes in the send buffer.",
        "Which way of encoding a protobuf payload costs least, and where does the seed's loss come from?",
        [ToByteArray, CodedOutputStream, WriteToSpan]);
}
