using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Reasons;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Runner;

namespace PlayHouse.Lab.SelfTest.Live;

/// <summary>64 bytes more per message: found in six pairs with their size, and the line that allocates them is the only site that differs.</summary>
public sealed class PlantedBytesCheck : SelfCheck
{
    private const int PlantedBytes = 64;
    private const double SizeTolerance = 0.1;
    private const string PlantedMethod = "InjectedEffect.Apply";

    /// <inheritdoc/>
    public override string Id => "planted-bytes";

    /// <inheritdoc/>
    public override string Promise => "64 bytes more per message are shown to be worse by six pairs, no verdict passes over them, their size is off by 10 % at most, "
        + "and the line that allocates them leads the sites of the difference, of which no other differs.";

    /// <inheritdoc/>
    public override bool IsQuick => false;

    /// <inheritdoc/>
    public override double Minutes => 5;

    /// <inheritdoc/>
    public override async Task<CheckResult> RunAsync(SelfTestContext context, CancellationToken ct)
    {
        ArgumentNullException.ThrowIfNull(context);
        return Judge(await context.RunAsync(
            new LiveExperiment { Id = "902-bytes", Question = "Are 64 bytes per message found?", Planted = $"bytesPerMessage: {PlantedBytes}", IsTraced = true },
            new RunOptions(), null, ct));
    }

    /// <summary>What the run of the planted bytes shows.</summary>
    public CheckResult Judge(RunReport report)
    {
        ArgumentNullException.ThrowIfNull(report);
        MetricEstimate? bytes = Judged.Metric(report, MetricIds.BytesPerMessage);
        IReadOnlyList<AllocationDifference> sites = report.Attribution?.Sites ?? [];
        AllocationDifference? first = sites.MaxBy(s => Math.Abs(s.Difference));
        AllocationDifference[] planted = [.. sites.Where(s => s.Site.Contains(PlantedMethod, StringComparison.Ordinal))];
        AllocationDifference? other = sites.Except(planted).FirstOrDefault(s => !SiteLimits.MayBeEqual(s));
        string missing = Judged.Missing(
            (report.IsInjected, "the run is not marked INJECTED"),
            // Six pairs need not settle processor time, and a loss is no ROLLBACK while a primary metric is open.
            (report.Verdict?.Kind is VerdictKind.Rollback or VerdictKind.Inconclusive, "the word"),
            (report.Verdict?.Reasons.Contains(new MetricFound(MetricIds.BytesPerMessage)) ?? false, "no reason tells of the bytes"),
            (bytes?.Class == MetricClass.WorsePractical, "the bytes are not worse by more than matters"),
            (bytes is not null && Math.Abs(bytes.ShownChange - PlantedBytes) <= SizeTolerance * PlantedBytes, "the size"),
            (report is { NoAttributionReason: null, Attribution: not null }, $"sites are not compared ({report.NoAttributionReason})"),
            (planted.Length == 1, $"{PlantedMethod} is {planted.Length} sites"),
            (planted.All(s => s.IsDifferent), "the site is not called different"),
            (planted.All(s => s.Type == "System.Byte[]"), "the type"),
            (planted.All(s => s.Source?.StartsWith("InjectedEffect.cs:", StringComparison.Ordinal) ?? false), "the line"),
            (planted.All(s => SiteLimits.Holds(s, PlantedBytes)), "the interval of the site"),
            (first is not null && planted.Contains(first), "the first site"),
            (other is null, $"{other?.Site} differs, too"));
        return Result(missing.Length == 0, $"{Judged.Word(report)}; the first site of the difference is {first?.Site ?? "unknown"}.{missing}") with
        {
            Figures = [Judged.Figure(report, MetricIds.BytesPerMessage, "worse")],
            Runs = [report.Run.Id],
        };
    }
}
