using PlayHouse.FastPort.Buffers;

namespace PlayHouse.FastPort.Tests.Seams;

/// <summary>A buffer behind one type, for suites that run over all of them.</summary>
internal abstract class BufferBox
{
    public abstract bool SynchronizesItself { get; }

    public abstract int Count { get; }

    public abstract int FreeBytes { get; }

    public static BufferBox Create(string id, int initialBytes, int maxBytes) => id switch
    {
        "linear" => new Of<LinearBuffer>(initialBytes, maxBytes),
        "circular-array" => new Of<CircularArrayBuffer>(initialBytes, maxBytes),
        "circular-pooled" => new Of<CircularPooledBuffer>(initialBytes, maxBytes),
        "pipe" => new Of<PipeBuffer>(initialBytes, maxBytes),
        _ => throw new InvalidOperationException($"The contract suite has no factory for buffer '{id}'."),
    };

    public abstract void Write(ReadOnlySpan<byte> bytes);

    public abstract int Peek(Span<byte> destination);

    public abstract void Advance(int count);

    public abstract void Release();

    private sealed class Of<TBuffer>(int initialBytes, int maxBytes) : BufferBox
        where TBuffer : struct, IByteBuffer<TBuffer>
    {
#pragma warning disable IDE0044 // A strategy may be a mutable struct: it is called on the field.
        private TBuffer _buffer = TBuffer.Create(initialBytes, maxBytes);
#pragma warning restore IDE0044

        public override bool SynchronizesItself => TBuffer.SynchronizesItself;

        public override int Count => _buffer.Count;

        public override int FreeBytes => _buffer.FreeBytes;

        public override void Write(ReadOnlySpan<byte> bytes) => _buffer.Write(bytes);

        public override int Peek(Span<byte> destination) => _buffer.Peek(destination);

        public override void Advance(int count) => _buffer.Advance(count);

        public override void Release() => _buffer.Release();
    }
}
