using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Reporting;

namespace PlayHouse.Lab.SelfTest.Records;

/// <summary>Recorded runs judged again from their launches: the same rule must say the same to the last byte, and what another rule said is listed.</summary>
public sealed class ReanalysisCheck : SelfCheck
{
    /// <inheritdoc/>
    public override string Id => "reanalysis";

    /// <inheritdoc/>
    public override string Promise => "Every recorded run is judged again from its stored launches; a verdict of today's rule comes out the same to the last byte.";

    /// <inheritdoc/>
    public override bool IsQuick => true;

    /// <inheritdoc/>
    public override double Minutes => 0.2;

    /// <inheritdoc/>
    public override async Task<CheckResult> RunAsync(SelfTestContext context, CancellationToken ct)
    {
        ArgumentNullException.ThrowIfNull(context);
        var again = new List<Reanalysis>();
        foreach (RunReport report in await context.RecordedAsync(ct))
        {
            // Recorded in the self-test's own store: the second pass then meets verdicts of today's rule.
            await context.Service.AnalyseAsync(report.Run.Id, isRecorded: true, ct);
            again.Add(await context.Service.AnalyseAsync(report.Run.Id, isRecorded: false, ct));
        }

        int identical = again.Count(a => a is { IsSameRule: true, IsIdentical: true });
        return Result(again.Count > 0 && identical == again.Count, $"{identical} of {Numbers.Counted(again.Count, "recorded run")} came out the same to the last byte.") with
        {
            Figures = [.. again.Select(Figure)],
            Runs = [.. again.Select(a => a.Report.Run.Id)],
        };
    }

    private static CheckFigure Figure(Reanalysis again)
    {
        string then = VerdictWords.Of(again.SaidAtTheTime.Kind), now = VerdictWords.Of(again.Now.Kind);
        return new CheckFigure(again.Report.Run.ExperimentId, then == now ? now : $"{now}; said at the time: {then}", again.IsContradiction ? "the same verdict" : "");
    }
}
