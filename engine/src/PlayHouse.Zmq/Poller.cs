using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Net.Zmq;

/// <summary>Waits for several sockets at once. One thread at a time, the one that owns the sockets.</summary>
internal sealed unsafe class Poller : IDisposable
{
    private readonly Native.PollItem[] _items;
    private readonly Socket[] _sockets;
    private int _count;
    private bool _isDisposed;

    public Poller(int capacity)
    {
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(capacity);
        _items = GC.AllocateArray<Native.PollItem>(capacity, pinned: true);
        _sockets = new Socket[capacity];
    }

    /// <summary>Adds a socket and returns its index.</summary>
    /// <exception cref="InvalidOperationException">The poller is full.</exception>
    public int Add(Socket socket, PollEvents events)
    {
        ArgumentNullException.ThrowIfNull(socket);
        ObjectDisposedException.ThrowIf(_isDisposed, this);
        if (_count == _items.Length)
        {
            throw new InvalidOperationException($"The poller holds {_count} sockets, its capacity.");
        }

        _sockets[_count] = socket;
        _items[_count] = new Native.PollItem { Socket = socket.Handle, Events = (short)events };
        return _count++;
    }

    public void Update(int index, PollEvents events) => Item(index).Events = (short)events;

    /// <summary>Waits up to <paramref name="timeout"/> milliseconds, -1 for ever, and returns how many sockets are ready.</summary>
    /// <exception cref="ZmqException">libzmq refused, or the context was shut down.</exception>
    /// <exception cref="ObjectDisposedException">The poller or one of its sockets is disposed.</exception>
    public int Poll(long timeout = -1)
    {
        ObjectDisposedException.ThrowIf(_isDisposed, this);
        for (int i = 0; i < _count; i++)
        {
            _items[i].Socket = _sockets[i].Handle;
        }

        long deadlineMs = timeout < 0 ? long.MaxValue : Environment.TickCount64 + timeout;
        while (true)
        {
            int ready = Native.Poll(
                (Native.PollItem*)Unsafe.AsPointer(ref MemoryMarshal.GetArrayDataReference(_items)),
                _count,
                new CLong((nint)timeout));
            if (ready >= 0)
            {
                return ready;
            }

            ZmqException.ThrowUnlessInterrupted();
            // A signal ended the wait early: the rest of it is still owed.
            timeout = timeout < 0 ? timeout : Math.Max(0, deadlineMs - Environment.TickCount64);
        }
    }

    /// <summary>The same with a time span; an infinite one waits for ever.</summary>
    /// <exception cref="ZmqException">libzmq refused, or the context was shut down.</exception>
    public int Poll(TimeSpan timeout) => Poll(timeout == Timeout.InfiniteTimeSpan ? -1 : (long)timeout.TotalMilliseconds);

    /// <summary>Whether the last poll found a message.</summary>
    public bool IsReadable(int index) => Has(index, PollEvents.In);

    /// <summary>Whether the last poll found room to send.</summary>
    public bool IsWritable(int index) => Has(index, PollEvents.Out);

    /// <summary>Whether the last poll found an error.</summary>
    public bool HasError(int index) => Has(index, PollEvents.Err);

    public void Clear()
    {
        Array.Clear(_sockets);
        Array.Clear(_items);
        _count = 0;
    }

    /// <summary>Forgets the sockets; they stay open.</summary>
    public void Dispose()
    {
        Clear();
        _isDisposed = true;
    }

    private bool Has(int index, PollEvents events) => (Item(index).Returned & (short)events) != 0;

    private ref Native.PollItem Item(int index)
    {
        ObjectDisposedException.ThrowIf(_isDisposed, this);
        ArgumentOutOfRangeException.ThrowIfGreaterThanOrEqual((uint)index, (uint)_count, nameof(index));
        return ref _items[index];
    }
}
