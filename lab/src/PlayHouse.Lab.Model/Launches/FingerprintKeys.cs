namespace PlayHouse.Lab.Model.Launches;

/// <summary>Keys of a launch's fingerprint.</summary>
public static class FingerprintKeys
{
    /// <summary>Runtime with its version.</summary>
    public const string Runtime = "runtime";

    /// <summary>Operating system and kernel.</summary>
    public const string OperatingSystem = "os";

    /// <summary>Processor architecture.</summary>
    public const string Architecture = "architecture";

    /// <summary>Processor model.</summary>
    public const string ProcessorModel = "cpu";

    /// <summary>Processors the runtime sees.</summary>
    public const string ProcessorCount = "processor-count";

    /// <summary>Server garbage collector in use, true or false.</summary>
    public const string GcServer = "gc-server";

    /// <summary>Background collection.</summary>
    public const string GcConcurrent = "gc-concurrent";

    /// <summary>Number of collector heaps.</summary>
    public const string GcHeapCount = "gc-heap-count";

    /// <summary>Dynamic profile-guided optimisation, true or false.</summary>
    public const string TieredPgo = "tiered-pgo";

    /// <summary>Release or Debug, read from the assemblies.</summary>
    public const string Build = "build";

    /// <summary>Version of the engine with its commit.</summary>
    public const string EngineVersion = "engine-version";

    /// <summary>Module version id of the engine: equal only for the same compilation.</summary>
    public const string EngineModule = "engine-module";

    /// <summary>Memory available to the collector, bytes.</summary>
    public const string MemoryBytes = "memory-bytes";

    /// <summary>Runtime variables that change behaviour.</summary>
    public const string RuntimeSettings = "runtime-settings";

    /// <summary>Whether instructions are counted: <c>counted</c>, or why not.</summary>
    public const string Instructions = "user-instructions";

    /// <summary>Placement of the processes: shared or split. Written by the runner.</summary>
    public const string Layout = "layout";

    /// <summary>Priority of the load, against that of the target: equal, or nice with its number. Written by the runner.</summary>
    public const string LoadPriority = "load-priority";

    /// <summary>Release of the kernel.</summary>
    public const string Kernel = "kernel";

    /// <summary>How the processors choose their frequency; empty where the machine does not say.</summary>
    public const string Governor = "cpu-governor";

    /// <summary>True when two threads share a core, false when not; empty where the machine does not say.</summary>
    public const string Smt = "smt";

    /// <summary>Limits of the control group on processors and memory; empty for none.</summary>
    public const string CgroupLimits = "cgroup-limits";

    /// <summary>SHA-256 of the target's runtimeconfig.json, the first twelve digits.</summary>
    public const string RuntimeConfig = "runtime-config";

    /// <summary>Module version ids of the other libraries under test and of the handlers, name=id, in the order of their names.</summary>
    public const string Modules = "modules";

    /// <summary>Keys that must be equal in all launches of a run; otherwise there is no verdict.</summary>
    public static IReadOnlyList<string> Identity { get; } =
    [
        Runtime, OperatingSystem, Architecture, ProcessorModel, ProcessorCount, GcServer, GcConcurrent, GcHeapCount,
        TieredPgo, Build, EngineModule, Modules, RuntimeSettings, RuntimeConfig, Layout, LoadPriority, Kernel, Governor, Smt,
        CgroupLimits, MemoryBytes,
    ];

    /// <summary>Keys of <see cref="Machine"/> that tell when code is optimised and whether idle threads spin.</summary>
    public static IReadOnlyList<string> Environment { get; } = [TieredPgo, RuntimeSettings];

    /// <summary>Keys of <see cref="Identity"/> that tell the machine and its settings, not what was compiled: runs of a history share them.</summary>
    public static IReadOnlyList<string> Machine { get; } = [.. Identity.Except([EngineModule, Modules, RuntimeConfig])];
}
