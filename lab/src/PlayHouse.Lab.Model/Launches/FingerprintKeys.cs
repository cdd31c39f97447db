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

    /// <summary>Keys that must be equal in all launches of a run; otherwise there is no verdict.</summary>
    public static IReadOnlyList<string> Identity { get; } =
    [
        Runtime, OperatingSystem, Architecture, ProcessorModel, ProcessorCount, GcServer, GcConcurrent, GcHeapCount,
        TieredPgo, Build, EngineModule, RuntimeSettings, Layout,
    ];
}
