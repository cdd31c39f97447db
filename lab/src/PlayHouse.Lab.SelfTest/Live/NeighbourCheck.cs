using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Reporting;
using PlayHouse.Lab.Runner;
using PlayHouse.Lab.Runner.Analyse;

namespace PlayHouse.Lab.SelfTest.Live;

/// <summary>A neighbour that is there all the time: repeating blocks cannot get rid of it, so it must not keep a run from ending.</summary>
public sealed class NeighbourCheck : SelfCheck
{
    /// <inheritdoc/>
    public override string Id => "neighbour";

    /// <inheritdoc/>
    public override string Promise => "Next to a neighbour that takes a processor all the time, blocks are repeated at most half as often as the run has blocks, and equal arms stay equal.";

    /// <inheritdoc/>
    public override bool IsQuick => false;

    /// <inheritdoc/>
    public override double Minutes => 9;

    /// <inheritdoc/>
    public override async Task<CheckResult> RunAsync(SelfTestContext context, CancellationToken ct)
    {
        ArgumentNullException.ThrowIfNull(context);
        using ForeignBurner? burner = ForeignBurner.Start();
        if (burner is null)
        {
            return Result(CheckOutcome.NotObservable, ForeignBurner.Absent);
        }

        RunReport report = await context.RunAsync(
            new LiveExperiment { Id = "907-neighbour", Question = "Does a neighbour that stays keep a run from ending?" }, new RunOptions { Aa = true }, null, ct);
        int repeated = report.Uncounted.Where(u => u.Kind == "repeated").Sum(u => u.Attempts);
        int repeatsMax = ContaminationRule.RepeatsMax(report.Run.Plan, report.Run.Plan.Looks[^1] - 1);
        return Result(
            report.Verdict is not null && repeated > 0 && repeated <= repeatsMax && !Judged.ClaimsADifference(report),
            $"{Judged.Word(report)}; {Numbers.Counted(repeated, "attempt")} repeated, at most {repeatsMax} may be.") with
        {
            Figures = [Judged.Figure(report, MetricIds.CpuUsPerMessage, "no claim")],
            Runs = [report.Run.Id],
        };
    }
}
