using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Profiling;
using PlayHouse.Lab.Profiling.Capture;
using PlayHouse.Lab.Profiling.Reading;
using PlayHouse.Lab.Profiling.Stacks;
using PlayHouse.Lab.Reporting;

namespace PlayHouse.Lab.Cli.Tracing;

/// <summary>Where the process allocated; its stacks go into a file next to the trace.</summary>
internal sealed class AllocationReading(TraceOptions options, int width) : TraceReading
{
    public override CapturePurpose Purpose => CapturePurpose.Allocations | CapturePurpose.Runtime;

    public override TraceOutput Read(TakenTrace taken)
    {
        AllocationTrace trace = AllocationTraceReader.Read(taken.Captured.Path);
        TraceReport report = TraceSummary.Of(trace, (taken.BeginTicks, taken.EndTicks), new TraceReport
        {
            Pid = taken.Pid,
            ExitCode = taken.ExitCode,
            Seconds = 0,
            Bytes = 0,
            Low = 0,
            High = 0,
            Samples = 0,
            Sites = [],
            IsAttributionOnly = options.NoInlining,
            TracePath = taken.Captured.Path,
            TraceBytes = taken.Captured.Bytes,
            StacksPath = Path.ChangeExtension(taken.Captured.Path, ".stacks"),
        });
        report = report with { Notes = [.. report.Notes, .. WriteStacks(report, trace.CutStacks(taken.BeginTicks, taken.EndTicks))] };
        return new TraceOutput(options.IsJson ? TraceJson.Of(report) : TraceText.Of(report, width: width), report.Invalid.Count == 0);
    }

    private IEnumerable<string> WriteStacks(TraceReport report, AllocationStacks stacks)
    {
        try
        {
            AllocationStacksFile.Write(report.StacksPath, stacks with
            {
                Origin = Path.GetFileName(report.TracePath),
                Invalid = options.NoInlining ? [.. report.Invalid, "traced without inlining: amounts are not those of the program"] : report.Invalid,
            });
            return [];
        }
        catch (Exception e) when (e is TraceFormatException or IOException or UnauthorizedAccessException)
        {
            return [$"the stacks were not written: {e.Message}"];
        }
    }
}
