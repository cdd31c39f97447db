using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Runner;

namespace PlayHouse.Lab.SelfTest.Live;

/// <summary>A candidate so costly that it takes the machine for itself must not be excused by the trouble it makes.</summary>
public sealed class SaturationCheck : SelfCheck
{
    // Every message of 4,000 a second spins for 400 microseconds: 1.6 processors for the planted effect alone.
    private const int RatePerSecond = 4_000;

    /// <inheritdoc/>
    public override string Id => "saturation";

    /// <inheritdoc/>
    public override string Promise => "A candidate that saturates the machine ends ROLLBACK, not UNFIT.";

    /// <inheritdoc/>
    public override bool IsQuick => false;

    /// <inheritdoc/>
    public override double Minutes => 4;

    /// <inheritdoc/>
    public override async Task<CheckResult> RunAsync(SelfTestContext context, CancellationToken ct)
    {
        ArgumentNullException.ThrowIfNull(context);
        RunReport report = await context.RunAsync(
            new LiveExperiment
            {
                Id = "905-saturation", Question = "Is a candidate that saturates the machine rolled back?",
                Planted = "spinMicroseconds: 400", RatePerSecond = RatePerSecond,
            },
            new RunOptions(), null, ct);
        return Result(report.Verdict?.Kind == VerdictKind.Rollback, $"{Judged.Word(report)}.") with
        {
            Figures = [Judged.Figure(report, MetricIds.CpuUsPerMessage, "ROLLBACK")],
            Runs = [report.Run.Id],
        };
    }
}
