using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Reasons;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Reporting;
using PlayHouse.Lab.Runner;

namespace PlayHouse.Lab.SelfTest.Live;

/// <summary>A load that gets a fifth of a processor measures itself.</summary>
public sealed class StarvedLoadCheck : SelfCheck
{
    private const int LaunchesPerBlock = 4;

    // No line of the report is broken.
    private const int PageWidth = 1_000;

    /// <inheritdoc/>
    public override string Id => "starved-load";

    /// <inheritdoc/>
    public override string Promise => "A load that may run for 20 % of the time decides nothing: the run ends UNFIT at its first look, for that reason, and shows what was really sent.";

    /// <inheritdoc/>
    public override bool IsQuick => false;

    /// <inheritdoc/>
    public override double Minutes => 5;

    /// <inheritdoc/>
    public override async Task<CheckResult> RunAsync(SelfTestContext context, CancellationToken ct)
    {
        ArgumentNullException.ThrowIfNull(context);
        // A warm-up that pilots would look for ends the run with them, before it has launches to count.
        var experiment = new LiveExperiment { Id = "908-starved", Question = "Does a starved load decide anything?", Planted = "bytesPerMessage: 64", Warmup = "3" };
        using var paused = new PausedArm(context.Service, "load", _ => true, TimeSpan.FromMilliseconds(40), TimeSpan.FromMilliseconds(160));
        RunReport report = await context.RunAsync(experiment, new RunOptions(), paused, ct);
        return Judge(report, paused.Pauses);
    }

    /// <summary>What the run of the starved load shows.</summary>
    /// <param name="report">The run.</param>
    /// <param name="pauses">How often its loads were stopped.</param>
    public CheckResult Judge(RunReport report, int pauses)
    {
        ArgumentNullException.ThrowIfNull(report);
        int blocks = report.Verdict?.Blocks ?? 0;
        int launches = report.Launches.Count(l => l.Kind == LaunchKind.Timed);
        int attempts = blocks + report.Uncounted.Sum(u => u.Attempts);
        string missing = Judged.Missing(
            (pauses > 0, "the load was not stopped"),
            (report.Verdict?.Kind == VerdictKind.Unfit, "the word"),
            (blocks == report.Run.Plan.Looks[0], $"{Numbers.Counted(blocks, "block")} are not the first look"),
            (launches == LaunchesPerBlock * attempts, $"{Numbers.Counted(launches, "launch")} of {Numbers.Counted(attempts, "attempt")}: some launches are missing"),
            (report.Verdict?.Reasons.OfType<LoadBelowRate>().Any() ?? false, "no reason tells of the load"),
            (RunText.Full(report, PageWidth).Contains("really sent: baseline", StringComparison.Ordinal), "what was really sent is not shown"));
        return Result(missing.Length == 0, $"{Judged.Word(report)} after {pauses} pauses.{missing}") with
        {
            Figures = [Judged.Figure(report, MetricIds.BytesPerMessage, "no decision")],
            Runs = [report.Run.Id],
        };
    }
}
