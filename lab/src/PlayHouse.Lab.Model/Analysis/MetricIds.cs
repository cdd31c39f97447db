namespace PlayHouse.Lab.Model.Analysis;

/// <summary>Ids of the metrics a launch can carry. Units are part of the name where a number has one.</summary>
public static class MetricIds
{
    /// <summary>Allocated managed bytes of the target per message, exact.</summary>
    public const string BytesPerMessage = "bytes-per-message";

    /// <summary>CPU time of the target per message in microseconds, user and kernel.</summary>
    public const string CpuUsPerMessage = "cpu-us-per-message";

    /// <summary>Messages per second that a saturated target completed, in the turns that it had.</summary>
    public const string MessagesPerSecond = "messages-per-second";

    /// <summary>
    /// CPU time of the target per message at the offered rate in microseconds, user and kernel. Below saturation most of it is waking up,
    /// which a slower handler does less often: it does not add up as <see cref="CpuUsPerMessage"/> does.
    /// </summary>
    public const string CpuUsAtRate = "cpu-us-at-rate";

    /// <summary>Share of the messages that took more than twenty times the median, the smaller one of both arms, 0 … 1.</summary>
    public const string StallShare = "stall-share";

    /// <summary>
    /// Seconds in which the oldest message had waited more than twenty times the median, the smaller one of both arms, per second of paced
    /// load. Of each turn its longest wait counts, so a pause weighs as long as it lasts, however few messages were due in it.
    /// </summary>
    public const string StallTime = "stall-time";

    /// <summary>Socket writes of the target per message.</summary>
    public const string WritesPerMessage = "writes-per-message";

    /// <summary>Socket reads of the target per message.</summary>
    public const string ReadsPerMessage = "reads-per-message";

    /// <summary>Generation 0 collections (that did not grow older) per million messages.</summary>
    public const string Gen0PerMillion = "gen0-per-million";

    /// <summary>Generation 1 collections per million messages.</summary>
    public const string Gen1PerMillion = "gen1-per-million";

    /// <summary>Generation 2 collections per million messages.</summary>
    public const string Gen2PerMillion = "gen2-per-million";

    /// <summary>Share of the window spent in collection pauses, 0 … 1.</summary>
    public const string GcPauseShare = "gc-pause-share";

    /// <summary>Contended monitor entries per message.</summary>
    public const string LockContentionsPerMessage = "lock-contentions-per-message";

    /// <summary>Median latency from the intended send time, microseconds.</summary>
    public const string LatencyP50 = "latency-p50";

    /// <summary>90th percentile of latency, microseconds.</summary>
    public const string LatencyP90 = "latency-p90";

    /// <summary>99th percentile of latency, microseconds.</summary>
    public const string LatencyP99 = "latency-p99";

    /// <summary>99.9th percentile of latency, microseconds.</summary>
    public const string LatencyP999 = "latency-p999";

    /// <summary>Median service time from the actual send, microseconds.</summary>
    public const string ServiceP50 = "service-p50";

    /// <summary>99th percentile of service time, microseconds.</summary>
    public const string ServiceP99 = "service-p99";

    /// <summary>Replies per second that reached the load.</summary>
    public const string AchievedRate = "achieved-rate";

    /// <summary>Highest rate that meets the objective of a capacity design, messages per second.</summary>
    public const string Capacity = "capacity";

    /// <summary>Resident memory of the target at the end mark, bytes.</summary>
    public const string WorkingSet = "working-set";

    /// <summary>Error replies and wrong replies in the window.</summary>
    public const string Errors = "errors";

    /// <summary>Requests without a reply after the drain.</summary>
    public const string Lost = "lost";

    /// <summary>Due requests that were not sent because the depth cap was reached.</summary>
    public const string Skipped = "skipped";

    /// <summary>Share of the due requests that were not sent, 0 … 1.</summary>
    public const string SkippedShare = "skipped-share";

    /// <summary>
    /// Socket reads and writes of the target per message, as the engine counts them at its calls. Waits for readiness and wake-ups of
    /// threads are system calls, too, and are not in it: no unprivileged process can count them.
    /// </summary>
    public const string SystemCallsPerMessage = "system-calls-per-message";

    /// <summary>Instructions of the target in user mode per message; only where the processor counts them.</summary>
    public const string UserInstructionsPerMessage = "user-instructions-per-message";

    /// <summary>Allocated managed bytes per message on the other side: of the second server where the scenario has one, else of the load.</summary>
    public const string PeerBytesPerMessage = "peer-bytes-per-message";

    /// <summary>CPU time per message on the other side in microseconds: of the second server where the scenario has one, else of the load.</summary>
    public const string PeerCpuUsPerMessage = "peer-cpu-us-per-message";

    /// <summary>Milliseconds from process start to accepting connections.</summary>
    public const string TimeToReady = "time-to-ready";

    /// <summary>
    /// Milliseconds from the first request's turn to the thousandth message completed, in steps of some ten milliseconds; the offered
    /// rate bounds it from below.
    /// </summary>
    public const string TimeToFirstThousand = "time-to-first-1000";

    /// <summary>Methods compiled by the JIT when the target accepts connections.</summary>
    public const string MethodsAtReady = "methods-at-ready";

    /// <summary>Methods compiled by the JIT between the marks.</summary>
    public const string MethodsInWindow = "methods-in-window";

    /// <summary>Time in the JIT between the marks per CPU time of the target; the JIT's clock runs on while its thread waits for a processor.</summary>
    public const string CompilerShare = "compiler-share";
}
