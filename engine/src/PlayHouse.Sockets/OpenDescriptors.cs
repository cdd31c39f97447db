using System.ComponentModel;
using System.Runtime.InteropServices;
using PlayHouse.Sockets.Native;

namespace PlayHouse.Sockets;

/// <summary>The count of descriptors that this library has opened and not closed yet, over all loops of the process.</summary>
public static class OpenDescriptors
{
    private static int _count;

    /// <summary>Descriptors that are open now: sockets, and two for each loop. Any thread.</summary>
    public static int Count => Volatile.Read(ref _count);

    /// <summary>Counts what a system call has just opened, or throws what it failed with.</summary>
    internal static int Opened(int descriptor, string call)
    {
        if (descriptor < 0)
        {
            int errno = Marshal.GetLastPInvokeError();
            throw new Win32Exception(errno, $"{call}: {Marshal.GetPInvokeErrorMessage(errno)}");
        }

        Interlocked.Increment(ref _count);
        return descriptor;
    }

    /// <summary>Closes a counted descriptor. Linux frees its number even when close reports an error, so it is never tried again.</summary>
    internal static void Close(int descriptor)
    {
        _ = Libc.Close(descriptor);
        Interlocked.Decrement(ref _count);
    }
}
