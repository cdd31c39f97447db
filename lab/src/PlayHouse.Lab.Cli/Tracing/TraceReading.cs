using PlayHouse.Lab.Profiling;
using PlayHouse.Lab.Profiling.Capture;

namespace PlayHouse.Lab.Cli.Tracing;

/// <summary>A trace that was taken.</summary>
/// <param name="Pid">The process.</param>
/// <param name="ExitCode">Its exit code when it is ours and has ended, else null.</param>
/// <param name="Captured">The file.</param>
/// <param name="BeginTicks">From when the process was watched.</param>
/// <param name="EndTicks">Until when.</param>
internal sealed record TakenTrace(int Pid, int? ExitCode, CaptureResult Captured, long BeginTicks, long EndTicks);

/// <summary>What is printed of a trace, and whether its figures may be used.</summary>
internal sealed record TraceOutput(string Text, bool IsValid);

/// <summary>What is captured, and what is made of it. One per command.</summary>
internal abstract class TraceReading
{
    /// <summary>What the session is for.</summary>
    public abstract CapturePurpose Purpose { get; }

    /// <summary>Reads the file and makes the report.</summary>
    /// <exception cref="TraceFormatException">The file holds nothing usable.</exception>
    public abstract TraceOutput Read(TakenTrace taken);
}
