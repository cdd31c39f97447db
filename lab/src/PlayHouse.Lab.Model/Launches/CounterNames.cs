namespace PlayHouse.Lab.Model.Launches;

/// <summary>Names of the target's cumulative counters in a mark. Counters of the engine itself carry the prefix <c>engine.</c>.</summary>
public static class CounterNames
{
    /// <summary>Managed bytes allocated by the process, precise.</summary>
    public const string AllocatedBytes = "allocated-bytes";

    /// <summary>Bytes of <see cref="AllocatedBytes"/> that the control channel allocated, measured on its own threads.</summary>
    public const string ControlBytes = "control-bytes";

    /// <summary>CPU seconds in user mode.</summary>
    public const string CpuUserSeconds = "cpu-user-seconds";

    /// <summary>CPU seconds in kernel mode.</summary>
    public const string CpuKernelSeconds = "cpu-kernel-seconds";

    /// <summary>Seconds in collection pauses.</summary>
    public const string GcPauseSeconds = "gc-pause-seconds";

    /// <summary>Collections of generation 0 that did not grow older.</summary>
    public const string Gen0 = "gen0";

    /// <summary>Collections of generation 1 that did not grow older.</summary>
    public const string Gen1 = "gen1";

    /// <summary>Collections of generation 2.</summary>
    public const string Gen2 = "gen2";

    /// <summary>Completed thread-pool work items.</summary>
    public const string WorkItems = "work-items";

    /// <summary>Contended monitor entries.</summary>
    public const string LockContentions = "lock-contentions";

    /// <summary>Thread-pool threads at the mark (not cumulative).</summary>
    public const string ThreadPoolThreads = "thread-pool-threads";

    /// <summary>Methods compiled by the JIT.</summary>
    public const string JitMethods = "jit-methods";

    /// <summary>Seconds spent in the JIT, by the clock of the threads that compiled.</summary>
    public const string JitSeconds = "jit-seconds";

    /// <summary>Instructions in user mode of all threads; absent where the processor does not count them.</summary>
    public const string UserInstructions = "user-instructions";

    /// <summary>Resident memory at the mark, bytes (not cumulative).</summary>
    public const string WorkingSetBytes = "working-set-bytes";

    /// <summary>Engine counter: messages completed (requests answered, sends handled).</summary>
    public const string EngineMessages = "messages.completed";

    /// <summary>Engine counter: socket reads that returned bytes.</summary>
    public const string EngineSocketReads = "socket.reads";

    /// <summary>Engine counter: socket writes.</summary>
    public const string EngineSocketWrites = "socket.writes";
}
