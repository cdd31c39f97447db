using System.ComponentModel;
using System.Net;
using System.Net.Sockets;
using System.Runtime.InteropServices;
using PlayHouse.Sockets.Native;

namespace PlayHouse.Sockets;

/// <summary>
/// A stream socket that never blocks, used by direct system calls: no callback and no thread of the runtime's socket layer belongs to it.
/// </summary>
/// <remarks>One thread at a time, the one of the loop that it is added to. <see cref="Dispose"/> may come twice.</remarks>
public sealed unsafe class NonBlockingSocket : IDisposable
{
    /// <summary>Buffers of one <see cref="Send(List{ArraySegment{byte}})"/> at most.</summary>
    public const int BuffersMax = 64;

    private const int AddressBytesMax = 128;

    private readonly Socket? _adopted;
    private int _descriptor;

    private NonBlockingSocket(int descriptor, AddressFamily family, Socket? adopted = null) =>
        (_descriptor, Family, _adopted) = (descriptor, family, adopted);

    /// <summary>The number of the descriptor; -1 after it was closed.</summary>
    public int Descriptor => _descriptor;

    /// <summary>Which kind of addresses it has.</summary>
    public AddressFamily Family { get; }

    /// <summary>Address of this end; null once it is closed.</summary>
    public EndPoint? LocalEndPoint => Name(isPeer: false);

    /// <summary>Address of the other end; null while there is none.</summary>
    public EndPoint? RemoteEndPoint => Name(isPeer: true);

    /// <summary>A socket that is not connected yet.</summary>
    /// <param name="family">IPv4, IPv6 or Unix.</param>
    /// <exception cref="SocketException">The system gives none: too many descriptors, no memory.</exception>
    /// <exception cref="PlatformNotSupportedException">This system has no epoll.</exception>
    public static NonBlockingSocket Open(AddressFamily family)
    {
        EventLoop.RequireSupport();
        (int native, int protocol) = family switch
        {
            AddressFamily.InterNetwork => (LinuxConstants.FamilyInternet, LinuxConstants.ProtocolTcp),
            AddressFamily.InterNetworkV6 => (LinuxConstants.FamilyInternet6, LinuxConstants.ProtocolTcp),
            AddressFamily.Unix => (1, 0),
            _ => throw new ArgumentOutOfRangeException(nameof(family), family, "IPv4, IPv6 or Unix"),
        };
        return Counted(
            () => Libc.Socket(native, LinuxConstants.Stream | LinuxConstants.NonBlocking | LinuxConstants.CloseOnExec, protocol),
            family);
    }

    /// <summary>
    /// A connection of System.Net.Sockets, from now on received from and sent to by direct calls; <see cref="Dispose"/> disposes it. Its
    /// owner may still shut it down, which is safe on any thread.
    /// </summary>
    /// <param name="socket">Connected; no operation of its own is under way or begins later.</param>
    /// <exception cref="PlatformNotSupportedException">This system has no epoll.</exception>
    public static NonBlockingSocket Adopt(Socket socket)
    {
        ArgumentNullException.ThrowIfNull(socket);
        EventLoop.RequireSupport();
        return new NonBlockingSocket((int)socket.SafeHandle.DangerousGetHandle(), socket.AddressFamily, socket);
    }

    /// <summary>A socket that listens.</summary>
    /// <param name="address">Where; port 0 lets the system choose.</param>
    /// <param name="backlog">Connections that may wait to be accepted; the system has an upper limit of its own.</param>
    /// <exception cref="SocketException">The address cannot be had.</exception>
    public static NonBlockingSocket Listen(EndPoint address, int backlog)
    {
        ArgumentNullException.ThrowIfNull(address);
        NonBlockingSocket socket = Open(address.AddressFamily);
        try
        {
            if (address is IPEndPoint)
            {
                socket.SetOption(LinuxConstants.LevelSocket, LinuxConstants.OptionReuseAddress, 1);
            }

            socket.Bind(address);
            Check(Libc.Listen(socket._descriptor, backlog));
            return socket;
        }
        catch
        {
            socket.Dispose();
            throw;
        }
    }

    /// <summary>Gives this end an address.</summary>
    /// <exception cref="SocketException">The address cannot be had.</exception>
    public void Bind(EndPoint address)
    {
        ArgumentNullException.ThrowIfNull(address);
        SocketAddress native = address.Serialize();
        fixed (byte* bytes = native.Buffer.Span)
        {
            Check(Libc.Bind(_descriptor, bytes, (uint)native.Size));
        }
    }

    /// <summary>
    /// Begins to connect. Success: connected at once. InProgress: it becomes writable, then <see cref="TakeError"/> says how it
    /// ended.
    /// </summary>
    /// <param name="address">Where to.</param>
    /// <returns>Success, InProgress, or why it failed.</returns>
    public SocketError BeginConnect(EndPoint address)
    {
        ArgumentNullException.ThrowIfNull(address);
        SocketAddress native = address.Serialize();
        fixed (byte* bytes = native.Buffer.Span)
        {
            if (Libc.Connect(_descriptor, bytes, (uint)native.Size) == 0)
            {
                return SocketError.Success;
            }
        }

        // An interrupted connect goes through in the background, like one that was never interrupted.
        int errno = Marshal.GetLastPInvokeError();
        return errno == Errno.Interrupted ? SocketError.InProgress : Errno.ToSocketError(errno);
    }

    /// <summary>Reads and clears the error that waits at the socket; Success when there is none.</summary>
    public SocketError TakeError()
    {
        int errno = 0;
        uint length = sizeof(int);
        return Libc.GetOption(_descriptor, LinuxConstants.LevelSocket, LinuxConstants.OptionError, &errno, &length) == 0
            ? Errno.ToSocketError(errno)
            : Errno.ToSocketError(Marshal.GetLastPInvokeError());
    }

    /// <summary>Takes one waiting connection.</summary>
    /// <param name="error">Success; WouldBlock when none waits; otherwise why none can be had.</param>
    /// <returns>The connection, or null.</returns>
    public NonBlockingSocket? Accept(out SocketError error)
    {
        while (true)
        {
            int accepted = Libc.Accept(_descriptor, null, null, LinuxConstants.NonBlocking | LinuxConstants.CloseOnExec);
            if (accepted >= 0)
            {
                error = SocketError.Success;
                return new NonBlockingSocket(OpenDescriptors.Opened(accepted, "accept4"), Family);
            }

            int errno = Marshal.GetLastPInvokeError();
            // A client that has left before it was accepted is no reason to stop: the next one waits behind it.
            if (errno is not (Errno.Interrupted or Errno.ConnectionAborted))
            {
                error = Errno.ToSocketError(errno);
                return null;
            }
        }
    }

    /// <summary>Receives what is there, at most the length of the buffer. Never blocks, allocates nothing.</summary>
    public IoResult Receive(Span<byte> buffer)
    {
        fixed (byte* bytes = buffer)
        {
            while (true)
            {
                nint count = Libc.Receive(_descriptor, bytes, (nuint)buffer.Length, LinuxConstants.DontWait);
                if (count >= 0)
                {
                    return new IoResult((int)count, 0);
                }

                int errno = Marshal.GetLastPInvokeError();
                if (errno != Errno.Interrupted)
                {
                    return new IoResult(0, errno);
                }
            }
        }
    }

    /// <summary>
    /// Hands over as much as the socket takes: all bytes, or fewer with <see cref="IoResult.IsBlocked"/>. Never blocks, raises no
    /// signal when the peer is gone, allocates nothing.
    /// </summary>
    public IoResult Send(ReadOnlySpan<byte> bytes)
    {
        int sent = 0;
        fixed (byte* start = bytes)
        {
            while (sent < bytes.Length)
            {
                nint count = Libc.Send(_descriptor, start + sent, (nuint)(bytes.Length - sent), LinuxConstants.NoSignal | LinuxConstants.DontWait);
                if (count >= 0)
                {
                    sent += (int)count;
                    continue;
                }

                int errno = Marshal.GetLastPInvokeError();
                if (errno != Errno.Interrupted)
                {
                    return new IoResult(sent, errno);
                }
            }
        }

        return new IoResult(sent, 0);
    }

    /// <summary>
    /// Hands over as much of several buffers as the socket takes at once, by one call: all bytes or fewer, the next call says whether it
    /// takes more. Never blocks, raises no signal when the peer is gone, allocates nothing.
    /// </summary>
    /// <param name="buffers">At most <see cref="BuffersMax"/>; not empty.</param>
    public IoResult Send(List<ArraySegment<byte>> buffers)
    {
        ArgumentNullException.ThrowIfNull(buffers);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(buffers.Count, BuffersMax);
        Libc.Vector* vectors = stackalloc Libc.Vector[buffers.Count];
        Span<GCHandle> pins = stackalloc GCHandle[buffers.Count];
        int pinned = 0;
        try
        {
            for (; pinned < buffers.Count; pinned++)
            {
                ArraySegment<byte> buffer = buffers[pinned];
                pins[pinned] = GCHandle.Alloc(buffer.Array, GCHandleType.Pinned);
                vectors[pinned] = new Libc.Vector { Start = pins[pinned].AddrOfPinnedObject() + buffer.Offset, Length = (nuint)buffer.Count };
            }

            var message = new Libc.Message { Vectors = vectors, VectorCount = (nuint)buffers.Count };
            while (true)
            {
                nint count = Libc.SendMessage(_descriptor, &message, LinuxConstants.NoSignal | LinuxConstants.DontWait);
                if (count >= 0)
                {
                    return new IoResult((int)count, 0);
                }

                int errno = Marshal.GetLastPInvokeError();
                if (errno != Errno.Interrupted)
                {
                    return new IoResult(0, errno);
                }
            }
        }
        finally
        {
            for (int i = 0; i < pinned; i++)
            {
                pins[i].Free();
            }
        }
    }

    /// <summary>Ends the sending side; the peer sees the end of the stream behind everything sent so far.</summary>
    public SocketError ShutdownSend() =>
        Libc.Shutdown(_descriptor, LinuxConstants.ShutdownSend) == 0
            ? SocketError.Success
            : Errno.ToSocketError(Marshal.GetLastPInvokeError());

    /// <summary>Small writes leave at once. Only TCP.</summary>
    /// <exception cref="SocketException">The socket is no TCP socket.</exception>
    public void SetNoDelay() => SetOption(LinuxConstants.ProtocolTcp, LinuxConstants.OptionNoDelay, 1);

    /// <summary>Closing will reset the connection: what was not delivered is thrown away and the peer sees it at once.</summary>
    public void ResetOnClose()
    {
        var linger = new Libc.Linger { IsOn = 1, Seconds = 0 };
        Check(Libc.SetOption(_descriptor, LinuxConstants.LevelSocket, LinuxConstants.OptionLinger, &linger, (uint)sizeof(Libc.Linger)));
    }

    /// <summary>Closes the descriptor, once.</summary>
    public void Dispose()
    {
        int descriptor = Interlocked.Exchange(ref _descriptor, -1);
        if (_adopted is not null)
        {
            _adopted.Dispose();
        }
        else if (descriptor >= 0)
        {
            OpenDescriptors.Close(descriptor);
        }
    }

    private static NonBlockingSocket Counted(Func<int> open, AddressFamily family)
    {
        try
        {
            return new NonBlockingSocket(OpenDescriptors.Opened(open(), "socket"), family);
        }
        catch (Win32Exception e) when (e is not SocketException)
        {
            throw new SocketException((int)Errno.ToSocketError(e.NativeErrorCode));
        }
    }

    private static void Check(int result)
    {
        if (result < 0)
        {
            throw new SocketException((int)Errno.ToSocketError(Marshal.GetLastPInvokeError()));
        }
    }

    private void SetOption(int level, int name, int value) => Check(Libc.SetOption(_descriptor, level, name, &value, sizeof(int)));

    private EndPoint? Name(bool isPeer)
    {
        byte* bytes = stackalloc byte[AddressBytesMax];
        uint length = AddressBytesMax;
        int result = isPeer ? Libc.GetPeerName(_descriptor, bytes, &length) : Libc.GetLocalName(_descriptor, bytes, &length);
        if (result != 0 || Family == AddressFamily.Unix)
        {
            return null;
        }

        var native = new SocketAddress(Family, (int)length);
        new ReadOnlySpan<byte>(bytes, (int)length).CopyTo(native.Buffer.Span);
        return new IPEndPoint(Family == AddressFamily.InterNetwork ? IPAddress.Any : IPAddress.IPv6Any, 0).Create(native);
    }
}
