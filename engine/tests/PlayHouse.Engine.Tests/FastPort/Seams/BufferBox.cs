using PlayHouse.Engine.Strategies;
using PlayHouse.FastPort.Buffers;

namespace PlayHouse.FastPort.Tests.Seams;

/// <summary>A buffer behind one type, for suites that run over all of them.</summary>
internal abstract class BufferBox
{
    public abstract bool SynchronizesItself { get; }

    public abstract int Count { get; }

    public abstract int FreeBytes { get; }

    public static BufferBox Create(string id, int initialBytes, int maxBytes) =>
        (BufferBox)Selections.Composer("receive-buffer", StrategyChoice.Of(id)).Create(typeof(Of<>), new Sizes(initialBytes, maxBytes));

    /// <summary>A new buffer of the same kind, and nothing else: its bytes can be counted.</summary>
    public abstract BufferBox Another(int initialBytes, int maxBytes);

    public abstract void Write(ReadOnlySpan<byte> bytes);

    public abstract int Peek(Span<byte> destination);

    public abstract void Advance(int count);

    public abstract void Release();

    private sealed record Sizes(int InitialBytes, int MaxBytes);

    private sealed class Of<TReceiveBuffer> : BufferBox
        where TReceiveBuffer : struct, IByteBuffer<TReceiveBuffer>
    {
#pragma warning disable IDE0044 // A strategy may be a mutable struct: it is called on the field.
        private TReceiveBuffer _buffer;
#pragma warning restore IDE0044

        public Of(Sizes sizes)
            : this(sizes.InitialBytes, sizes.MaxBytes)
        {
        }

        internal Of(int initialBytes, int maxBytes) => _buffer = TReceiveBuffer.Create(initialBytes, maxBytes);

        public override bool SynchronizesItself => TReceiveBuffer.SynchronizesItself;

        public override int Count => _buffer.Count;

        public override int FreeBytes => _buffer.FreeBytes;

        public override BufferBox Another(int initialBytes, int maxBytes) => new Of<TReceiveBuffer>(initialBytes, maxBytes);

        public override void Write(ReadOnlySpan<byte> bytes) => _buffer.Write(bytes);

        public override int Peek(Span<byte> destination) => _buffer.Peek(destination);

        public override void Advance(int count) => _buffer.Advance(count);

        public override void Release() => _buffer.Release();
    }
}
