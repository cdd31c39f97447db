using System.Buffers;
using System.IO.Pipelines;
using PlayHouse.Engine.Strategies;
using PlayHouse.FastPort.Counts;

namespace PlayHouse.FastPort.Buffers;

/// <summary>
/// A <see cref="Pipe"/>: a list of rented blocks with a lock of its own, so that writer and reader need none. The loops wait
/// by the wake-up seam and never in the pipe: it is read with TryRead and flushed without back-pressure; the limit is the
/// buffer's.
/// </summary>
internal struct PipeBuffer : IByteBuffer<PipeBuffer>
{
    public static StrategyCounter Advanced { get; } = new(
        ReceiveBufferCatalog.SeamId,
        "pipe",
        "advanced",
        "times bytes were taken out",
        StrategyCounter.PerMessage);

    public static StrategyDescriptor Descriptor { get; } = new()
    {
        Seam = ReceiveBufferCatalog.SeamId,
        Id = "pipe",
        Type = typeof(PipeBuffer),
        Summary = "System.IO.Pipelines: a list of rented blocks with a lock of its own; the lock seam is not built.",
        Source = "design (the runtime's own answer)",
        Counters = [Advanced],
        Bytes =
        [
            new("a new buffer takes 64 KiB", 2352, 50),
            new("echo of 64 B, closed loop, both sides together", 912, 100),
        ],
    };

    private readonly int _maxBytes;
    private readonly PipeWriter _writer;
    private readonly PipeReader _reader;
    private readonly StrongCount _count;
    private long _advances;

    private PipeBuffer(int maxBytes)
    {
        _maxBytes = maxBytes;
        Pipe pipe = new(new PipeOptions(
            readerScheduler: PipeScheduler.Inline,
            writerScheduler: PipeScheduler.Inline,
            pauseWriterThreshold: 0,
            useSynchronizationContext: false));
        _writer = pipe.Writer;
        _reader = pipe.Reader;
        _count = new StrongCount();
    }

    public static bool SynchronizesItself => true;

    public readonly int Count => Volatile.Read(ref _count.Bytes);

    public readonly int FreeBytes => _maxBytes - Count;

    public static PipeBuffer Create(int initialBytes, int maxBytes) => new(maxBytes);

    public readonly void Write(ReadOnlySpan<byte> bytes)
    {
        if (bytes.IsEmpty)
        {
            return;
        }

        _writer.Write(bytes);

        // Counted first: the reader may take the bytes as soon as they are flushed.
        Interlocked.Add(ref _count.Bytes, bytes.Length);
        ValueTask<FlushResult> flushed = _writer.FlushAsync(CancellationToken.None);
        if (!flushed.IsCompletedSuccessfully)
        {
            throw new InvalidOperationException("A pipe without back-pressure made its writer wait.");
        }
    }

    public readonly int Peek(Span<byte> destination)
    {
        if (!_reader.TryRead(out ReadResult read))
        {
            return 0;
        }

        ReadOnlySequence<byte> head = read.Buffer.Slice(0, Math.Min(read.Buffer.Length, destination.Length));
        head.CopyTo(destination);
        int bytes = (int)head.Length;

        // Nothing counts as examined: the next read must not wait for more bytes.
        _reader.AdvanceTo(read.Buffer.Start);
        return bytes;
    }

    public void Advance(int count)
    {
        if (count == 0 || !_reader.TryRead(out ReadResult read))
        {
            return;
        }

        _advances++;
        _reader.AdvanceTo(read.Buffer.GetPosition(count));
        Interlocked.Add(ref _count.Bytes, -count);
    }

    public readonly void AddTo(SessionCounts counts) => counts.Add(Advanced, _advances);

    public readonly void Release()
    {
        _writer.Complete();
        _reader.Complete();
        Volatile.Write(ref _count.Bytes, 0);
    }

    /// <summary>A number that copies of the struct share.</summary>
    private sealed class StrongCount
    {
        public int Bytes;
    }
}
