using PlayHouse.Engine.Buffers;
using PlayHouse.Engine.Strategies;

namespace PlayHouse.Engine.Stages;

/// <summary>A whole push frame from index 0 of a buffer; read only from then on. Owns one count of the buffer.</summary>
/// <param name="Buffer">The buffer.</param>
/// <param name="Length">Bytes of the frame.</param>
/// <param name="EncodedBy">Counter of the reply codec that encoded it; null for bytes of the game.</param>
internal readonly record struct BuiltFrame(PooledBuffer Buffer, int Length, StrategyCounter? EncodedBy)
{
    /// <summary>The frame.</summary>
    public ReadOnlySpan<byte> Bytes => Buffer.Array.AsSpan(0, Length);
}
