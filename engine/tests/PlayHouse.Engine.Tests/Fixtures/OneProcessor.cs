using System.Globalization;
using System.Runtime.InteropServices;

namespace PlayHouse.Engine.Tests.Fixtures;

/// <summary>
/// Keeps all threads of the process on one processor, as long as it lives. The runtime pools the state of its own asynchronous methods per
/// processor: where threads move, it allocates what it would have found. Linux only; elsewhere it does nothing.
/// </summary>
internal sealed class OneProcessor : IDisposable
{
    private const int MaskBytes = 128;

    private readonly byte[] _before = new byte[MaskBytes];

    public OneProcessor()
    {
        if (!OperatingSystem.IsLinux())
        {
            return;
        }

        Assert.Equal(0, GetAffinity(0, MaskBytes, _before));
        byte[] first = new byte[MaskBytes];
        int index = Array.FindIndex(_before, b => b != 0);
        first[index] = (byte)(_before[index] & -_before[index]);
        SetAll(first);
    }

    public void Dispose()
    {
        if (OperatingSystem.IsLinux())
        {
            SetAll(_before);
        }
    }

    /// <summary>New threads have the processors of the one that starts them. One that ends meanwhile is no error.</summary>
    private static void SetAll(byte[] mask)
    {
        foreach (string thread in Directory.EnumerateDirectories("/proc/self/task"))
        {
            _ = SetAffinity(int.Parse(Path.GetFileName(thread), CultureInfo.InvariantCulture), MaskBytes, mask);
        }
    }

    [DllImport("libc", EntryPoint = "sched_getaffinity")]
    private static extern int GetAffinity(int thread, nuint bytes, byte[] mask);

    [DllImport("libc", EntryPoint = "sched_setaffinity")]
    private static extern int SetAffinity(int thread, nuint bytes, byte[] mask);
}
