using System.Runtime.InteropServices;
using PlayHouse.Sockets.Native;

namespace PlayHouse.Sockets;

/// <summary>
/// Ends the wait of a loop from any thread, by an eventfd: however many signals come before the loop looks, one write is made.
/// </summary>
internal sealed unsafe class WakeUp : IDisposable
{
    private readonly Lock _closing = new();
    private int _isSignalled;
    private bool _isClosed;

    /// <summary>The descriptor that becomes readable.</summary>
    public int Descriptor { get; } = OpenDescriptors.Opened(
        Libc.EventDescriptor(0, LinuxConstants.CloseOnExec | LinuxConstants.NonBlocking), "eventfd");

    /// <summary>Any thread: the loop does not sleep from now until it has looked.</summary>
    public void Signal()
    {
        if (Interlocked.Exchange(ref _isSignalled, 1) != 0)
        {
            return;
        }

        // A signal that comes while the loop ends must not write into what has the number of the descriptor by then.
        lock (_closing)
        {
            ulong one = 1;
            while (!_isClosed
                && Libc.Write(Descriptor, (byte*)&one, sizeof(ulong)) < 0
                && Marshal.GetLastPInvokeError() == Errno.Interrupted)
            {
            }
        }
    }

    /// <summary>The loop: takes the signal back, before it looks at what was signalled.</summary>
    public void Take()
    {
        ulong count;
        while (Libc.Read(Descriptor, (byte*)&count, sizeof(ulong)) < 0 && Marshal.GetLastPInvokeError() == Errno.Interrupted)
        {
        }

        // A full fence: what is posted after this sees no signal and writes one.
        Interlocked.Exchange(ref _isSignalled, 0);
    }

    public void Dispose()
    {
        lock (_closing)
        {
            _isClosed = true;
            OpenDescriptors.Close(Descriptor);
        }
    }
}
