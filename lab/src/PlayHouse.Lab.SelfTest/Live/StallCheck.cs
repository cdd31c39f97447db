using System.Globalization;
using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Runner;
using PlayHouse.Lab.Statistics.Blocks;

namespace PlayHouse.Lab.SelfTest.Live;

/// <summary>A server that stands still for half a second now and then: what arrives then is late, whether it could be sent or not.</summary>
public sealed class StallCheck : SelfCheck
{
    private const double StallMs = 500;
    private const double SeenMsMin = 400;

    /// <inheritdoc/>
    public override string Id => "stall";

    /// <inheritdoc/>
    public override string Promise => "A server that is stopped for 500 ms every three seconds shows p99.9 of at least 400 ms although the load had to skip arrivals, its stall-time is worse, and it is never kept.";

    /// <inheritdoc/>
    public override bool IsQuick => false;

    /// <inheritdoc/>
    public override double Minutes => 4;

    /// <inheritdoc/>
    public override async Task<CheckResult> RunAsync(SelfTestContext context, CancellationToken ct)
    {
        ArgumentNullException.ThrowIfNull(context);
        // Depth 2 on 50 connections at 4,000 a second allows 25 ms: a pause makes the load skip.
        var experiment = new LiveExperiment
        {
            Id = "907-stall", Question = "Is a server that stands still seen?", RatePerSecond = 4_000, Depth = 2,
            Planted = "bytesPerMessage: 0",
        };
        using var paused = new PausedArm(context.Service, ArmNames.Candidate, TimeSpan.FromSeconds(2.5), TimeSpan.FromMilliseconds(StallMs));
        RunReport report = await context.RunAsync(experiment, new RunOptions(), null, ct);
        double tail = Resolution.Median(Of(report, ArmNames.Candidate, MetricIds.LatencyP999)) / 1000;
        double skipped = Of(report, ArmNames.Candidate, MetricIds.Skipped).Sum();
        bool isKept = report.Verdict?.Kind is VerdictKind.Keep or VerdictKind.NoEffect;
        return Result(
            tail >= SeenMsMin && skipped > 0 && Judged.IsWorse(report, MetricIds.StallTime) && !isKept,
            string.Create(CultureInfo.InvariantCulture, $"{Judged.Word(report)}; {paused.Pauses} pauses; median p99.9 of the stopped arm {tail:0} ms with {skipped:0} arrivals skipped.")) with
        {
            Figures = [Judged.Figure(report, MetricIds.StallTime, "worse; never KEEP or NO-EFFECT")],
            Runs = [report.Run.Id],
        };
    }

    private static IEnumerable<double> Of(RunReport report, string arm, string metric) =>
        report.Launches.Where(l => l.Kind == LaunchKind.Timed && l.Arm == arm && l.Metrics.ContainsKey(metric)).Select(l => l.Metrics[metric]);
}
