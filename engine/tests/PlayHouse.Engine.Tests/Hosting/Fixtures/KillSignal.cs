using System.Runtime.InteropServices;

namespace PlayHouse.Engine.Hosting.Tests.Fixtures;

/// <summary>Sends a signal to a process that the test started.</summary>
internal static class KillSignal
{
    private const int Terminate = 15;

    public static void SendTerminate(int processId) => Assert.Equal(0, Kill(processId, Terminate));

#pragma warning disable SYSLIB1054 // No unsafe code for one call in a test.
    [DllImport("libc", EntryPoint = "kill", SetLastError = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.System32)]
    private static extern int Kill(int processId, int signal);
#pragma warning restore SYSLIB1054
}
