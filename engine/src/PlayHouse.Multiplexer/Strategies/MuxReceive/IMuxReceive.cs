using PlayHouse.Multiplexer.Content;

namespace PlayHouse.Multiplexer.Strategies.MuxReceive;

/// <summary>
/// Memory of a message that is being received. A mutable value in the reader's table, called there; one thread. Memory
/// grows with bytes received: <see cref="Begin"/> reserves nothing, whatever a START announces. Cost class: per piece
/// received.
/// </summary>
/// <typeparam name="TSelf">The struct itself.</typeparam>
internal interface IMuxReceive<TSelf>
    where TSelf : struct, IMuxReceive<TSelf>
{
    /// <summary>What the strategy needs in addition to a message: pool and knobs of the connection.</summary>
    static abstract ReceiveState CreateState(
        Engine.Strategies.StrategyChoice choice, MultiplexerLimits limits, MultiplexerCounters counters);

    /// <summary>A message begins.</summary>
    static abstract TSelf Begin(ReceiveState state, uint hint);

    /// <summary>Bytes received so far.</summary>
    int Length { get; }

    /// <summary>Bytes of memory held.</summary>
    int Reserved { get; }

    /// <summary>Takes in bytes, at least one.</summary>
    void Append(ReadOnlySpan<byte> bytes);

    /// <summary>The whole message; its memory is the caller's from here on.</summary>
    MessageBody Complete();

    /// <summary>The message was given up: gives the memory back.</summary>
    void Abandon();
}
