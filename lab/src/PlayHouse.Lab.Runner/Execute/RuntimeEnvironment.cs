using PlayHouse.Lab.Model.Experiments;

namespace PlayHouse.Lab.Runner.Execute;

/// <summary>Runtime variables of the children. Values of runtime variables are hexadecimal, which 0 and 1 survive.</summary>
internal static class RuntimeEnvironment
{
    /// <summary>Variables of the target: every setting of the experiment is written, also where it equals the runtime's default.</summary>
    public static Dictionary<string, string?> ForTarget(EnvironmentSpec environment) => new()
    {
        ["DOTNET_gcServer"] = Flag(environment.GcServer),
        ["DOTNET_gcConcurrent"] = Flag(environment.GcConcurrent),
        ["DOTNET_TieredPGO"] = Flag(environment.TieredPgo),
        ["DOTNET_TieredCompilation"] = Flag(environment.Compilation == CompilationMode.Runtime),
        ["DOTNET_ReadyToRun"] = Flag(environment.Compilation == CompilationMode.Runtime),
        // The runtime's own limit differs between processors and releases, so it is left to the runtime: null removes the variable.
        ["DOTNET_ThreadPool_UnfairSemaphoreSpinLimit"] = environment.PoolSpin ? null : "0",
    };

    /// <summary>
    /// Variables of a traced target: the JIT inlines nothing, so that every allocation keeps the method it is written in.
    /// Inlined, the codec, the link and the game's handler all show as the engine's dispatch loop. And it optimises at once: code that
    /// waits for its turn in the background compiler allocates otherwise, and on a busy machine it waits for longer than a launch.
    /// </summary>
    public static Dictionary<string, string?> ForTracedTarget(EnvironmentSpec environment) =>
        new(ForTarget(environment)) { ["DOTNET_JitNoInline"] = "1", ["DOTNET_TieredCompilation"] = "0" };

    /// <summary>Variables of the load.</summary>
    public static Dictionary<string, string?> ForLoad() => new()
    {
        ["DOTNET_gcServer"] = "0",
        ["DOTNET_gcConcurrent"] = "0",
    };

    private static string Flag(bool isOn) => isOn ? "1" : "0";
}
