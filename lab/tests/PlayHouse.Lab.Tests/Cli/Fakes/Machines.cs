using PlayHouse.Lab.Runner.Doctor;

namespace PlayHouse.Lab.Cli.Tests.Fakes;

internal static class Machines
{
    /// <summary>A quiet machine with everything.</summary>
    public static MachineFacts Fit { get; } = new()
    {
        SdkVersion = "10.0.401", Runtime = ".NET 10", Processors = 8, ProcessorModel = "A CPU", MemoryBytes = 16L << 30,
        MemoryAvailableBytes = 8L << 30, DiskFreeBytes = 100L << 30, DescriptorsMax = 100_000, LoadAverage = 0.1, StealShare = 0, LongestPauseMs = 0.1,
        BusyShare = 0.01, PressureSome = 0, Programs = new HashSet<string> { "taskset", "nice", "setsid", "chromium" }, InstructionsRefusal = "",
        HasZmq = true, HasHistogramOracle = true, HasDemoExperiment = true, HasTarget = true, HasLoad = true, IsWorkspaceWritable = true,
    };
}
