using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Profiling.Capture;
using PlayHouse.Lab.Profiling.Threads;
using PlayHouse.Lab.Reporting;

namespace PlayHouse.Lab.Cli.Tracing;

/// <summary>Where the threads of the process were. Only the raw trace is kept: its figures have no interval to compare.</summary>
internal sealed class ThreadTimeReading(TraceOptions options, int width) : TraceReading
{
    public override CapturePurpose Purpose => CapturePurpose.ThreadTime;

    public override TraceOutput Read(TakenTrace taken)
    {
        ThreadTimeTrace trace = ThreadTimeReader.Read(taken.Captured.Path, taken.BeginTicks, taken.EndTicks);
        ThreadTimeReport report = ThreadTimeSummary.Of(trace, (taken.BeginTicks, taken.EndTicks), new ThreadTimeReport
        {
            Pid = taken.Pid,
            ExitCode = taken.ExitCode,
            Seconds = 0,
            Time = default,
            Threads = [],
            Methods = [],
            Sites = [],
            TracePath = taken.Captured.Path,
            TraceBytes = taken.Captured.Bytes,
        });
        return new TraceOutput(options.IsJson ? ThreadTimeJson.Of(report) : ThreadTimeText.Of(report, width: width), report.Invalid.Count == 0);
    }
}
