using System.Text;

namespace Net.Zmq;

/// <summary>
/// libzmq's threads and the sockets on them. Any thread. The library's context ends when this object and its last socket are
/// disposed, in any order: neither disposal waits for the other. A socket's linger time is waited for by the last of them. What
/// libzmq refuses throws <see cref="ZmqException"/>.
/// </summary>
internal sealed unsafe class Context : IDisposable
{
    private readonly nint _handle;
    private int _owners = 1;
    private int _isDisposed;

    /// <summary>A context with one I/O thread.</summary>
    /// <exception cref="DllNotFoundException">libzmq is not installed; the message says how to install it.</exception>
    public Context()
        : this(1)
    {
    }

    /// <summary>A context with the given number of I/O threads and at most <paramref name="maxSockets"/> sockets.</summary>
    /// <exception cref="DllNotFoundException">libzmq is not installed; the message says how to install it.</exception>
    public Context(int ioThreads, int maxSockets = 1023)
    {
        _handle = Native.ContextNew();
        if (_handle == 0)
        {
            throw ZmqException.Last();
        }

        try
        {
            SetOption(ContextOption.Io_Threads, ioThreads);
            SetOption(ContextOption.Max_Sockets, maxSockets);
        }
        catch
        {
            Dispose();
            throw;
        }
    }

    /// <summary>Version of the library.</summary>
    /// <exception cref="DllNotFoundException">libzmq is not installed.</exception>
    public static (int Major, int Minor, int Patch) Version
    {
        get
        {
            int major, minor, patch;
            Native.Version(&major, &minor, &patch);
            return (major, minor, patch);
        }
    }

    internal nint Handle
    {
        get
        {
            ObjectDisposedException.ThrowIf(Volatile.Read(ref _isDisposed) != 0, this);
            return _handle;
        }
    }

    /// <summary>Whether the library was built with a capability: curve, ipc, pgm, tipc, norm, gssapi, draft.</summary>
    /// <exception cref="DllNotFoundException">libzmq is not installed.</exception>
    public static bool Has(string capability)
    {
        ArgumentNullException.ThrowIfNull(capability);
        fixed (byte* name = NullTerminated(capability))
        {
            return Native.Has(name) != 0;
        }
    }

    public int GetOption(ContextOption option)
    {
        int value = Native.ContextGet(Handle, (int)option);
        return value >= 0 ? value : throw ZmqException.Last();
    }

    /// <summary>Sets an option; most count only before the first socket.</summary>
    public void SetOption(ContextOption option, int value)
    {
        if (Native.ContextSet(Handle, (int)option, value) != 0)
        {
            throw ZmqException.Last();
        }
    }

    /// <summary>Makes every call that waits on a socket of this context, now or later, fail with ETERM. Any thread.</summary>
    public void Shutdown()
    {
        if (Native.ContextShutdown(Handle) != 0)
        {
            throw ZmqException.Last();
        }
    }

    /// <summary>Gives the context up. Open sockets keep working; the last of them ends it.</summary>
    public void Dispose()
    {
        if (Interlocked.Exchange(ref _isDisposed, 1) == 0)
        {
            Release();
        }
    }

    /// <summary>The handle with one more owner, for a socket about to be made.</summary>
    internal nint Acquire()
    {
        int owners = Volatile.Read(ref _owners);
        while (owners > 0)
        {
            int before = Interlocked.CompareExchange(ref _owners, owners + 1, owners);
            if (before != owners)
            {
                owners = before;
                continue;
            }

            if (Volatile.Read(ref _isDisposed) == 0)
            {
                return _handle;
            }

            Release();
            break;
        }

        throw new ObjectDisposedException(nameof(Context));
    }

    internal void Release()
    {
        if (Interlocked.Decrement(ref _owners) != 0)
        {
            return;
        }

        while (Native.ContextTerminate(_handle) != 0)
        {
            // Only a signal may interrupt the wait for the I/O threads.
            ZmqException.ThrowUnlessInterrupted();
        }
    }

    internal static byte[] NullTerminated(string text)
    {
        byte[] bytes = new byte[Encoding.UTF8.GetByteCount(text) + 1];
        Encoding.UTF8.GetBytes(text, bytes);
        return bytes;
    }
}
