using PlayHouse.Lab.Load.Accounting;
using PlayHouse.Lab.Load.Sessions;
using PlayHouse.Lab.Load.Timing;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Statistics.Histograms;

namespace PlayHouse.Lab.Load.Results;

/// <summary>Everything that was counted and timed in one window, or in all turns of one kind.</summary>
internal sealed class LoadFigures
{
    public required bool IsOpenLoop { get; init; }

    /// <summary>Seconds that count.</summary>
    public required double Seconds { get; set; }

    public LoadCounts Counts { get; set; }

    /// <summary>From due to received.</summary>
    public LatencyHistogram Latency { get; } = new();

    /// <summary>From sent to received.</summary>
    public LatencyHistogram Service { get; } = new();

    /// <summary>From due to sent.</summary>
    public LatencyHistogram Lateness { get; } = new();

    public long Arrived { get; private set; }

    public long Censored { get; private set; }

    /// <summary>Use of the load's process before and after.</summary>
    public (ProcessSample Begin, ProcessSample End) Use { get; set; }

    /// <summary>Latest wake-up of a thread that only waits; 0 where none was watched.</summary>
    public long LatestWakeNs { get; init; }

    public IReadOnlyList<LoadSecond> Rows { get; init; } = [];

    /// <summary>Those of a window that is over.</summary>
    public static LoadFigures Of(LoadContext context, MeasuredWindow window, WindowMonitor monitor, LoadCounts counts)
    {
        var figures = new LoadFigures
        {
            IsOpenLoop = context.IsOpenLoop,
            Seconds = window.Seconds,
            Counts = counts,
            Use = (monitor.Begin, monitor.End),
            LatestWakeNs = monitor.LatestWakeNs,
            Rows = monitor.Seconds,
        };
        figures.Take(context);
        return figures;
    }

    /// <summary>Adds what the threads of a load recorded.</summary>
    public void Take(LoadContext context)
    {
        Lateness.Add(context.Lateness);
        foreach (ReplyRecorder recorder in context.Recorders)
        {
            Latency.Add(recorder.Latency);
            Service.Add(recorder.Service);
            Arrived += recorder.Arrived;
            Censored += recorder.Censored;
        }
    }
}
