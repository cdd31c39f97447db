using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Runs;

namespace PlayHouse.Lab.Reporting.Charts.Runs;

/// <summary>The collections of one traced launch of an arm.</summary>
/// <param name="Arm">Name of the arm, for people.</param>
/// <param name="LaunchId">The launch that is drawn; empty when none can be.</param>
/// <param name="Lanes">Charts over the same seconds, to be shown under each other; a single empty one says why there are none.</param>
public sealed record GcTimeline(string Arm, string LaunchId, IReadOnlyList<ChartSpec> Lanes);

/// <summary>
/// What the collector did over the window: pauses by generation, the heap afterwards, the rate of allocation; one set of lanes per arm, all on
/// the same scales so that the arms can be held against each other. Pure functions, any thread.
/// </summary>
public static class GcLanesChart
{
    // Room for "1,234.5 MiB" left of every lane.
    private const int LabelColumns = 10;
    private const double MsPerSecond = 1e3;

    /// <summary>One timeline per arm, from the first of its launches that may be used.</summary>
    public static IReadOnlyList<GcTimeline> Of(RunReport report, IReadOnlyList<RuntimeProfile> profiles)
    {
        ArgumentNullException.ThrowIfNull(report);
        ArgumentNullException.ThrowIfNull(profiles);
        string[] arms = RunData.Arms(report);
        RuntimeProfile?[] shown = [.. arms.Select(a => profiles.FirstOrDefault(p => p.Arm == a && p.Invalid.Count == 0 && p.WindowMs > 0))];
        RuntimeProfile[] drawn = [.. shown.OfType<RuntimeProfile>().Where(p => p.Collections.Count > 0)];
        Scales scales = new(
            Top(drawn.Select(p => p.WindowMs / MsPerSecond)), Top(drawn.SelectMany(p => p.Collections).Select(c => c.PauseMs)),
            Top(drawn.SelectMany(p => p.Collections).Select(c => c.HeapAfter.Total)), Top(drawn.SelectMany(Rates).Select(r => r.Value)));
        return [.. arms.Select((a, i) => Timeline(report, a, shown[i], profiles.Where(p => p.Arm == a).ToArray(), scales, i))];
    }

    private sealed record Scales(double Seconds, double PauseMs, double HeapBytes, double BytesPerSecond);

    private static GcTimeline Timeline(RunReport report, string arm, RuntimeProfile? profile, RuntimeProfile[] own, Scales scales, int style)
    {
        string name = VerdictWords.Arm(arm);
        if (profile is null || profile.Collections.Count == 0)
        {
            return new GcTimeline(name, profile?.LaunchId ?? "", [Empty(report, name, profile, own)]);
        }

        return new GcTimeline(name, profile.LaunchId, [Pauses(report, profile, own, scales, name), Heap(report, profile, scales, name, style), Allocation(report, profile, scales, name, style)]);
    }

    private static ChartSpec Empty(RunReport report, string arm, RuntimeProfile? profile, RuntimeProfile[] own) => new(new ChartDraft
    {
        Title = $"Collections of {arm}",
        Question = "When did the collector run, and for how long did it stop the program?",
        At = Seconds(new Scales(0, 0, 0, 0)),
        Value = new ChartAxis { Label = "pause", Unit = "ms" },
        Notes = [.. VerdictWords.Notices(report)],
        EmptyReason = profile is not null ? $"no collection in the {Numbers.Duration(profile.WindowMs / MsPerSecond)} of {profile.LaunchId}."
            : own.Length > 0 ? $"the traces of {arm} may not be used: {string.Join("; ", own.SelectMany(p => p.Invalid).Distinct().Take(3))}."
            : $"no launch of {arm} was traced; profile: everyBlocks in the experiment's design asks for traces.",
    });

    private static ChartSpec Pauses(RunReport report, RuntimeProfile profile, RuntimeProfile[] own, Scales scales, string arm) => new(Lane(
        report, profile, scales, $"Collections of {arm}: pauses by generation", "When did the collector run, and for how long did it stop the program?") with
    {
        Value = Value("pause", "ms", ChartFormat.Plain, scales.PauseMs),
        Series =
        [
            .. Enumerable.Range(0, 3).Select(g => new ChartSeries
            {
                Name = $"generation {g}", Mark = ChartMark.Points, Style = g == 2 ? 3 : g + 4,
                Data = Fitting(profile.Collections.Where(c => Math.Clamp(c.Generation, 0, 2) == g).Select(c => new ChartDatum(At(c), c.PauseMs) { Note = $"collection {Numbers.Count(c.Number)}, {c.Kind}, {c.Reason}" })),
            }).Where(s => s.Data.Count > 0),
        ],
        Summary = $"{arm}: {Numbers.Counted(profile.CollectionsCount, "collection")} ({Generations(profile)}) with {Numbers.Plain(profile.PauseMs)} ms of pauses, {Numbers.Percent(profile.PauseShare)} of the window; the longest took {Numbers.Plain(profile.PauseMsMax)} ms.",
        Notes =
        [
            .. VerdictWords.Notices(report), $"Launch {profile.LaunchId}, {(own.Length == 1 ? "the only traced one" : $"one of {Numbers.Count(own.Length)} traced ones")} of {arm}: traced, never timed. "
                + "Second 0 is the mark that opens the measured window; warm-up lies before it.",
            .. profile.CollectionsNotListed > 0 ? [$"{Numbers.Counted(profile.CollectionsNotListed, "later collection is", "later collections are")} counted and not drawn."] : Array.Empty<string>(),
        ],
    });

    private static ChartSpec Heap(RunReport report, RuntimeProfile profile, Scales scales, string arm, int style) => new(Lane(
        report, profile, scales, $"Heap of {arm} after each collection", "Does the heap grow while the load runs?") with
    {
        Value = Value("heap", "", ChartFormat.Size, scales.HeapBytes),
        Series =
        [
            new ChartSeries { Name = "whole heap", Mark = ChartMark.Line, Style = style, Data = Fitting(profile.Collections.Select(c => new ChartDatum(At(c), c.HeapAfter.Total))) },
            new ChartSeries { Name = "generation 2", Mark = ChartMark.Line, Style = 3, Data = Fitting(profile.Collections.Select(c => new ChartDatum(At(c), c.HeapAfter.Gen2))) },
        ],
    });

    private static ChartSpec Allocation(RunReport report, RuntimeProfile profile, Scales scales, string arm, int style)
    {
        ChartDatum[] rates = [.. Rates(profile)];
        return new ChartSpec(Lane(report, profile, scales, $"Allocation of {arm}", "How fast is memory asked for between collections?") with
        {
            Value = Value("per second", "", ChartFormat.Size, scales.BytesPerSecond),
            Series = rates.Length == 0 ? [] : [new ChartSeries { Name = "allocated per second", Mark = ChartMark.Step, Style = style, Data = Fitting(rates) }],
            EmptyReason = rates.Length > 0 ? null : "one collection tells no rate: it takes two.",
        });
    }

    private static ChartDraft Lane(RunReport report, RuntimeProfile profile, Scales scales, string title, string question) => new()
    {
        Title = title,
        Question = question,
        At = Seconds(scales),
        Value = new ChartAxis { Label = "value" },
        IsLane = true,
        Provenance = new ChartProvenance { RunId = report.Run.Id, LaunchIds = [profile.LaunchId], Command = $"plab gc {report.Run.Id}" },
    };

    private static ChartAxis Seconds(Scales scales) => new() { Label = "time in the window", Unit = "s", Min = 0, Max = scales.Seconds > 0 ? scales.Seconds : null };

    private static ChartAxis Value(string label, string unit, ChartFormat format, double top) =>
        new() { Label = label, Unit = unit, Format = format, Min = 0, Max = top > 0 ? top * 1.1 : null, LabelColumnsMin = LabelColumns };

    private static double Top(IEnumerable<double> values) => values.Where(v => double.IsFinite(v) && v < ChartLimits.MagnitudeMax).DefaultIfEmpty(0).Max();

    private static double At(CollectionRow collection) => Math.Max(0, collection.StartMs / MsPerSecond);

    // What was allocated between two collections stands from the first of them to the second.
    private static IEnumerable<ChartDatum> Rates(RuntimeProfile profile)
    {
        double rate = double.NaN;
        for (int i = 1; i < profile.Collections.Count; i++)
        {
            double seconds = At(profile.Collections[i]) - At(profile.Collections[i - 1]);
            rate = profile.Collections[i].AllocatedBytes / seconds;
            if (seconds > 0 && double.IsFinite(rate))
            {
                yield return new ChartDatum(At(profile.Collections[i - 1]), rate);
            }
        }

        if (double.IsFinite(rate))
        {
            yield return new ChartDatum(At(profile.Collections[^1]), rate);
        }
    }

    private static IReadOnlyList<ChartDatum> Fitting(IEnumerable<ChartDatum> data) => Downsample.MinMax([.. data.OrderBy(d => d.At)], ChartLimits.PointsMax / 4);

    private static string Generations(RuntimeProfile profile) => string.Join(", ", profile.Groups.GroupBy(g => g.Generation).OrderBy(g => g.Key)
        .Select(g => $"{Numbers.Count(g.Sum(x => x.Count))} of generation {g.Key}"));
}
