namespace PlayHouse.Engine.Strategies.Scheduler;

/// <summary>Descriptors of the scheduler seam.</summary>
internal static class SchedulerCatalog
{
    /// <summary>Id of the seam.</summary>
    public const string SeamId = "scheduler";

    /// <summary>Knob: local queue of the scheduling thread.</summary>
    public const string PreferLocal = "preferLocal";

    /// <summary>Knob: workers at the start.</summary>
    public const string WorkersMin = "workersMin";

    /// <summary>Knob: workers at most.</summary>
    public const string WorkersMax = "workersMax";

    /// <summary>Knob: threads.</summary>
    public const string Workers = "workers";

    private const string Counter = "seam.scheduler";
    private const double WorkersLimit = 1024;

    /// <summary>Runs brought to the thread pool.</summary>
    public static StrategyCounter ThreadPoolStarted { get; } = new(SeamId, "thread-pool", "started", "runs brought to the thread pool", StrategyCounter.Shared);

    /// <summary>Stages executed by a worker.</summary>
    public static StrategyCounter GlobalTaskPoolExecuted { get; } = new(SeamId, "global-task-pool", "executed", "stages executed by a worker", StrategyCounter.Shared);

    /// <summary>Stages executed by a thread of its own.</summary>
    public static StrategyCounter DedicatedLoopsExecuted { get; } = new(SeamId, "dedicated-loops", "executed", "stages executed by a thread of its own", StrategyCounter.Shared);

    /// <summary>Stages executed on the thread that posted.</summary>
    public static StrategyCounter InlineExecuted { get; } = new(SeamId, "inline", "executed", "stages executed on the thread that posted", StrategyCounter.Shared);

    /// <summary>The thread pool.</summary>
    public static StrategyDescriptor ThreadPool { get; } = new()
    {
        Seam = SeamId,
        Id = "thread-pool",
        Summary = "The stage is a thread-pool work item.",
        Source = "seed 003 (one of its two arms)",
        IsDefault = true,
        Counter = Counter,
        Counters = [ThreadPoolStarted],
        Knobs = [new KnobDescriptor(PreferLocal, "flag", 0, 1, 1, "1 prefers the queue of the scheduling pool thread, 0 the shared queue.")],
    };

    /// <summary>Global task pool.</summary>
    public static StrategyDescriptor GlobalTaskPool { get; } = new()
    {
        Seam = SeamId,
        Id = "global-task-pool",
        Summary = "Asynchronous worker loops on the thread pool take stages from one channel.",
        Source = "seed 003 (the other arm) and seed 000 section 9",
        Counter = Counter,
        Counters = [GlobalTaskPoolExecuted],
        Knobs =
        [
            new KnobDescriptor(WorkersMin, "workers", 1, WorkersLimit, 100, "Workers at the start; not above workersMax."),
            new KnobDescriptor(WorkersMax, "workers", 1, WorkersLimit, 200, "Workers at most; one is added when a stage is scheduled behind a waiting one."),
        ],
    };

    /// <summary>Threads of our own.</summary>
    public static StrategyDescriptor DedicatedLoops { get; } = new()
    {
        Seam = SeamId,
        Id = "dedicated-loops",
        Summary = "Threads of our own, each with a queue; a stage always runs on the same one.",
        Source = "design (not in the seeds)",
        Counter = Counter,
        Counters = [DedicatedLoopsExecuted],
        Knobs = [new KnobDescriptor(Workers, "threads", 0, WorkersLimit, 0, "Threads; 0 is one per processor.")],
    };

    /// <summary>On the posting thread.</summary>
    public static StrategyDescriptor Inline { get; } = new()
    {
        Seam = SeamId,
        Id = "inline",
        Summary = "The stage runs on the thread that posts; nested schedules run after it.",
        Source = "design (not in the seeds)",
        Counter = Counter,
        Counters = [InlineExecuted],
    };

    /// <summary>The seam.</summary>
    public static SeamDescriptor Seam { get; } = new(
        SeamId,
        "Between the mailbox and the stage: once per wake-up of a stage.",
        "What does moving a stage to a thread cost, and does a queue of our own pay for itself?",
        [ThreadPool, GlobalTaskPool, DedicatedLoops, Inline]);
}
