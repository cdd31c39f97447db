using PlayHouse.Multiplexer.Tests.Allocations;

namespace PlayHouse.Multiplexer.Tests;

/// <summary>Entry point of this assembly when a test starts it as a process of its own, to count the bytes of one that does nothing else.</summary>
public static class Child
{
    /// <summary>Runs the named child task; exit code 64 for an unknown one.</summary>
    public static int Main(string[] args)
    {
        if (args is not ["allocations"])
        {
            return 64;
        }

        AllocationProbe.PrintAll(Console.Out);
        return 0;
    }
}
