using PlayHouse.Engine.Strategies;

namespace PlayHouse.FastPort.Strategies;

/// <summary>Descriptors of the receive-buffer seam.</summary>
internal static class ReceiveBufferCatalog
{
    /// <summary>Id of the seam.</summary>
    public const string SeamId = "receive-buffer";

    /// <summary>Knob: bytes of a buffer from the start.</summary>
    public const string Initial = "initial";

    /// <summary>Bytes of a buffer from the start when the knob says nothing: the original's.</summary>
    public const int InitialBytes = 8 * 1024;

    private const string Counter = "seam.receive-buffer";

    /// <summary>Times bytes were taken out.</summary>
    public static StrategyCounter LinearAdvanced { get; } = new(SeamId, "linear", "advanced", "times bytes were taken out", StrategyCounter.PerMessage);

    /// <summary>Times bytes were taken out.</summary>
    public static StrategyCounter CircularArrayAdvanced { get; } = new(SeamId, "circular-array", "advanced", "times bytes were taken out", StrategyCounter.PerMessage);

    /// <summary>Times bytes were taken out.</summary>
    public static StrategyCounter CircularPooledAdvanced { get; } = new(SeamId, "circular-pooled", "advanced", "times bytes were taken out", StrategyCounter.PerMessage);

    /// <summary>Times bytes were taken out.</summary>
    public static StrategyCounter PipeAdvanced { get; } = new(SeamId, "pipe", "advanced", "times bytes were taken out", StrategyCounter.PerMessage);

    /// <summary>Linear.</summary>
    public static StrategyDescriptor Linear { get; } = new()
    {
        Seam = SeamId,
        Id = "linear",
        Summary = "One array; waiting bytes move to the front when its end is reached.",
        Source = "seed 002 (its buffer comparison)",
        Counter = Counter,
        Counters = [LinearAdvanced],
        Knobs = [InitialKnob],
    };

    /// <summary>Circular.</summary>
    public static StrategyDescriptor CircularArray { get; } = new()
    {
        Seam = SeamId,
        Id = "circular-array",
        Summary = "Ring in an array of its own that doubles when full.",
        Source = "seed 002 (its starting point)",
        Counter = Counter,
        Counters = [CircularArrayAdvanced],
        Knobs = [InitialKnob],
    };

    /// <summary>Circular, rented.</summary>
    public static StrategyDescriptor CircularPooled { get; } = new()
    {
        Seam = SeamId,
        Id = "circular-pooled",
        Summary = "Ring in an array rented from the shared pool, exchanged when full.",
        Source = "seed 002 (its ArrayPool step)",
        IsDefault = true,
        Counter = Counter,
        Counters = [CircularPooledAdvanced],
        Knobs = [InitialKnob],
    };

    /// <summary>Pipe.</summary>
    public static StrategyDescriptor Pipe { get; } = new()
    {
        Seam = SeamId,
        Id = "pipe",
        Summary = "System.IO.Pipelines: a list of rented blocks with a lock of its own; the lock seam is not built.",
        Source = "design (the runtime's own answer)",
        Counter = Counter,
        Counters = [PipeAdvanced],
    };

    /// <summary>The seam.</summary>
    public static SeamDescriptor Seam { get; } = new(
        SeamId,
        "Between the socket and the packets, on the way in and on the way out.",
        "Which buffer holds the bytes of a connection at the least cost?",
        [Linear, CircularArray, CircularPooled, Pipe]);

    private static KnobDescriptor InitialKnob => new(Initial, "bytes", 16, 65_536, InitialBytes, "Bytes of one buffer from the start.");
}
