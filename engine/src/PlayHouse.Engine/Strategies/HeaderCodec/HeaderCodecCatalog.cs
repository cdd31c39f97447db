namespace PlayHouse.Engine.Strategies.HeaderCodec;

/// <summary>Descriptors of the header-codec seam.</summary>
internal static class HeaderCodecCatalog
{
    /// <summary>Id of the seam.</summary>
    public const string SeamId = "header-codec";

    /// <summary>Knob: smallest array to rent.</summary>
    public const string InitialBuffer = "initialBuffer";

    private const string Counter = "seam.header-codec";

    /// <summary>Headers encoded.</summary>
    public static StrategyCounter ToByteArrayEncoded { get; } = new(SeamId, "to-byte-array", "encoded", "headers encoded", StrategyCounter.PerMessage);

    /// <summary>Headers encoded.</summary>
    public static StrategyCounter CodedOutputStreamEncoded { get; } = new(SeamId, "coded-output-stream", "encoded", "headers encoded", StrategyCounter.PerMessage);

    /// <summary>Headers encoded.</summary>
    public static StrategyCounter WriteToSpanEncoded { get; } = new(SeamId, "write-to-span", "encoded", "headers encoded", StrategyCounter.PerMessage);

    /// <summary>New exact array.</summary>
    public static StrategyDescriptor ToByteArray { get; } = new()
    {
        Seam = SeamId,
        Id = "to-byte-array",
        Summary = "A generated message per header and its ToByteArray: a new exact array.",
        Source = "seed 000 (its baseline)",
        Counter = Counter,
        Counters = [ToByteArrayEncoded],
    };

    /// <summary>Stream over a pooled array.</summary>
    public static StrategyDescriptor CodedOutputStream { get; } = new()
    {
        Seam = SeamId,
        Id = "coded-output-stream",
        Summary = "A generated message per header through CodedOutputStream over a rented array.",
        Source = "seed 000 (section 2.2, tried and rolled back)",
        Counter = Counter,
        Counters = [CodedOutputStreamEncoded],
        Knobs = [new KnobDescriptor(InitialBuffer, "bytes", 0, 1 << 20, 0, "Smallest array to rent; 0 rents for the exact size.")],
    };

    /// <summary>Straight into the caller's bytes.</summary>
    public static StrategyDescriptor WriteToSpan { get; } = new()
    {
        Seam = SeamId,
        Id = "write-to-span",
        Summary = "Fields written by hand into bytes on the stack: no message object, no array, no stream.",
        Source = "design (not in the seeds)",
        IsDefault = true,
        Counter = Counter,
        Counters = [WriteToSpanEncoded],
    };

    /// <summary>The seam.</summary>
    public static SeamDescriptor Seam { get; } = new(
        SeamId,
        "From a message to another server to the header bytes in the peer's queue.",
        "Which way of encoding the header between servers costs least, and where does the seed's loss come from?",
        [ToByteArray, CodedOutputStream, WriteToSpan]);
}
