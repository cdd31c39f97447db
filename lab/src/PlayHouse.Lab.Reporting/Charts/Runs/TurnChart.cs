using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Runs;

namespace PlayHouse.Lab.Reporting.Charts.Runs;

/// <summary>The turns of one pair in their order: what each arm completed while it was saturated. Pure functions, any thread.</summary>
public static class TurnChart
{
    /// <summary>True when a pair of the run counts: only then the chart has something to draw.</summary>
    public static bool IsFor(RunReport report)
    {
        ArgumentNullException.ThrowIfNull(report);
        return Turns(report).Length > 0;
    }

    /// <summary>The last pair that counts.</summary>
    public static ChartSpec Of(RunReport report)
    {
        ArgumentNullException.ThrowIfNull(report);
        LaunchRecord[] launches = Turns(report);
        bool isEmpty = launches.Length == 0;
        return new ChartSpec(new ChartDraft
        {
            Title = "Saturated turns of the last pair",
            Question = "What did the machine do to both arms while they took turns?",
            At = new ChartAxis { Label = "turn", Min = 0 },
            Value = new ChartAxis { Label = "completed", Unit = "messages/s" },
            IsLane = true,
            Series = [.. launches.Select((l, style) => Arm(l, style))],
            Summary = isEmpty ? null : Told(launches),
            Notes = VerdictWords.Notices(report),
            Provenance = RunData.Origin(report, launches),
            EmptyReason = isEmpty ? "no pair of this run counts yet." : null,
        });
    }

    private static LaunchRecord[] Turns(RunReport report)
    {
        LaunchRecord[] timed = [.. RunData.Timed(report).Where(l => l.Slices.Any(IsDrawn))];
        return [.. RunData.Arms(report).Select(arm => Array.FindLast(timed, l => l.Arm == arm && l.Block == timed[^1].Block)).OfType<LaunchRecord>()];
    }

    private static bool IsDrawn(SliceRecord slice) => slice is { Kind: SliceKind.Saturated, Seconds: > 0 };

    private static double Rate(SliceRecord slice) => slice.Arrived / slice.Seconds;

    private static ChartSeries Arm(LaunchRecord launch, int style) => new()
    {
        Name = VerdictWords.Arm(launch.Arm),
        Mark = ChartMark.Points,
        Style = style,
        Data = [.. launch.Slices.Where(IsDrawn).Take(ChartLimits.PointsMax / 2).Select(s => new ChartDatum(s.Index, Rate(s)))],
    };

    private static string Told(LaunchRecord[] launches)
    {
        IEnumerable<string> arms = launches.Select(l =>
        {
            double[] sorted = [.. l.Slices.Where(IsDrawn).Select(Rate).Order()];
            return $"half of the {Numbers.Counted(sorted.Length, "turn")} of {VerdictWords.Arm(l.Arm)} completed {Numbers.Count(Math.Round(RunData.Quantile(sorted, 0.5)))} messages/s or more";
        });
        return $"{string.Join("; ", arms)}.";
    }
}
