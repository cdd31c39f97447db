using PlayHouse.Engine.Strategies.BufferPools;
using PlayHouse.Engine.Tests.Strategies.Child;
using PlayHouse.FastPort.Tests.Child;

namespace PlayHouse.Engine.Tests.Fixtures;

/// <summary>
/// Entry point of this assembly when a test starts it as a process of its own: to read the machine code of a process
/// that does nothing else, to count the bytes of one, or to watch one die; and of FastPort's bench.
/// </summary>
public static class EntryPoint
{
    /// <summary>Runs the named task; exit code 64 for an unknown one.</summary>
    public static async Task<int> Main(string[] args)
    {
        // The tests' servers have their buffers watched; what is counted here are the engine's own bytes.
        AppContext.SetSwitch(BufferAudit.SwitchName, false);
        switch (args)
        {
            case ["seam-code"]:
                SeamConsumer.RunDefaults();
                return 0;
            case ["stage-code"]:
                StageCode.CompileDefaults();
                return 0;
            case ["mesh-seam-code"]:
                MeshSeamConsumer.RunDefaults();
                return 0;
            case ["throwing-stage", string scheduler]:
                return ThrowingStage.Run(scheduler);
            case ["allocations", "engine"]:
                Strategies.Child.AllocationProbe.PrintAll(Console.Out);
                return 0;
            case ["allocations", "multiplexer"]:
                Multiplexer.Tests.Allocations.AllocationProbe.PrintAll(Console.Out);
                return 0;
            case ["allocations", "fastport"]:
                await FastPort.Tests.Child.AllocationProbe.PrintAllAsync(Console.Out);
                return 0;
            case ["bench", string rounds, string echoes, .. string[] which]:
                await HopBench.RunAsync(Console.Out, int.Parse(rounds, null), int.Parse(echoes, null), withPolls: which is not ["signals"]);
                return 0;
            default:
                return 64;
        }
    }
}
