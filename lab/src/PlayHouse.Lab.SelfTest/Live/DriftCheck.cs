using System.Text.Json;
using PlayHouse.Lab.Model;
using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Runner;
using PlayHouse.Lab.SelfTest.Simulated;

namespace PlayHouse.Lab.SelfTest.Live;

/// <summary>A neighbour that comes in the middle of a run: a person who measures first A and then B takes it for an effect of B.</summary>
public sealed class DriftCheck : SelfCheck
{
    /// <inheritdoc/>
    public override string Id => "drift";

    /// <inheritdoc/>
    public override string Promise => "A neighbour that takes a processor in the second half of a run is no difference between equal arms; first A, then B calls it one.";

    /// <inheritdoc/>
    public override bool IsQuick => false;

    /// <inheritdoc/>
    public override double Minutes => 3;

    /// <inheritdoc/>
    public override async Task<CheckResult> RunAsync(SelfTestContext context, CancellationToken ct)
    {
        ArgumentNullException.ThrowIfNull(context);
        using var neighbour = new Neighbour(fromPair: 3);
        RunReport report = await context.RunAsync(
            new LiveExperiment { Id = "906-drift", Question = "Is a neighbour mistaken for an effect?" }, new RunOptions { Aa = true }, neighbour, ct);
        if (!neighbour.Came)
        {
            return Result(CheckOutcome.NotObservable, ForeignBurner.Absent) with { Runs = [report.Run.Id] };
        }

        double[] speeds =
        [
            .. report.Launches.Where(l => l.Kind == LaunchKind.Timed && l.State == LaunchState.Completed).OrderBy(l => l.StartedAt)
                .Select(l => l.Metrics.GetValueOrDefault(MetricIds.MessagesPerSecond, double.NaN)).Where(double.IsFinite),
        ];
        double[] first = speeds[..(speeds.Length / 2)];
        double[] second = speeds[(speeds.Length / 2)..];
        (string Name, bool Claims)[] naive =
        [
            ("5 % of means", NaiveRules.FivePercentOfMeans(first, second)),
            ("Mann-Whitney at 5 %", NaiveRules.MannWhitney(first, second)),
            ("separate 99.9 % errors", NaiveRules.SeparateErrors(first, second)),
        ];
        bool isFooled = naive.Any(n => n.Claims);
        return Result(
            !Judged.ClaimsADifference(report) && isFooled,
            $"{Judged.Word(report)}; the launches of the first half against those of the second would be called different by: {(isFooled ? string.Join(", ", naive.Where(n => n.Claims).Select(n => n.Name)) : "no rule, so the neighbour was too weak")}.") with
        {
            Figures = [Judged.Figure(report, MetricIds.MessagesPerSecond, "no claim"), .. naive.Select(n => new CheckFigure(n.Name, n.Claims ? "claims a difference" : "claims nothing", ""))],
            Runs = [report.Run.Id],
        };
    }

    /// <summary>Comes when a pair has ended and leaves when the check ends.</summary>
    private sealed class Neighbour(int fromPair) : IRunObserver, IDisposable
    {
        private ForeignBurner? _burner;

        public bool Came => _burner is not null;

        public void OnEvent(RunEvent runEvent)
        {
            if (_burner is null && runEvent.Type == RunEventTypes.BlockEnded
                && JsonSerializer.Deserialize<BlockEndedData>(runEvent.Json, LabJson.Compact)?.BlocksAccepted >= fromPair)
            {
                _burner = ForeignBurner.Start();
            }
        }

        public void Dispose() => _burner?.Dispose();
    }
}
