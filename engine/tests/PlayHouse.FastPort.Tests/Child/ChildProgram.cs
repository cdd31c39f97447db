namespace PlayHouse.FastPort.Tests.Child;

/// <summary>Entry point of this assembly when it runs as a process of its own: to count bytes, or to measure.</summary>
public static class ChildProgram
{
    /// <summary>Runs the named task; exit code 64 for an unknown one.</summary>
    public static async Task<int> Main(string[] args)
    {
        switch (args)
        {
            case ["allocations"]:
                await AllocationProbe.PrintAllAsync(Console.Out);
                return 0;
            case ["bench", string rounds, string echoes, .. string[] which]:
                await HopBench.RunAsync(Console.Out, int.Parse(rounds, null), int.Parse(echoes, null), withPolls: which is not ["signals"]);
                return 0;
            default:
                return 64;
        }
    }
}
