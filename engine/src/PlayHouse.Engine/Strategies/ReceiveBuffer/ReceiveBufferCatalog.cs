namespace PlayHouse.Engine.Strategies.ReceiveBuffers;

/// <summary>Descriptors of the receive-buffer seam.</summary>
internal static class ReceiveBufferCatalog
{
    /// <summary>Id of the seam.</summary>
    public const string SeamId = "receive-buffer";

    /// <summary>Knob: first size.</summary>
    public const string InitialBytes = "initialBytes";

    /// <summary>Knob: bound.</summary>
    public const string MaxBytes = "maxBytes";

    private const string Counter = "seam.receive-buffer";

    private static readonly KnobDescriptor MaxKnob = new(MaxBytes, "bytes", 1024, 1 << 24, 65_536, "Bytes between the two tasks of a connection at most; a full buffer stops receiving.");

    private static readonly KnobDescriptor[] ArrayKnobs =
        [new(InitialBytes, "bytes", 256, 1 << 20, 8_192, "First size of the array; the bound where that is lower."), MaxKnob];

    /// <summary>Reads that gave bytes.</summary>
    public static StrategyCounter LinearRead { get; } = new(SeamId, "linear", "read", "reads that gave bytes", StrategyCounter.Shared);

    /// <summary>Reads that gave bytes.</summary>
    public static StrategyCounter CircularArrayRead { get; } = new(SeamId, "circular-array", "read", "reads that gave bytes", StrategyCounter.Shared);

    /// <summary>Reads that gave bytes.</summary>
    public static StrategyCounter CircularPooledRead { get; } = new(SeamId, "circular-pooled", "read", "reads that gave bytes", StrategyCounter.Shared);

    /// <summary>Reads that gave bytes.</summary>
    public static StrategyCounter PipeRead { get; } = new(SeamId, "pipe", "read", "reads that gave bytes", StrategyCounter.Shared);

    /// <summary>Left to right.</summary>
    public static StrategyDescriptor Linear { get; } = new()
    {
        Seam = SeamId,
        Id = "linear",
        Summary = "One array from left to right; what is left moves to the front.",
        Source = "design (the simplest buffer)",
        Counter = Counter,
        Counters = [LinearRead],
        Knobs = ArrayKnobs,
    };

    /// <summary>Ring, new arrays.</summary>
    public static StrategyDescriptor CircularArray { get; } = new()
    {
        Seam = SeamId,
        Id = "circular-array",
        Summary = "A ring over a new array that doubles and never shrinks.",
        Source = "seed 002 (before its array pool)",
        Counter = Counter,
        Counters = [CircularArrayRead],
        Knobs = ArrayKnobs,
    };

    /// <summary>Ring, rented arrays.</summary>
    public static StrategyDescriptor CircularPooled { get; } = new()
    {
        Seam = SeamId,
        Id = "circular-pooled",
        Summary = "A ring over an array rented from the shared array pool.",
        Source = "seed 002 (claimed, never measured)",
        IsDefault = true,
        Counter = Counter,
        Counters = [CircularPooledRead],
        Knobs = ArrayKnobs,
    };

    /// <summary>Pipe.</summary>
    public static StrategyDescriptor Pipe { get; } = new()
    {
        Seam = SeamId,
        Id = "pipe",
        Summary = "The segments of a System.IO.Pipelines pipe, with its own lock.",
        Source = "design (not in the seeds)",
        Counter = Counter,
        Counters = [PipeRead],
        Knobs = [MaxKnob],
    };

    /// <summary>The seam.</summary>
    public static SeamDescriptor Seam { get; } = new(
        SeamId,
        "Between the receive task and the parse task of session three-task.",
        "What should bytes wait in between two tasks, and does renting the array pay?",
        [Linear, CircularArray, CircularPooled, Pipe]);

    /// <summary>The first size of a chosen array buffer, never above its bound.</summary>
    public static int InitialBytesOf(StrategyChoice choice) => Math.Min((int)choice.Knob(Seam.Find(choice.Id)!, InitialBytes), MaxBytesOf(choice));

    /// <summary>The bound of a chosen array buffer.</summary>
    public static int MaxBytesOf(StrategyChoice choice) => (int)choice.Knob(Seam.Find(choice.Id)!, MaxBytes);
}
