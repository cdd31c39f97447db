using System.Runtime.InteropServices;

namespace PlayHouse.Lab.Load.Timing;

/// <summary>The system's timespec.</summary>
[StructLayout(LayoutKind.Sequential)]
internal struct TimeSpec
{
    public nint Seconds;
    public nint Nanoseconds;
}
