using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Runner;

namespace PlayHouse.Lab.SelfTest.Live;

/// <summary>Live runs of the baseline against itself.</summary>
public sealed class TwinCheck : SelfCheck
{
    private const int Runs = 10;
    private const int FalseClaimsMax = 2;

    /// <inheritdoc/>
    public override string Id => "aa";

    /// <inheritdoc/>
    public override string Promise => "Of ten runs of the baseline against itself at most two claim a difference, and bytes per message are equal in all ten.";

    /// <inheritdoc/>
    public override bool IsQuick => false;

    /// <inheritdoc/>
    public override double Minutes => 30;

    /// <inheritdoc/>
    public override async Task<CheckResult> RunAsync(SelfTestContext context, CancellationToken ct)
    {
        ArgumentNullException.ThrowIfNull(context);
        var experiment = new LiveExperiment { Id = "901-twin", Question = "Does the method see a difference where there is none?" };
        var reports = new List<RunReport>();
        for (int i = 0; i < Runs; i++)
        {
            reports.Add(await context.RunAsync(experiment, new RunOptions { Aa = true }, null, ct));
        }

        int claims = reports.Count(Judged.ClaimsADifference);
        int equal = reports.Count(r => Judged.Metric(r, MetricIds.BytesPerMessage)?.Class == MetricClass.Equivalent);
        return Result(claims <= FalseClaimsMax && equal == Runs, $"{claims} of {Runs} runs claimed a difference; bytes were equal in {equal}.") with
        {
            Figures = [.. reports.Select(r => Judged.Figure(r, MetricIds.MessagesPerSecond, ""))],
            Runs = [.. reports.Select(r => r.Run.Id)],
        };
    }
}
