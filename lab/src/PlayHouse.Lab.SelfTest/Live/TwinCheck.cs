using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Runner;

namespace PlayHouse.Lab.SelfTest.Live;

/// <summary>Live runs of the baseline against itself, every second one next to a neighbour that takes half of a processor in bursts.</summary>
public sealed class TwinCheck : SelfCheck
{
    private const int Runs = 20;
    private const int FalseClaimsMax = 1;
    private const int EqualAloneMin = 6;

    /// <inheritdoc/>
    public override string Id => "aa";

    /// <inheritdoc/>
    public override string Promise => "Of twenty runs of the baseline against itself, every second one next to a neighbour in bursts, at most one claims a difference, bytes per message are equal in all, and six of the ten without a neighbour end NO-EFFECT.";

    /// <inheritdoc/>
    public override bool IsQuick => false;

    /// <inheritdoc/>
    public override double Minutes => 55;

    /// <inheritdoc/>
    public override async Task<CheckResult> RunAsync(SelfTestContext context, CancellationToken ct)
    {
        ArgumentNullException.ThrowIfNull(context);
        var experiment = new LiveExperiment { Id = "901-twin", Question = "Does the method see a difference where there is none?" };
        List<RunReport> alone = [], disturbed = [];
        for (int i = 0; i < Runs / 2; i++)
        {
            alone.Add(await context.RunAsync(experiment, new RunOptions { Aa = true }, null, ct));
            using ForeignBurner? neighbour = ForeignBurner.Start(ForeignBurner.Bursts);
            if (neighbour is null)
            {
                return Result(CheckOutcome.NotObservable, ForeignBurner.Absent);
            }

            disturbed.Add(await context.RunAsync(experiment, new RunOptions { Aa = true }, null, ct));
        }

        RunReport[] all = [.. alone, .. disturbed];
        int claims = all.Count(Judged.ClaimsADifference);
        int equal = all.Count(r => Judged.Metric(r, MetricIds.BytesPerMessage)?.Class == MetricClass.Equivalent);
        int noEffect = alone.Count(r => r.Verdict?.Kind == VerdictKind.NoEffect);
        return Result(
            claims <= FalseClaimsMax && equal == Runs && noEffect >= EqualAloneMin,
            $"{claims} of {Runs} runs claimed a difference; bytes were equal in {equal}; {noEffect} of {alone.Count} without a neighbour ended NO-EFFECT.") with
        {
            Figures = [.. alone.Select(r => Judged.Figure(r, MetricIds.MessagesPerSecond, "")), .. disturbed.Select(r => Judged.Figure(r, MetricIds.MessagesPerSecond, "next to a neighbour"))],
            Runs = [.. all.Select(r => r.Run.Id)],
        };
    }
}
