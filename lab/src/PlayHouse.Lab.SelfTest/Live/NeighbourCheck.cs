using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Reporting;
using PlayHouse.Lab.Runner;

namespace PlayHouse.Lab.SelfTest.Live;

/// <summary>A neighbour that is there all the time: it widens the intervals, and must not keep a run from ending.</summary>
public sealed class NeighbourCheck : SelfCheck
{
    /// <inheritdoc/>
    public override string Id => "neighbour";

    /// <inheritdoc/>
    public override string Promise => "Next to a neighbour that takes a processor all the time no pair is repeated, the run ends in its time, and equal arms stay equal.";

    /// <inheritdoc/>
    public override bool IsQuick => false;

    /// <inheritdoc/>
    public override double Minutes => 3;

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
        return Result(
            report.Verdict is { Blocks: > 0 } && report.Uncounted.Count == 0 && !Judged.ClaimsADifference(report), $"{Judged.Word(report)} after {Numbers.Counted(report.Verdict?.Blocks ?? 0, "pair")}.") with
        {
            Figures = [Judged.Figure(report, MetricIds.MessagesPerSecond, "no claim")],
            Runs = [report.Run.Id],
        };
    }
}
