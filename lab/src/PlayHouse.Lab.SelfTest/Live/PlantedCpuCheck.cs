using System.Globalization;
using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Runner;
using PlayHouse.Lab.Statistics.Blocks;

namespace PlayHouse.Lab.SelfTest.Live;

/// <summary>Ten per cent more processor time per message, found on this machine as noisy as it is.</summary>
public sealed class PlantedCpuCheck : SelfCheck
{
    private const int Blocks = 12;
    private const double Share = 0.10;

    /// <inheritdoc/>
    public override string Id => "planted-cpu";

    /// <inheritdoc/>
    public override string Promise => "Ten per cent more processor time per message is shown to be worse by 12 blocks.";

    /// <inheritdoc/>
    public override bool IsQuick => false;

    /// <inheritdoc/>
    public override double Minutes => 16;

    /// <inheritdoc/>
    public override async Task<CheckResult> RunAsync(SelfTestContext context, CancellationToken ct)
    {
        ArgumentNullException.ThrowIfNull(context);
        var twin = Busy(new LiveExperiment { Id = "903-level", Question = "How much processor time does a message take here?" });
        RunReport level = await context.RunAsync(twin, new RunOptions { Aa = true }, null, ct);
        double cost = Resolution.Median(level.Launches.Where(l => l.Kind == LaunchKind.Timed).Select(l => l.Metrics.GetValueOrDefault(MetricIds.CpuUsPerMessage, double.NaN)).Where(double.IsFinite));
        string spin = string.Create(CultureInfo.InvariantCulture, $"spinMicroseconds: {Share * cost:0.00}");
        RunReport report = await context.RunAsync(
            Busy(new LiveExperiment { Id = "904-cpu", Question = "Is ten per cent more processor time found?", Planted = spin }),
            new RunOptions { Blocks = Blocks }, null, ct);
        return Result(
            Judged.IsWorse(report, MetricIds.CpuUsPerMessage),
            string.Create(CultureInfo.InvariantCulture, $"{spin} on {cost:0.0} us per message: {Judged.Word(report)}.")) with
        {
            Figures = [Judged.Figure(report, MetricIds.CpuUsPerMessage, "worse")],
            Runs = [level.Run.Id, report.Run.Id],
        };
    }

    // A server that is busier wakes its threads less often, so planted work saves some waking: the more there is to do anyway, the less of that.
    private static LiveExperiment Busy(LiveExperiment experiment) => experiment with { RatePerSecond = 20_000, Connections = 100 };
}
