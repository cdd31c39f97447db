namespace PlayHouse.Lab.Model.Experiments;

/// <summary>Size of a design.</summary>
public enum DesignKind
{
    /// <summary>Six blocks with short windows and one look. It differs from a full design in length only.</summary>
    Short,

    /// <summary>Looks after 6, 9, 12, 16, 20 and 24 blocks, or <see cref="DesignSpec.Blocks"/> blocks with one look.</summary>
    Full,

    /// <summary>Each launch searches the highest rate that meets <see cref="DesignSpec.Slo"/>; the looks of <see cref="Full"/>.</summary>
    Capacity,

    /// <summary>
    /// Both arms are alive at once and one load takes turns at them, saturated and paced; a pair takes the place of a block. Looks after 6, 9,
    /// 12, 20 and 40 pairs, or <see cref="DesignSpec.Blocks"/> pairs with one look.
    /// </summary>
    Pairs,
}

/// <summary>Where the processes run.</summary>
public enum CpuLayout
{
    /// <summary>Target and load share all processors; the load runs above the target where the system allows it, never below.</summary>
    Shared,

    /// <summary>Target on the first processor, load on the others.</summary>
    Split,
}

/// <summary>How a run is laid out in blocks of launches.</summary>
public sealed record DesignSpec
{
    /// <summary>Short, full, capacity or pairs.</summary>
    public DesignKind Kind { get; init; } = DesignKind.Full;

    /// <summary>Fixed number of blocks; null means the kind's own rule.</summary>
    public int? Blocks { get; init; }

    /// <summary>Placement of the processes; part of a run's identity, never compared across.</summary>
    public CpuLayout Layout { get; init; } = CpuLayout.Shared;

    /// <summary>Seconds of load before the first mark; null means <c>auto</c>.</summary>
    public double? WarmupSeconds { get; init; }

    /// <summary>Seconds between the two marks; null means the kind's own length.</summary>
    public double? WindowSeconds { get; init; }

    /// <summary>What a rate must meet to count as sustained; null outside <see cref="DesignKind.Capacity"/>.</summary>
    public SloSpec? Slo { get; init; }

    /// <summary>True runs the baseline against its twin in place of the candidate.</summary>
    public bool Aa { get; init; }

    /// <summary>One diagnostic launch per arm for every so many blocks, at least two; 0 for none.</summary>
    public int ProfileEveryBlocks { get; init; } = 4;
}

/// <summary>When the runtime optimises the target's code.</summary>
public enum CompilationMode
{
    /// <summary>
    /// As the runtime does by itself: quickly first, optimised in the background when code proves hot. The compiler then works for tens of
    /// seconds. Also what every recorded run had from before there was a choice.
    /// </summary>
    Runtime,

    /// <summary>
    /// Every method is optimised when it is first called, those of the framework too, so that the compiler rests once everything has
    /// been called; without a profile of the running program (decision 0018).
    /// </summary>
    AtOnce,
}

/// <summary>Service level objective: what a rate must meet to count as sustained.</summary>
public sealed record SloSpec
{
    /// <summary>Largest 99th percentile of latency, milliseconds from the due time.</summary>
    public double P99Ms { get; init; } = 5;

    /// <summary>Largest share of due messages that are not sent or not answered, 0 … 1.</summary>
    public double SkippedShare { get; init; } = 0.001;
}

/// <summary>Which of two ways a runtime has to run the target.</summary>
public enum EnvironmentKind
{
    /// <summary>Compiled at once, idle threads sleep: quiet, and what is added to a message is found at its size.</summary>
    Steady,

    /// <summary>As programs are run: compiled in tiers by what the process does, idle threads spin before they sleep.</summary>
    Deployed,
}

/// <summary>Runtime settings of the target, the same in both arms.</summary>
public sealed record EnvironmentSpec
{
    /// <summary>What an experiment has whose file says nothing (decisions 0018 and 0029).</summary>
    public static EnvironmentSpec Usual { get; } = new EnvironmentSpec().In(EnvironmentKind.Steady);

    /// <summary>Server garbage collector.</summary>
    public bool GcServer { get; init; }

    /// <summary>Background garbage collection.</summary>
    public bool GcConcurrent { get; init; } = true;

    /// <summary>Dynamic profile-guided optimisation.</summary>
    public bool TieredPgo { get; init; } = true;

    /// <summary>When code is optimised.</summary>
    public CompilationMode Compilation { get; init; } = CompilationMode.Runtime;

    /// <summary>
    /// Idle threads of the runtime's pool spin before they sleep, as the runtime has it and every recorded run had before there was a choice.
    /// The spinning costs the more, the less there is to do, so that it hides work that an arm adds (decision 0029).
    /// </summary>
    public bool PoolSpin { get; init; } = true;

    /// <summary>The settings of an environment; the collector stays as it is.</summary>
    public EnvironmentSpec In(EnvironmentKind kind) => kind == EnvironmentKind.Steady
        ? this with { Compilation = CompilationMode.AtOnce, PoolSpin = false }
        : this with { Compilation = CompilationMode.Runtime, TieredPgo = true, PoolSpin = true };

    /// <summary>The environment that these settings are; null where they mix two.</summary>
    public EnvironmentKind? Kind() => this switch
    {
        { Compilation: CompilationMode.AtOnce, PoolSpin: false } => EnvironmentKind.Steady,
        { Compilation: CompilationMode.Runtime, TieredPgo: true, PoolSpin: true } => EnvironmentKind.Deployed,
        _ => null,
    };
}
