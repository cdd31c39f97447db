using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Text;

namespace Net.Zmq;

/// <summary>
/// One frame whose bytes belong to libzmq. One thread at a time. Must be disposed: there is no finalizer, because a span
/// from <see cref="Data"/> does not keep the object alive and would outlive its bytes.
/// </summary>
internal sealed unsafe class Message : IDisposable
{
    /// <summary>Small bodies lie inside the message itself: it must not move, so the array is pinned for its life.</summary>
    private readonly byte[] _storage = GC.AllocateArray<byte>(Native.MessageBytes, pinned: true);
    private bool _isDisposed;

    /// <summary>An empty message, to receive into.</summary>
    /// <exception cref="DllNotFoundException">libzmq is not installed.</exception>
    public Message() => _ = Native.MessageInit(Storage);

    /// <summary>A message of <paramref name="size"/> bytes with undefined contents.</summary>
    /// <exception cref="ZmqException">No memory.</exception>
    public Message(int size)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(size);
        InitSize(size);
    }

    /// <summary>A message with a copy of the bytes.</summary>
    /// <exception cref="ZmqException">No memory.</exception>
    public Message(ReadOnlySpan<byte> data)
        : this(data.Length) => data.CopyTo(Data);

    /// <summary>A message with the text in UTF-8.</summary>
    /// <exception cref="ZmqException">No memory.</exception>
    public Message(string text)
        : this(Encoding.UTF8.GetByteCount(text)) => Encoding.UTF8.GetBytes(text, Data);

    /// <summary>
    /// A message around foreign memory, not copied. <paramref name="free"/> is called once, possibly on a thread of
    /// libzmq, when the bytes are no longer needed; it must not throw.
    /// </summary>
    /// <exception cref="ZmqException">No memory.</exception>
    public Message(nint data, int size, Action<nint>? free)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(size);
        nint hint = free is null ? 0 : GCHandle.ToIntPtr(GCHandle.Alloc(free));
        delegate* unmanaged[Cdecl]<nint, nint, void> callback = free is null ? null : &OnFree;
        if (Native.MessageInitData(Storage, data, (nuint)size, callback, hint) == 0)
        {
            return;
        }

        ZmqException failure = ZmqException.Last();
        if (hint != 0)
        {
            GCHandle.FromIntPtr(hint).Free();
        }

        throw failure;
    }

    /// <summary>The bytes; valid until the message is disposed, sent, received into, moved or rebuilt.</summary>
    public Span<byte> Data => new(Native.MessageData(Live), Size);

    public int Size => checked((int)Native.MessageSize(Live));

    /// <summary>True when further frames of the same message follow the one received here.</summary>
    public bool More => Native.MessageMore(Live) != 0;

    /// <summary>
    /// What libzmq knows of the connection that a received frame came on, without its closing zero; empty when it knows nothing
    /// of that name. Valid as long as <see cref="Data"/>.
    /// </summary>
    /// <param name="name">Name in UTF-8, like <c>"User-Id"u8</c>: a literal, behind which lies a zero.</param>
    public ReadOnlySpan<byte> GetProperty(ReadOnlySpan<byte> name)
    {
        fixed (byte* text = name)
        {
            return MemoryMarshal.CreateReadOnlySpanFromNullTerminated(Native.MessageProperty(Live, text));
        }
    }

    /// <summary>The native message, checked to be live.</summary>
    internal byte* Live
    {
        get
        {
            ObjectDisposedException.ThrowIf(_isDisposed, this);
            return Storage;
        }
    }

    private byte* Storage => (byte*)Unsafe.AsPointer(ref MemoryMarshal.GetArrayDataReference(_storage));

    public byte[] ToArray() => Data.ToArray();

    /// <summary>Gives the bytes up and becomes empty.</summary>
    public void Rebuild()
    {
        Close();
        _ = Native.MessageInit(Storage);
    }

    /// <summary>Gives the bytes up and takes <paramref name="size"/> new ones, undefined.</summary>
    /// <exception cref="ZmqException">No memory; the message is empty.</exception>
    public void Rebuild(int size)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(size);
        Close();
        InitSize(size);
    }

    /// <summary>Takes the bytes of <paramref name="source"/>, which becomes empty.</summary>
    public void Move(Message source)
    {
        ArgumentNullException.ThrowIfNull(source);
        if (Native.MessageMove(Live, source.Live) != 0)
        {
            throw ZmqException.Last();
        }
    }

    /// <summary>Shares the bytes of <paramref name="source"/>; neither may be written to afterwards.</summary>
    public void Copy(Message source)
    {
        ArgumentNullException.ThrowIfNull(source);
        if (Native.MessageCopy(Live, source.Live) != 0)
        {
            throw ZmqException.Last();
        }
    }

    public void Dispose()
    {
        if (!_isDisposed)
        {
            Close();
            _isDisposed = true;
        }
    }

    private void Close() => _ = Native.MessageClose(Live);

    private void InitSize(int size)
    {
        if (Native.MessageInitSize(Storage, (nuint)size) != 0)
        {
            ZmqException failure = ZmqException.Last();
            _ = Native.MessageInit(Storage);
            throw failure;
        }
    }

    [UnmanagedCallersOnly(CallConvs = [typeof(CallConvCdecl)])]
    private static void OnFree(nint data, nint hint)
    {
        GCHandle handle = GCHandle.FromIntPtr(hint);
        Action<nint> free = (Action<nint>)handle.Target!;
        handle.Free();
        free(data);
    }
}
