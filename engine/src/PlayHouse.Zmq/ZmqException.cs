using System.Runtime.InteropServices;

namespace Net.Zmq;

/// <summary>A call of libzmq failed.</summary>
internal sealed class ZmqException : Exception
{
    internal const int EINTR = 4;
    internal static readonly int EAGAIN = OperatingSystem.IsMacOS() ? 35 : 11;

    public ZmqException(int errorNumber)
        : base(TextOf(errorNumber)) => ErrorNumber = errorNumber;

    /// <summary>errno: 11 EAGAIN, 113 EHOSTUNREACH and so on on Linux; values above 156384712 are libzmq's own.</summary>
    public int ErrorNumber { get; }

    internal static ZmqException Last() => new(Marshal.GetLastPInvokeError());

    /// <summary>Throws the last error unless it was a signal.</summary>
    internal static void ThrowUnlessInterrupted()
    {
        int errorNumber = Marshal.GetLastPInvokeError();
        if (errorNumber != EINTR)
        {
            throw new ZmqException(errorNumber);
        }
    }

    private static unsafe string TextOf(int errorNumber) =>
        $"{Marshal.PtrToStringUTF8((nint)Native.ErrorText(errorNumber))} (errno {errorNumber})";
}
