namespace PlayHouse.Engine.Tests.Strategies.Child;

/// <summary>
/// Entry point of this assembly when a test starts it as a process of its own: to read the machine code of a process
/// that does nothing else, to count the bytes of one, or to watch one die.
/// </summary>
public static class ChildProgram
{
    /// <summary>Runs the named child task; exit code 64 for an unknown one.</summary>
    public static int Main(string[] args)
    {
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
            case ["allocations"]:
                AllocationProbe.PrintAll(Console.Out);
                return 0;
            case ["throwing-stage", string scheduler]:
                return ThrowingStage.Run(scheduler);
            default:
                return 64;
        }
    }
}
