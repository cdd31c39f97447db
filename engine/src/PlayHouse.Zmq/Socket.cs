using System.Runtime.InteropServices;
using System.Text;

namespace Net.Zmq;

/// <summary>
/// A socket of libzmq. One thread at a time; handing it to another thread needs a full fence. Must be disposed by its owner:
/// there is no finalizer, because it would close the socket on a thread that does not own it. What libzmq refuses throws
/// <see cref="ZmqException"/>.
/// </summary>
internal sealed unsafe partial class Socket : IDisposable
{
    private readonly Context _context;
    private nint _handle;

    public Socket(Context context, SocketType type)
    {
        ArgumentNullException.ThrowIfNull(context);
        _context = context;
        _handle = Native.SocketNew(context.Acquire(), (int)type);
        if (_handle == 0)
        {
            ZmqException failure = ZmqException.Last();
            context.Release();
            throw failure;
        }
    }

    /// <summary>Whether further frames of the message being received follow.</summary>
    public bool HasMore => GetOption<int>(SocketOption.Rcvmore) != 0;

    internal nint Handle
    {
        get
        {
            nint handle = _handle;
            ObjectDisposedException.ThrowIf(handle == 0, this);
            return handle;
        }
    }

    /// <summary>Listens at an address.</summary>
    /// <exception cref="ZmqException">The address is taken or not one.</exception>
    public void Bind(string address) => WithAddress(&Native.Bind, address);

    /// <summary>Connects to an address now and again whenever the connection ends.</summary>
    /// <exception cref="ZmqException">Not an address.</exception>
    public void Connect(string address) => WithAddress(&Native.Connect, address);

    /// <summary>Stops listening at an address.</summary>
    /// <exception cref="ZmqException">Not bound there.</exception>
    public void Unbind(string address) => WithAddress(&Native.Unbind, address);

    /// <summary>Ends the connection to an address.</summary>
    /// <exception cref="ZmqException">Not connected there.</exception>
    public void Disconnect(string address) => WithAddress(&Native.Disconnect, address);

    /// <summary>Reports events to a pair socket at the inproc address; null stops it.</summary>
    public void Monitor(string? address, SocketMonitorEvent events)
    {
        fixed (byte* text = address is null ? null : Context.NullTerminated(address))
        {
            Check(Native.SocketMonitor(Handle, text, (int)events));
        }
    }

    /// <summary>Sends one frame; false only for EAGAIN with <see cref="SendFlags.DontWait"/>.</summary>
    /// <exception cref="ZmqException">Any other error.</exception>
    public bool Send(byte[] data, SendFlags flags = SendFlags.None)
    {
        ArgumentNullException.ThrowIfNull(data);
        return Send((ReadOnlySpan<byte>)data, flags);
    }

    /// <summary>Sends one frame, copying it; false only for EAGAIN with <see cref="SendFlags.DontWait"/>.</summary>
    /// <exception cref="ZmqException">Any other error.</exception>
    public bool Send(ReadOnlySpan<byte> data, SendFlags flags = SendFlags.None)
    {
        fixed (byte* bytes = data)
        {
            while (Native.Send(Handle, bytes, (nuint)data.Length, (int)flags) < 0)
            {
                if (IsTryAgain((flags & SendFlags.DontWait) != 0))
                {
                    return false;
                }
            }
        }

        return true;
    }

    /// <summary>Sends one frame of UTF-8 text; false only for EAGAIN with <see cref="SendFlags.DontWait"/>.</summary>
    /// <exception cref="ZmqException">Any other error.</exception>
    public bool Send(string text, SendFlags flags = SendFlags.None) => Send(Encoding.UTF8.GetBytes(text), flags);

    /// <summary>Sends one frame without copying and returns its size; the message is empty afterwards.</summary>
    /// <exception cref="ZmqException">Any error, EAGAIN included; the message keeps its bytes.</exception>
    public int Send(Message message, SendFlags flags = SendFlags.None)
    {
        ArgumentNullException.ThrowIfNull(message);
        int sent;
        while ((sent = Native.MessageSend(message.Live, Handle, (int)flags)) < 0)
        {
            IsTryAgain(isExpected: false);
        }

        return sent;
    }

    /// <summary>Receives one frame; see the overload for spans.</summary>
    /// <exception cref="ZmqException">Any other error.</exception>
    public int Recv(byte[] buffer, RecvFlags flags = RecvFlags.None)
    {
        ArgumentNullException.ThrowIfNull(buffer);
        return Recv((Span<byte>)buffer, flags);
    }

    /// <summary>
    /// Receives one frame and returns its size, which is above the buffer's when bytes were cut off; -1 only for EAGAIN
    /// with <see cref="RecvFlags.DontWait"/>.
    /// </summary>
    /// <exception cref="ZmqException">Any other error.</exception>
    public int Recv(Span<byte> buffer, RecvFlags flags = RecvFlags.None)
    {
        fixed (byte* bytes = buffer)
        {
            int received;
            while ((received = Native.Receive(Handle, bytes, (nuint)buffer.Length, (int)flags)) < 0)
            {
                if (IsTryAgain((flags & RecvFlags.DontWait) != 0))
                {
                    return -1;
                }
            }

            return received;
        }
    }

    /// <summary>
    /// Receives one frame without copying and returns its size; -1 only for EAGAIN with <see cref="RecvFlags.DontWait"/>.
    /// </summary>
    /// <exception cref="ZmqException">Any other error.</exception>
    public int Recv(Message message, RecvFlags flags = RecvFlags.None)
    {
        ArgumentNullException.ThrowIfNull(message);
        int received;
        while ((received = Native.MessageReceive(message.Live, Handle, (int)flags)) < 0)
        {
            if (IsTryAgain((flags & RecvFlags.DontWait) != 0))
            {
                return -1;
            }
        }

        return received;
    }

    /// <summary>Waits for one frame of UTF-8 text.</summary>
    /// <exception cref="ZmqException">Any error.</exception>
    public string RecvString()
    {
        using Message message = new();
        Recv(message);
        return Encoding.UTF8.GetString(message.Data);
    }

    /// <summary>Receives one frame if there is one.</summary>
    /// <exception cref="ZmqException">Any error but EAGAIN.</exception>
    public bool TryRecv(Span<byte> buffer, out int bytes) => (bytes = Recv(buffer, RecvFlags.DontWait)) >= 0;

    /// <summary>Receives one frame without copying if there is one.</summary>
    /// <exception cref="ZmqException">Any error but EAGAIN.</exception>
    public bool TryRecv(Message message, out int bytes) => (bytes = Recv(message, RecvFlags.DontWait)) >= 0;

    /// <summary>Closes the socket. What is not sent yet is sent within the linger time; this call does not wait for it.</summary>
    public void Dispose()
    {
        nint handle = _handle;
        if (handle == 0)
        {
            return;
        }

        _handle = 0;
        _ = Native.SocketClose(handle);
        _context.Release();
    }

    private static void Check(int result)
    {
        if (result != 0)
        {
            throw ZmqException.Last();
        }
    }

    private void WithAddress(delegate*<nint, byte*, int> call, string address)
    {
        ArgumentNullException.ThrowIfNull(address);
        fixed (byte* text = Context.NullTerminated(address))
        {
            Check(call(Handle, text));
        }
    }

    /// <summary>True for an expected EAGAIN, false when a signal interrupted the call and it must be repeated.</summary>
    private static bool IsTryAgain(bool isExpected)
    {
        int errorNumber = Marshal.GetLastPInvokeError();
        if (errorNumber == ZmqException.EAGAIN && isExpected)
        {
            return true;
        }

        return errorNumber == ZmqException.EINTR ? false : throw new ZmqException(errorNumber);
    }
}
