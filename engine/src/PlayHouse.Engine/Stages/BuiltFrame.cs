using PlayHouse.Engine.Strategies;
using PlayHouse.Engine.Strategies.BufferPools;

namespace PlayHouse.Engine.Stages;

/// <summary>
/// A whole push frame from index 0 of a buffer; read only from then on. Owns one count of the buffer.
/// <paramref name="EncodedBy"/> is the counter of the reply codec; null for bytes of the game.
/// </summary>
internal readonly record struct BuiltFrame(PooledBuffer Buffer, int Length, StrategyCounter? EncodedBy)
{
    public ReadOnlySpan<byte> Bytes => Buffer.Array.AsSpan(0, Length);
}
