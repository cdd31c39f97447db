using System.Runtime.CompilerServices;

namespace PlayHouse.Multiplexer.Writing;

/// <summary>
/// Where bytes leave. One caller at a time; a call is done when the bytes are with the stream. Each call to the stream or
/// socket is one count of <c>mux.writes</c>. The class is chosen per connection; the calls are virtual, the same for
/// every strategy.
/// </summary>
internal abstract class ByteOutput(MultiplexerCounters counters) : IDisposable
{
    private long _writeBegan;

    /// <summary>When the write that is under way began, <see cref="Environment.TickCount64"/>; 0 when none is. Any thread.</summary>
    public long WriteBegan => Volatile.Read(ref _writeBegan);

    public ValueTask WriteAsync(ReadOnlyMemory<byte> bytes)
    {
        Begin(bytes.Length);
        return Watch(SendAsync(bytes));
    }

    /// <summary>Writes three pieces one behind the other without copying them where the output can; pieces may be empty.</summary>
    public ValueTask WriteAsync(ReadOnlyMemory<byte> first, ReadOnlyMemory<byte> second, ReadOnlyMemory<byte> third)
    {
        if (second.IsEmpty && third.IsEmpty)
        {
            return WriteAsync(first);
        }

        Begin(first.Length + second.Length + third.Length);
        return Watch(SendAsync(first, second, third));
    }

    /// <summary>Lets go of what belongs to the output alone; the stream is not its own.</summary>
    public abstract void Dispose();

    /// <summary>One write call.</summary>
    protected abstract ValueTask SendAsync(ReadOnlyMemory<byte> bytes);

    /// <summary>One vectored write call, or what comes nearest.</summary>
    protected abstract ValueTask SendAsync(ReadOnlyMemory<byte> first, ReadOnlyMemory<byte> second, ReadOnlyMemory<byte> third);

    protected void CountWrite() => counters.Add(MultiplexerCounter.Writes, 1);

#pragma warning disable VSTHRD200 // It hands the task on; it does not start one.
    private ValueTask Watch(ValueTask write)
    {
        if (!write.IsCompleted)
        {
            return EndAsync(write);
        }

        Volatile.Write(ref _writeBegan, 0);
        return write;
    }
#pragma warning restore VSTHRD200

    private void Begin(int bytes)
    {
        counters.Add(MultiplexerCounter.BytesOut, bytes);
        Volatile.Write(ref _writeBegan, Math.Max(1, Environment.TickCount64));
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    private async ValueTask EndAsync(ValueTask write)
    {
        try
        {
            await write.ConfigureAwait(false);
        }
        finally
        {
            Volatile.Write(ref _writeBegan, 0);
        }
    }
}
