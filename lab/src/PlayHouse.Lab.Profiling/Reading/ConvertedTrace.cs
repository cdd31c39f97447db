using Microsoft.Diagnostics.Tracing;
using Microsoft.Diagnostics.Tracing.Etlx;
using PlayHouse.Lab.Profiling.Frames;
using PlayHouse.Lab.Profiling.Reading.Nettrace;

namespace PlayHouse.Lab.Profiling.Reading;

/// <summary>
/// A trace file, checked and converted to the form in which events have stacks. The converted file is temporary and goes with
/// this object. One owner, one thread.
/// </summary>
internal sealed class ConvertedTrace : IDisposable
{
    private readonly string _converted;

    private ConvertedTrace(string converted, TraceLog log) => (_converted, Log) = (converted, log);

    public TraceLog Log { get; }

    /// <summary>The names of the file, which the conversion knows only in part.</summary>
    public required CodeMap Code { get; init; }

    /// <summary>How often the rundown reported its end; 1 in a good file.</summary>
    public required int RundownsComplete { get; init; }

    /// <summary>Events the session lost.</summary>
    public required long EventsLost { get; init; }

    /// <summary>Tick at which the session began.</summary>
    public required long FirstTicks { get; init; }

    /// <summary>Reads a file by way of its converted form, and removes that.</summary>
    /// <param name="path">A <c>.nettrace</c> file.</param>
    /// <param name="fileBytesMax">Largest file that is read.</param>
    /// <param name="read">Reads the trace; whatever it throws means that the file is unusable.</param>
    /// <exception cref="TraceFormatException">The file is missing, empty, truncated, damaged or too large.</exception>
    public static T Read<T>(string path, long fileBytesMax, Func<ConvertedTrace, T> read)
        => TraceFile.Guarded(path, fileBytesMax, () => Decode(path, read));

    private static T Decode<T>(string path, Func<ConvertedTrace, T> read)
    {
        try
        {
            using ConvertedTrace trace = Open(path);
            return read(trace);
        }
        catch (Exception error) when (error is not TraceFormatException and not OutOfMemoryException)
        {
            // The trace library has no exception of its own for bad data: whatever it throws means the file is unusable.
            throw new TraceFormatException(
                $"The trace {Path.GetFileName(path)} cannot be decoded ({error.GetType().Name}: {error.Message}). Repeat the diagnostic launch.", error);
        }
    }

    /// <summary>Tick of an event.</summary>
    public static long Ticks(TraceEvent e)
    {
        ArgumentNullException.ThrowIfNull(e);
#pragma warning disable CS0618 // The library prefers relative milliseconds; only raw ticks can be cut at the marks of another process.
        return e.TimeStampQPC;
#pragma warning restore CS0618
    }

    public void Dispose()
    {
        Log.Dispose();
        Code.Dispose();
        DeleteQuietly(_converted);
    }

    private static ConvertedTrace Open(string path)
    {
        var rundown = new Rundown();
        long firstTicks = NettraceFile.Walk(path, rundown.OnBlock, CancellationToken.None);
        string converted = $"{path}.{Guid.NewGuid():N}.etlx";
        try
        {
            long lost = 0;
            var options = new TraceLogOptions
            {
                // Skipping over errors would pass a truncated file off as complete.
                ContinueOnError = false,
                KeepAllEvents = true,
                OnLostEvents = (_, count, _) => lost = count,
            };
            TraceLog.CreateFromEventPipeDataFile(path, converted, options);
            var log = new TraceLog(converted);
            return new ConvertedTrace(converted, log)
            {
                Code = rundown.Code(),
                RundownsComplete = rundown.Completions,
                EventsLost = Math.Max(Math.Max(lost, log.EventsLost), rundown.EventsLost),
                FirstTicks = firstTicks,
            };
        }
        catch
        {
            DeleteQuietly(converted);
            throw;
        }
    }

    private static void DeleteQuietly(string converted)
    {
        try
        {
            File.Delete(converted);
        }
        catch (IOException)
        {
            // A leftover is found and removed by the retention of the traces folder; what was read is still good.
        }
    }
}
