using Microsoft.Diagnostics.Tracing;
using Microsoft.Diagnostics.Tracing.Etlx;
using Microsoft.Diagnostics.Tracing.Parsers.Clr;
using PlayHouse.Lab.Profiling.Frames;
using PlayHouse.Lab.Profiling.Stacks;

namespace PlayHouse.Lab.Profiling.Tests.Oracle;

/// <summary>The samples of a trace as the trace library reads them: knows nothing of our reader of files.</summary>
internal sealed class TraceLogStacks
{
    private TraceLogStacks(IReadOnlyList<Row> rows, long lost, int completions) => (Rows, EventsLost, Completions) = (rows, lost, completions);

    public IReadOnlyList<Row> Rows { get; }

    public long EventsLost { get; }

    public int Completions { get; }

    public static TraceLogStacks Read(string path)
    {
        long lost = 0;
        string converted = path + ".etlx";
        TraceLog.CreateFromEventPipeDataFile(path, converted, new TraceLogOptions { OnLostEvents = (_, count, _) => lost = count });
        try
        {
            using var log = new TraceLog(converted);
            using TraceLogEventSource source = log.Events.GetSource();
            var rows = new List<Row>();
            source.Clr.AllocationSampling += e => rows.Add(ToRow(log, e));
            source.Process();
            return new TraceLogStacks(rows, Math.Max(lost, log.EventsLost), Completed(path));
        }
        finally
        {
            File.Delete(converted);
        }
    }

    private static int Completed(string path)
    {
        int completions = 0;
        using var source = new EventPipeEventSource(path);
        new ClrRundownTraceEventParser(source).MethodDCStopComplete += _ => completions++;
        source.Process();
        return completions;
    }

    private static Row ToRow(TraceLog log, AllocationSampledTraceData e)
    {
        var normaliser = new StackNormaliser();
        normaliser.Begin();
        int depth = 0;
        OptimizationTier leaf = OptimizationTier.Unknown;
        for (CallStackIndex at = e.CallStackIndex(); at != CallStackIndex.Invalid; at = log.CallStacks.Caller(at), depth++)
        {
            TraceCodeAddress code = log.CodeAddresses[log.CallStacks.CodeAddressIndex(at)];
            leaf = depth == 0 ? log.CodeAddresses.OptimizationTier(log.CallStacks.CodeAddressIndex(at)) : leaf;
            normaliser.Add(ResolvedFrame.Of(code.FullMethodName, code.ModuleName, () => null));
        }
        normaliser.Charge(FrameNames.StateMachineOwner(e.TypeName));
#pragma warning disable CS0618 // Only raw ticks can be compared.
        return new Row(e.TimeStampQPC, e.ObjectSize, e.TypeName, Text(normaliser.Frames.ToArray()), depth, leaf.ToString());
#pragma warning restore CS0618
    }

    /// <summary>A stack without lines, innermost first.</summary>
    public static string Text(IEnumerable<StackFrame> frames) => string.Join(" ← ", frames.Select(f => $"{f.Module}!{f.Name}[{f.Kind}]"));

    internal sealed record Row(long Ticks, long Bytes, string Type, string Stack, int Depth, string Tier);
}
