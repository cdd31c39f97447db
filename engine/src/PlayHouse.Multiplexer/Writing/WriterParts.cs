namespace PlayHouse.Multiplexer.Writing;

/// <summary>What every writer needs, whatever its strategies.</summary>
/// <param name="Output">Where bytes leave.</param>
/// <param name="Link">The connection's end.</param>
/// <param name="Limits">Bounds.</param>
/// <param name="Counters">Counters of the sender that has its turn.</param>
/// <param name="FirstId">Id of the first message.</param>
internal sealed record WriterParts(
    ByteOutput Output, ConnectionLink Link, MultiplexerLimits Limits, MultiplexerCounters Counters, uint FirstId);
