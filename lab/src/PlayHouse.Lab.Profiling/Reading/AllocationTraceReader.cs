using Microsoft.Diagnostics.Tracing;
using Microsoft.Diagnostics.Tracing.Etlx;
using Microsoft.Diagnostics.Tracing.Parsers.Clr;
using PlayHouse.Lab.Profiling.Capture;
using PlayHouse.Lab.Profiling.Frames;

namespace PlayHouse.Lab.Profiling.Reading;

/// <summary>Reads the allocation samples of a nettrace file with their call sites. Static, safe from any thread.</summary>
public static class AllocationTraceReader
{
    /// <summary>
    /// Largest file that is read, bytes. Conversion holds each distinct stack in memory: the worst shape seen needs four
    /// bytes of memory per byte of file.
    /// </summary>
    public const long FileBytesMax = 256L << 20;

    /// <summary>Reads a whole trace. Deletes its temporary file in every case.</summary>
    /// <param name="path">A <c>.nettrace</c> file of <see cref="TraceCapture"/>.</param>
    /// <exception cref="TraceFormatException">The file is missing, empty, truncated, damaged or too large.</exception>
    public static AllocationTrace Read(string path) => Read(path, FileBytesMax);

    internal static AllocationTrace Read(string path, long fileBytesMax)
    {
        ArgumentException.ThrowIfNullOrEmpty(path);
        string name = Path.GetFileName(path);
        string converted = $"{path}.{Guid.NewGuid():N}.etlx";
        try
        {
            var file = new FileInfo(path);
            if (!file.Exists)
                throw new TraceFormatException($"There is no trace file {name}. Repeat the diagnostic launch.");
            if (file.Length > fileBytesMax)
                throw new TraceFormatException($"The trace {name} has {file.Length} bytes, more than the {fileBytesMax} that are read. Trace a shorter window.");
            return Convert(path, converted, TraceContainer.Check(path));
        }
        catch (Exception error) when (error is not TraceFormatException and not OutOfMemoryException)
        {
            // The trace library has no exception of its own for bad data: whatever it throws means the file is unusable.
            throw new TraceFormatException($"The trace {name} cannot be decoded ({error.GetType().Name}: {error.Message}). Repeat the diagnostic launch.", error);
        }
        finally
        {
            DeleteQuietly(converted);
        }
    }

    private static AllocationTrace Convert(string path, string converted, long firstTicks)
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
        using var log = new TraceLog(converted);
        using TraceLogEventSource source = log.Events.GetSource();
        var raw = new List<RawSample>();
        var types = new Dictionary<string, int>(StringComparer.Ordinal);
        long lastTicks = firstTicks;

        source.AllEvents += e => lastTicks = Math.Max(lastTicks, Ticks(e));
        source.Clr.AllocationSampling += e => raw.Add(ToRaw(e, types));
        source.Process();
        (IlOffsets offsets, int rundowns) = ReadRundown(path);

        using var resolver = new StackResolver(log, offsets);
        string[] typeNames = [.. types.OrderBy(t => t.Value).Select(t => t.Key)];
        AllocationTrace.Sample[] samples = [.. raw.Select(r => Resolve(r, resolver, typeNames))];
        return new AllocationTrace(samples, resolver.Table, typeNames)
        {
            EventsLost = Math.Max(lost, log.EventsLost),
            RundownsComplete = rundowns,
            FirstTicks = firstTicks,
            LastTicks = lastTicks,
        };
    }

    /// <summary>A pass over the file itself: the conversion drops the maps from code to IL.</summary>
    private static (IlOffsets Offsets, int Completions) ReadRundown(string path)
    {
        int completions = 0;
        var offsets = new IlOffsets();
        using var source = new EventPipeEventSource(path);
        var rundown = new ClrRundownTraceEventParser(source);
        rundown.MethodILToNativeMapDCStop += offsets.OnMap;
        rundown.MethodDCStopVerbose += offsets.OnMethod;
        rundown.MethodDCStopComplete += _ => completions++;
        source.Process();
        return (offsets, completions);
    }

    private readonly record struct RawSample(long Ticks, long ObjectBytes, CallStackIndex Stack, int Type);

    private static RawSample ToRaw(AllocationSampledTraceData e, Dictionary<string, int> types)
    {
        if (e.ObjectSize <= 0)
            throw new TraceFormatException($"The trace has a sample of {e.ObjectSize} bytes at {e.TimeStampRelativeMSec:F3} ms. Repeat the diagnostic launch.");
        string typeName = string.IsNullOrEmpty(e.TypeName) ? "(unknown type)" : e.TypeName;
        if (!types.TryGetValue(typeName, out int type))
            types.Add(typeName, type = types.Count);
        return new RawSample(Ticks(e), e.ObjectSize, e.CallStackIndex(), type);
    }

    private static AllocationTrace.Sample Resolve(RawSample raw, StackResolver resolver, string[] typeNames)
    {
        StackResolver.Resolved at = resolver.Resolve(raw.Stack, typeNames[raw.Type]);
        return new AllocationTrace.Sample(raw.Ticks, raw.ObjectBytes, at.Stack, raw.Type, at.IsUnresolved, at.IsCapped);
    }

#pragma warning disable CS0618 // The library prefers relative milliseconds; only raw ticks can be cut at the marks of another process.
    private static long Ticks(TraceEvent e) => e.TimeStampQPC;
#pragma warning restore CS0618

    private static void DeleteQuietly(string converted)
    {
        try
        {
            File.Delete(converted);
        }
        catch (IOException)
        {
            // A leftover is found and removed by the retention of the traces folder; the profile is still good.
        }
    }
}
