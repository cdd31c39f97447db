using System.ComponentModel;
using System.Runtime.InteropServices;
using PlayHouse.Sockets.Native;

namespace PlayHouse.Sockets;

/// <summary>One epoll instance. The thread of its loop waits; add, modify and remove come from that thread, too.</summary>
internal sealed unsafe class Epoll : IDisposable
{
    private const long LongestWaitNs = 3_600_000_000_000;

    private readonly EpollEvents _events;
    private readonly int _descriptor;
    private bool _hasNanoseconds;

    /// <param name="eventsMax">Most events of one wait.</param>
    /// <param name="usesNanosecondWait">
    /// False waits by ppoll from the start, as where the kernel or the C library lack epoll_pwait2.
    /// </param>
    public Epoll(int eventsMax, bool usesNanosecondWait)
    {
        _hasNanoseconds = usesNanosecondWait;
        _descriptor = OpenDescriptors.Opened(Libc.EpollCreate(LinuxConstants.CloseOnExec), "epoll_create1");
        _events = new EpollEvents(eventsMax);
    }

    /// <summary>True while waits are <c>epoll_pwait2</c>; false once that turned out to be missing or forbidden.</summary>
    public bool HasNanosecondWait => _hasNanoseconds;

    /// <summary>An event of the last wait.</summary>
    public (uint Ready, ulong Token) this[int index] => _events[index];

    public void Add(int descriptor, uint interest, ulong token) => Control(LinuxConstants.EpollAdd, descriptor, interest, token);

    /// <summary>Removes a descriptor; one that was closed meanwhile has removed itself.</summary>
    public void Remove(int descriptor)
    {
        byte* unused = stackalloc byte[EpollEvents.EventBytesMax];
        if (Libc.EpollControl(_descriptor, LinuxConstants.EpollDelete, descriptor, unused) != 0
            && Marshal.GetLastPInvokeError() is not (Errno.NoEntry or Errno.BadDescriptor) and int errno)
        {
            throw Failure("epoll_ctl", errno);
        }
    }

    /// <summary>Waits for events at most so long; negative waits without end. A signal returns 0 early.</summary>
    /// <returns>Number of events.</returns>
    public int Wait(long timeoutNs)
    {
        int count = _hasNanoseconds ? WaitByEpoll(timeoutNs) : WaitByPoll(timeoutNs);
        if (count >= 0)
        {
            return count;
        }

        int errno = Marshal.GetLastPInvokeError();
        return errno == Errno.Interrupted ? 0 : throw Failure("epoll_pwait2", errno);
    }

    public void Dispose()
    {
        OpenDescriptors.Close(_descriptor);
        _events.Dispose();
    }

    private static Win32Exception Failure(string call, int errno) => new(errno, $"{call}: {Marshal.GetPInvokeErrorMessage(errno)}");

    private int WaitByEpoll(long timeoutNs)
    {
        var timeout = Libc.TimeSpec.Of(Math.Clamp(timeoutNs, 0, LongestWaitNs));
        try
        {
            int count = Libc.EpollWaitNs(_descriptor, _events.Start, _events.Capacity, timeoutNs < 0 ? null : &timeout, 0);
            // A container's filter that does not know the call answers EPERM; the call itself never does.
            if (count >= 0 || Marshal.GetLastPInvokeError() is not (Errno.NotSupported or Errno.NotPermitted))
            {
                return count;
            }
        }
        catch (EntryPointNotFoundException)
        {
            // An older C library does not name the call.
        }

        _hasNanoseconds = false;
        return WaitByPoll(timeoutNs);
    }

    // An epoll instance is itself readable while it has events, and ppoll takes nanoseconds.
    private int WaitByPoll(long timeoutNs)
    {
        if (timeoutNs != 0)
        {
            var timeout = Libc.TimeSpec.Of(Math.Clamp(timeoutNs, 0, LongestWaitNs));
            var self = new Libc.PollDescriptor { Descriptor = _descriptor, Events = LinuxConstants.PollIn };
            int ready = Libc.Poll(&self, 1, timeoutNs < 0 ? null : &timeout, 0);
            if (ready <= 0)
            {
                return ready;
            }
        }

        return Libc.EpollWait(_descriptor, _events.Start, _events.Capacity, 0);
    }

    private void Control(int operation, int descriptor, uint interest, ulong token)
    {
        Span<byte> bytes = stackalloc byte[EpollEvents.EventBytesMax];
        EpollEvents.Write(bytes, interest, token);
        fixed (byte* place = bytes)
        {
            if (Libc.EpollControl(_descriptor, operation, descriptor, place) != 0)
            {
                throw Failure("epoll_ctl", Marshal.GetLastPInvokeError());
            }
        }
    }
}
