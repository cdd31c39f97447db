using System.Buffers;
using System.Collections.Concurrent;
using System.Text;

namespace PlayHouse.Multiplexer.Calls;

/// <summary>Requests without an answer yet, by message id. Any thread.</summary>
internal sealed class PendingCalls(MultiplexerConnection connection)
{
    private const int ErrorTextBytesMax = 4 * 1024;

    private readonly ConcurrentDictionary<uint, TaskCompletionSource<byte[]>> _pending = new();
    private uint _lastId;
    private int _count;
    private Exception? _end;

    /// <summary>A place for a request with an id that no other pending one has.</summary>
    /// <exception cref="MultiplexerException">Too many wait, or the connection has ended.</exception>
    public (uint Id, Task<byte[]> Answer) Add()
    {
        if (Interlocked.Increment(ref _count) > connection.Limits.CallsMax)
        {
            Interlocked.Decrement(ref _count);
            throw connection.Refuse(MultiplexerCounter.CallsRefusedOut, "Too many requests wait for an answer.");
        }

        TaskCompletionSource<byte[]> source = new(TaskCreationOptions.RunContinuationsAsynchronously);
        uint id = Interlocked.Increment(ref _lastId);
        while (!_pending.TryAdd(id, source))
        {
            id = Interlocked.Increment(ref _lastId);
        }

        // Either the end finds this request in the table, or this request finds the end.
        if (Volatile.Read(ref _end) is { } end && Remove(id))
        {
            source.SetException(end);
        }

        return (id, source.Task);
    }

    /// <summary>The caller no longer waits for it; false when an answer or the end was first.</summary>
    public bool Remove(uint id) => TryTake(id) is not null;

    /// <summary>An answer has come; late ones are counted and dropped.</summary>
    public void Answer(uint id, in CallFrame call)
    {
        if (TryTake(id) is not { } source)
        {
            connection.Count(MultiplexerCounter.CallsLate);
            return;
        }

        if (call.IsError || call.Kind == CallKind.Error)
        {
            ReadOnlySequence<byte> text = call.Payload.Slice(0, Math.Min(call.Payload.Length, ErrorTextBytesMax));
            source.SetException(new CallFailedException(Encoding.UTF8.GetString(text)));
        }
        else
        {
            source.SetResult(call.Payload.ToArray());
        }
    }

    public void End(Exception error)
    {
        Volatile.Write(ref _end, error);
        Interlocked.MemoryBarrier();
        foreach (uint id in _pending.Keys)
        {
            TryTake(id)?.SetException(error);
        }
    }

    private TaskCompletionSource<byte[]>? TryTake(uint id)
    {
        if (!_pending.TryRemove(id, out TaskCompletionSource<byte[]>? source))
        {
            return null;
        }

        Interlocked.Decrement(ref _count);
        return source;
    }
}
