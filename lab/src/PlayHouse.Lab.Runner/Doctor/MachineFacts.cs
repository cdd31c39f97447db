namespace PlayHouse.Lab.Runner.Doctor;

/// <summary>What is known about the machine and the workspace; null where the system does not tell.</summary>
internal sealed record MachineFacts
{
    public string? SdkVersion { get; init; }

    public string Runtime { get; init; } = "";

    public int Processors { get; init; }

    public string? ProcessorModel { get; init; }

    public long? MemoryBytes { get; init; }

    public long? MemoryAvailableBytes { get; init; }

    public long? DiskFreeBytes { get; init; }

    public long? DescriptorsMax { get; init; }

    /// <summary>Runnable tasks over the last minute.</summary>
    public double? LoadAverage { get; init; }

    /// <summary>Share of processor time taken by the hypervisor during the sample, 0 … 1.</summary>
    public double? StealShare { get; init; }

    /// <summary>Share of processor time in use during the sample, 0 … 1.</summary>
    public double? BusyShare { get; init; }

    /// <summary>Longest time for which the machine stopped a thread that wanted to run, milliseconds, during a sample of its own.</summary>
    public double? LongestPauseMs { get; init; }

    /// <summary>CPU pressure "some" over ten seconds, 0 … 1; null without PSI.</summary>
    public double? PressureSome { get; init; }

    /// <summary>Why user instructions cannot be counted here; empty when they can, null when nothing tried.</summary>
    public string? InstructionsRefusal { get; init; }

    /// <summary>Names of the programs that were found on the path.</summary>
    public IReadOnlySet<string> Programs { get; init; } = new HashSet<string>();

    public bool HasZmq { get; init; }

    public bool HasHistogramOracle { get; init; }

    public bool HasDemoExperiment { get; init; }

    public bool HasTarget { get; init; }

    public bool HasLoad { get; init; }

    public bool IsWorkspaceWritable { get; init; }

    /// <summary>What is wrong with the workspace's store, one sentence each; null where there is none yet.</summary>
    public IReadOnlyList<string>? StoreProblems { get; init; }
}
