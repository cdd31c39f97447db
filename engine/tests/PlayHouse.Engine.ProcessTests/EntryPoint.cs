using PlayHouse.Sockets.Tests;

namespace PlayHouse.Engine.ProcessTests;

/// <summary>Entry point of this assembly when a test starts it as a process of its own, to take from it what a test host cannot do without.</summary>
public static class EntryPoint
{
    /// <summary>Runs the named task; exit code 64 for an unknown one.</summary>
    public static int Main(string[] args)
    {
        if (args is not ["shortage"])
        {
            return 64;
        }

        ShortageTests.RunOutOfDescriptors();
        return 0;
    }
}
