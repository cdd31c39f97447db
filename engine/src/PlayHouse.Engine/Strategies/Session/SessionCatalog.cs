namespace PlayHouse.Engine.Strategies.Sessions;

/// <summary>Descriptors of the session seam.</summary>
internal static class SessionCatalog
{
    /// <summary>Id of the seam.</summary>
    public const string SeamId = "session";

    /// <summary>Knob: bytes of one receive.</summary>
    public const string ReceiveBytes = "receiveBytes";

    /// <summary>Knob: bytes in the pipe at which receiving waits.</summary>
    public const string PauseBytes = "pauseBytes";

    private const string Counter = "seam.session";

    /// <summary>Receives that brought bytes.</summary>
    public static StrategyCounter ThreeTaskReceived { get; } = new(SeamId, "three-task", "received", "receives that brought bytes", StrategyCounter.Shared);

    /// <summary>Receives that brought bytes.</summary>
    public static StrategyCounter TwoTaskReceived { get; } = new(SeamId, "two-task", "received", "receives that brought bytes", StrategyCounter.Shared);

    /// <summary>Receives that brought bytes.</summary>
    public static StrategyCounter SaeaReceived { get; } = new(SeamId, "saea", "received", "receives that brought bytes", StrategyCounter.Shared);

    /// <summary>Receives that brought bytes.</summary>
    public static StrategyCounter PipelinesReceived { get; } = new(SeamId, "pipelines", "received", "receives that brought bytes", StrategyCounter.Shared);

    /// <summary>Receives that brought bytes.</summary>
    public static StrategyCounter AsyncSocketReceived { get; } = new(SeamId, "async-socket", "received", "receives that brought bytes", StrategyCounter.Shared);

    /// <summary>Receive, parse, send.</summary>
    public static StrategyDescriptor ThreeTask { get; } = new()
    {
        Seam = SeamId,
        Id = "three-task",
        Summary = "A receive task, a buffer of the session's own, a parse task, a send task.",
        Source = "seeds 000 (its first design) and 002 (its shape)",
        Counter = Counter,
        Counters = [ThreeTaskReceived],
        Knobs = [new KnobDescriptor(ReceiveBytes, "bytes", 1024, 1 << 20, 8192, "Bytes of one receive at most; an array of that size per session.")],
    };

    /// <summary>Receive, send.</summary>
    public static StrategyDescriptor TwoTask { get; } = new()
    {
        Seam = SeamId,
        Id = "two-task",
        Summary = "A task that receives and parses, a task that sends.",
        Source = "seed 000 (section 9, between its designs)",
        Counter = Counter,
        Counters = [TwoTaskReceived],
    };

    /// <summary>Completions.</summary>
    public static StrategyDescriptor Saea { get; } = new()
    {
        Seam = SeamId,
        Id = "saea",
        Summary = "One reused SocketAsyncEventArgs per direction, no task.",
        Source = "seed 000 (section 9, its last design)",
        IsDefault = true,
        Counter = Counter,
        Counters = [SaeaReceived],
    };

    /// <summary>Pipe.</summary>
    public static StrategyDescriptor Pipelines { get; } = new()
    {
        Seam = SeamId,
        Id = "pipelines",
        Summary = "A receive task that fills a System.IO.Pipelines pipe, a parse task that reads it, a send task.",
        Source = "seed 000 (section 9, before its tasks were cut)",
        Counter = Counter,
        Counters = [PipelinesReceived],
        Knobs = [new KnobDescriptor(PauseBytes, "bytes", 4096, 1 << 20, 65_536, "Bytes in the pipe at which receiving waits; it continues at half.")],
    };

    /// <summary>Awaitable operations.</summary>
    public static StrategyDescriptor AsyncSocket { get; } = new()
    {
        Seam = SeamId,
        Id = "async-socket",
        Summary = "Socket.ReceiveAsync and SendAsync of memory, awaited by one kept continuation per direction.",
        Source = "design (not in the seeds)",
        Counter = Counter,
        Counters = [AsyncSocketReceived],
    };

    /// <summary>The seam.</summary>
    public static SeamDescriptor Seam { get; } = new(
        SeamId,
        "Between the socket and the frames of a plain TCP connection, both ways.",
        "How many tasks and hand-overs does a connection need, and what does each of them cost?",
        [ThreeTask, TwoTask, Saea, Pipelines, AsyncSocket]);
}
