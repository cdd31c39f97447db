using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Runner;

namespace PlayHouse.Lab.SelfTest.Live;

/// <summary>64 bytes more per message: found in six blocks, and the line that allocates them leads the list of sites.</summary>
public sealed class PlantedBytesCheck : SelfCheck
{
    private const string PlantedMethod = "InjectedEffect.Apply";

    /// <inheritdoc/>
    public override string Id => "planted-bytes";

    /// <inheritdoc/>
    public override string Promise => "64 bytes more per message are shown to be worse by six blocks, no verdict passes over them, and the method that allocates them is the first site of the difference.";

    /// <inheritdoc/>
    public override bool IsQuick => false;

    /// <inheritdoc/>
    public override double Minutes => 6;

    /// <inheritdoc/>
    public override async Task<CheckResult> RunAsync(SelfTestContext context, CancellationToken ct)
    {
        ArgumentNullException.ThrowIfNull(context);
        RunReport report = await context.RunAsync(
            new LiveExperiment { Id = "902-bytes", Question = "Are 64 bytes per message found?", Planted = "bytesPerMessage: 64", ProfileEveryBlocks = 3 },
            new RunOptions(), null, ct);
        AllocationDifference? first = report.Attribution?.Sites.MaxBy(s => Math.Abs(s.Difference));
        bool isNamed = first?.Site.Contains(PlantedMethod, StringComparison.Ordinal) ?? false;
        // Six blocks need not settle processor time, and a loss is no ROLLBACK while a primary metric is open.
        bool isFound = report.Verdict?.Kind is VerdictKind.Rollback or VerdictKind.Inconclusive && Judged.Metric(report, MetricIds.BytesPerMessage)?.Class == MetricClass.WorsePractical;
        return Result(isFound && isNamed, $"{Judged.Word(report)}; the first site of the difference is {first?.Site ?? "unknown"}.") with
        {
            Figures = [Judged.Figure(report, MetricIds.BytesPerMessage, "worse")],
            Runs = [report.Run.Id],
        };
    }
}
