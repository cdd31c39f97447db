using PlayHouse.Multiplexer.Content;

namespace PlayHouse.Multiplexer.Strategies.MuxReceive;

/// <summary>What the receive strategy of a connection shares between messages. Used by the reader; the pool by any thread.</summary>
internal sealed class ReceiveState(MultiplexerCounters counters, BodyPool pool, int knob, long aheadBytesMax)
{
    public MultiplexerCounters Counters => counters;

    public BodyPool Pool => pool;

    public int Knob => knob;

    /// <summary>Bytes that all messages together may reserve because of a hint.</summary>
    public long AheadBytesLeft { get; set; } = aheadBytesMax;
}
