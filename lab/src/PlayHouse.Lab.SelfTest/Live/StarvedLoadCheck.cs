using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Runner;

namespace PlayHouse.Lab.SelfTest.Live;

/// <summary>A load that gets a fifth of a processor measures itself.</summary>
public sealed class StarvedLoadCheck : SelfCheck
{
    /// <inheritdoc/>
    public override string Id => "starved-load";

    /// <inheritdoc/>
    public override string Promise => "A load that may run for 20 % of the time decides nothing: the run ends without KEEP, ROLLBACK, TRADE-OFF and NO-EFFECT.";

    /// <inheritdoc/>
    public override bool IsQuick => false;

    /// <inheritdoc/>
    public override double Minutes => 5;

    /// <inheritdoc/>
    public override async Task<CheckResult> RunAsync(SelfTestContext context, CancellationToken ct)
    {
        ArgumentNullException.ThrowIfNull(context);
        var experiment = new LiveExperiment { Id = "908-starved", Question = "Does a starved load decide anything?", Planted = "bytesPerMessage: 64" };
        using var paused = new PausedArm(context.Service, "load", _ => true, TimeSpan.FromMilliseconds(40), TimeSpan.FromMilliseconds(160));
        RunReport report = await context.RunAsync(experiment, new RunOptions(), paused, ct);
        bool decidesNothing = report.Verdict is null or { Kind: VerdictKind.Unfit or VerdictKind.Inconclusive };
        return Result(decidesNothing && paused.Pauses > 0, $"{Judged.Word(report)} after {paused.Pauses} pauses.") with
        {
            Figures = [Judged.Figure(report, MetricIds.BytesPerMessage, "no decision")],
            Runs = [report.Run.Id],
        };
    }
}
