using PlayHouse.Engine.Buffers;

namespace PlayHouse.Engine.Stages;

/// <summary>A whole push frame from index 0 of a buffer; read only from then on. Owns one count of the buffer.</summary>
internal readonly record struct BuiltFrame(PooledBuffer Buffer, int Length)
{
    /// <summary>The frame.</summary>
    public ReadOnlySpan<byte> Bytes => Buffer.Array.AsSpan(0, Length);
}
