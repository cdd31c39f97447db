using PlayHouse.Engine.Strategies.Locks;
using PlayHouse.FastPort.Buffers;
using PlayHouse.FastPort.Counts;

namespace PlayHouse.FastPort.Sessions;

/// <summary>
/// A buffer between two loops, guarded by the lock seam unless it synchronises itself. One writer, one reader. Which of the
/// two it is, is known when the code is compiled: nothing is asked at run time.
/// </summary>
internal sealed class GuardedBuffer<TLock, TReceiveBuffer>(int initialBytes, int maxBytes)
    where TLock : struct, ISeamLock<TLock>
    where TReceiveBuffer : struct, IByteBuffer<TReceiveBuffer>
{
#pragma warning disable IDE0044 // Strategies may be mutable structs: they are called on the field.
    private TLock _lock = TReceiveBuffer.SynchronizesItself ? default : TLock.Create();
    private TReceiveBuffer _buffer = TReceiveBuffer.Create(initialBytes, maxBytes);
#pragma warning restore IDE0044
    private long _lockEntries;

    /// <summary>How often the lock was entered. Any thread, possibly a little late.</summary>
    public long LockEntries => Volatile.Read(ref _lockEntries);

    /// <summary>Appends as many bytes as there is room for.</summary>
    public int Write(ReadOnlySpan<byte> bytes)
    {
        Enter();
        try
        {
            int room = Math.Min(bytes.Length, _buffer.FreeBytes);
            _buffer.Write(bytes[..room]);
            return room;
        }
        finally
        {
            Exit();
        }
    }

    /// <summary>Appends all bytes or, when they do not fit, none.</summary>
    public bool TryWriteAll(ReadOnlySpan<byte> bytes)
    {
        Enter();
        try
        {
            if (bytes.Length > _buffer.FreeBytes)
            {
                return false;
            }

            _buffer.Write(bytes);
            return true;
        }
        finally
        {
            Exit();
        }
    }

    /// <summary>Copies the oldest bytes and says how many wait in all.</summary>
    public int Peek(Span<byte> destination, out int count)
    {
        Enter();
        try
        {
            count = _buffer.Count;
            return _buffer.Peek(destination);
        }
        finally
        {
            Exit();
        }
    }

    /// <summary>Drops <paramref name="skipped"/> bytes and takes the ones behind them.</summary>
    public void Take(int skipped, Span<byte> destination)
    {
        Enter();
        try
        {
            _buffer.Advance(skipped);
            if (destination.Length > 0)
            {
                _buffer.Peek(destination);
                _buffer.Advance(destination.Length);
            }
        }
        finally
        {
            Exit();
        }
    }

    /// <summary>Adds what the strategies counted. Any thread, possibly a little late.</summary>
    public void AddTo(SessionCounts counts)
    {
        if (!TReceiveBuffer.SynchronizesItself)
        {
            _lock.AddTo(counts.Strategies);
        }

        _buffer.AddTo(counts);
    }

    /// <summary>Gives memory back; writer and reader have ended.</summary>
    public void Release() => _buffer.Release();

    private void Enter()
    {
        if (!TReceiveBuffer.SynchronizesItself)
        {
            _lock.Enter();
            _lockEntries++;
        }
    }

    private void Exit()
    {
        if (!TReceiveBuffer.SynchronizesItself)
        {
            _lock.Exit();
        }
    }
}
