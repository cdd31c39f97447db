namespace PlayHouse.Multiplexer;

/// <summary>What a connection counts, besides its failures.</summary>
internal enum MultiplexerCounter
{
    SeamMuxChunk,
    SeamMuxHeader,
    SeamMuxEmit,
    SeamMuxReceive,
    MessagesOut,
    PayloadBytesOut,
    BytesOut,
    Writes,
    AbortsOut,
    TooLargeRefused,
    SendsRefused,
    MessagesIn,
    PayloadBytesIn,
    BytesIn,
    Reads,
    AbortsIn,
    ReaderPauses,
    PartialBytesPeak,
    ReadyBytesPeak,
    CallsOut,
    CallsIn,
    CallsRefusedOut,
    CallsRefusedIn,
    CallTimeouts,
    CallsLate,
    HandlerFaults,
}
