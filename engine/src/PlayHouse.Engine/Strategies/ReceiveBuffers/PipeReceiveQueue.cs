using System.Buffers;
using System.IO.Pipelines;
using PlayHouse.Engine.Diagnostics;

namespace PlayHouse.Engine.Strategies.ReceiveBuffers;

/// <summary>The segments and the lock of a <see cref="Pipe"/>, used without waiting: the session's own signals wake its tasks.</summary>
internal sealed class PipeReceiveQueue(int maxBytes) : IReceiveQueue
{
    public static StrategyCounter Reads { get; } = new(
        ReceiveBufferCatalog.SeamId, "pipe", "read", "reads that gave bytes", StrategyCounter.Shared);

    public static StrategyDescriptor Descriptor { get; } = new()
    {
        Seam = ReceiveBufferCatalog.SeamId,
        Id = "pipe",
        Type = typeof(PipeReceiveQueue),
        Summary = "The segments of a System.IO.Pipelines pipe, with its own lock.",
        Source = "design (not in the seeds)",
        Counters = [Reads],
        Knobs = [ReceiveBufferCatalog.MaxKnob],
        Bytes = [],
    };

    private readonly Pipe _pipe = new(new PipeOptions(pauseWriterThreshold: 0, resumeWriterThreshold: 0, useSynchronizationContext: false));
    private long _written;
    private long _read;
    private long _reads;

    public int Write(ReadOnlySpan<byte> bytes)
    {
        int taken = (int)Math.Min(bytes.Length, maxBytes - (_written - Volatile.Read(ref _read)));
        if (taken == 0)
        {
            return 0;
        }

        _pipe.Writer.Write(bytes[..taken]);
        ValueTask<FlushResult> flushed = _pipe.Writer.FlushAsync();
        if (!flushed.IsCompletedSuccessfully)
        {
            ThrowPending();
        }

        _written += taken;
        return taken;
    }

    public int Read(Span<byte> destination)
    {
        if (!_pipe.Reader.TryRead(out ReadResult result))
        {
            return 0;
        }

        ReadOnlySequence<byte> bytes = result.Buffer.Slice(0, Math.Min(result.Buffer.Length, destination.Length));
        int taken = (int)bytes.Length;
        _reads += taken > 0 ? 1 : 0;
        bytes.CopyTo(destination);
        _pipe.Reader.AdvanceTo(bytes.End);
        Volatile.Write(ref _read, _read + taken);
        return taken;
    }

    public void AddTo(CounterBlock block) => block.Add(Reads, _reads);

    public void Dispose()
    {
        _pipe.Writer.Complete();
        _pipe.Reader.Complete();
    }

    private static void ThrowPending() => throw new InvalidOperationException("A pipe without a threshold made its writer wait.");
}

/// <summary>Makes such queues.</summary>
internal sealed class PipeReceiveQueueFactory(StrategyComposer strategies) : ReceiveQueueFactory
{
    private readonly int _maxBytes = ReceiveBufferCatalog.MaxBytesOf(strategies.Choices[ReceiveBufferCatalog.SeamId]);

    public override IEnumerable<Type> Variants => [typeof(PipeReceiveQueue)];

    public override IReceiveQueue Create() => new PipeReceiveQueue(_maxBytes);
}
