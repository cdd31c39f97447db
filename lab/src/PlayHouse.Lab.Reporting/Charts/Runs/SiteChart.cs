using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Runs;

namespace PlayHouse.Lab.Reporting.Charts.Runs;

/// <summary>What moved between the arms: allocation per call site, and how the sites add up to the exact change. Pure functions, any thread.</summary>
public static class SiteChart
{
    /// <summary>Most call sites a chart shows; the notes count the others.</summary>
    public const int SitesMax = 20;

    /// <summary>Difference of each site with its interval; grey where the interval holds 0, hatched where there is none.</summary>
    public static ChartSpec Differences(RunReport report)
    {
        ArgumentNullException.ThrowIfNull(report);
        AllocationComparison? comparison = Possible(report);
        AllocationDifference[] shown = comparison is null ? [] : [.. HotspotText.Shown(comparison, SitesMax).Where(s => IsFinite(s.Difference))];
        string other = VerdictWords.Arm(report.Run.Plan.Other.Name);
        return new ChartSpec(Draft(report, comparison, shown.Length == 0, "Bytes per message by call site", "Which call sites allocate more or less?", [.. shown.Select(Name)]) with
        {
            ShowsValues = true,
            IntervalMethod = "95 % interval of sampled allocations",
            Series = [.. BySign(shown.Select((s, i) => (s.Difference, Datum(s, i))), other)],
            References = shown.Length == 0 ? [] : [new ChartReference { Label = "no change", From = 0 }],
            Summary = comparison is null || shown.Length == 0 ? null : Told(comparison, shown),
            Notes = [.. VerdictWords.Notices(report), .. comparison is null ? [] : Notes(comparison, comparison.Sites.Count - shown.Length)],
        });
    }

    /// <summary>Sites that differ, then what they do not explain, up to the exact change.</summary>
    public static ChartSpec Waterfall(RunReport report)
    {
        ArgumentNullException.ThrowIfNull(report);
        AllocationComparison? comparison = Possible(report);
        bool isEmpty = comparison is null || !IsFinite(comparison.ExactDifference) || !IsFinite(comparison.Unexplained);
        Part[] parts = isEmpty ? [] : [.. Parts(comparison!)];
        return new ChartSpec(Draft(report, comparison, isEmpty, "From the call sites to the exact change", "Do the sites explain the whole change?", [.. parts.Select(p => p.Name)]) with
        {
            ShowsValues = true,
            Series = isEmpty ? [] : [.. Series(parts, comparison!.ExactDifference, VerdictWords.Arm(report.Run.Plan.Other.Name))],
            References = isEmpty ? [] : [new ChartReference { Label = "no change", From = 0 }],
            Summary = isEmpty ? null : HotspotText.SumLine(comparison!, SitesThatDiffer),
            Notes = [.. VerdictWords.Notices(report), .. isEmpty ? [] : Notes(comparison!, 0)],
        });
    }

    private const int TotalStyle = 4;
    private const string SitesThatDiffer = "the sites that differ";

    private sealed record Part(string Name, double Size, double Low, double High, DatumState State, string Note);

    private static AllocationComparison? Possible(RunReport report) => report.Attribution is { IsPossible: true } comparison ? comparison : null;

    private static ChartDraft Draft(RunReport report, AllocationComparison? comparison, bool isEmpty, string title, string question, string[] names) => new()
    {
        Title = title,
        Question = question,
        At = new ChartAxis { Label = "call site", Scale = AxisScale.Category, Categories = names, KeepsLabelEnds = true },
        Value = new ChartAxis { Label = "change", Unit = "B/msg", Format = ChartFormat.Signed },
        IsSideways = true,
        Provenance = RunData.Origin(report, report.Launches.Where(l => l.Kind == LaunchKind.Diagnostic)),
        EmptyReason = !isEmpty ? null : comparison is null ? HotspotText.NotCompared(report) : "no call site is large enough to be shown.",
    };

    private static string Name(AllocationDifference site) => $"{SiteName.Method(site.Site)}  {SiteName.Type(site.Type)}";

    private static ChartDatum Datum(AllocationDifference site, int place)
    {
        bool hasInterval = IsFinite(site.Low) && IsFinite(site.High) && site.Low <= site.High;
        string? where = HotspotText.PlaceOf(site.Source, site.CalledFrom);
        return new ChartDatum(place, site.Difference)
        {
            Low = hasInterval ? site.Low : double.NaN,
            High = hasInterval ? site.High : double.NaN,
            State = State(site, hasInterval),
            Note = $"{Numbers.Plain(site.Baseline)} to {Numbers.Plain(site.Other)} B/msg{(where is null ? "" : ", " + where)}, {site.Site}",
        };
    }

    private static DatumState State(AllocationDifference site, bool hasInterval) => site switch
    {
        _ when !hasInterval => DatumState.Insufficient,
        { IsDifferent: false } => DatumState.Unsettled,
        { Baseline: 0 } => DatumState.New,
        { Other: 0 } => DatumState.Gone,
        _ => DatumState.Normal,
    };

    private static string Told(AllocationComparison comparison, AllocationDifference[] shown)
    {
        string[] different = [.. shown.Where(s => s.IsDifferent).Take(3).Select(s => $"{SiteName.Method(s.Site)} {Numbers.Signed(s.Difference)} {Numbers.Interval(s.Low, s.High)} B/msg")];
        return different.Length == 0 ? HotspotText.Nothing(comparison) : $"{string.Join("; ", different)}. {HotspotText.SumLine(comparison, SitesThatDiffer)}";
    }

    private static IEnumerable<string> Notes(AllocationComparison comparison, int hidden)
    {
        yield return "95 % intervals of sampled allocations; the exact change is counted, not sampled.";
        yield return HotspotText.Nothing(comparison);
        yield return hidden > 0 ? $"Sites not shown: {Numbers.Count(hidden)}." : "";
    }

    private static IEnumerable<Part> Parts(AllocationComparison comparison)
    {
        AllocationDifference[] different = [.. comparison.Sites.Where(s => s.IsDifferent && IsFinite(s.Difference)).OrderByDescending(s => Math.Abs(s.Difference))];
        foreach (AllocationDifference site in different.Take(SitesMax))
        {
            yield return new Part(Name(site), site.Difference, site.Low, site.High, State(site, true), site.Site);
        }

        if (different.Length > SitesMax)
        {
            yield return new Part(Numbers.Counted(different.Length - SitesMax, "more site"), different.Skip(SitesMax).Sum(s => s.Difference), double.NaN, double.NaN, DatumState.Normal, "");
        }

        double half = IsFinite(comparison.ExplainedHalfWidth) ? comparison.ExplainedHalfWidth : 0;
        DatumState state = Math.Abs(comparison.Unexplained) <= half ? DatumState.Unsettled : DatumState.Normal;
        yield return new Part("unexplained", comparison.Unexplained, double.NaN, double.NaN, state, half > 0 ? $"sites are known to +/- {Numbers.Plain(half)} B/msg" : "");
        yield return new Part("exact change", comparison.ExactDifference, double.NaN, double.NaN, DatumState.Normal, "counted, not sampled");
    }

    // Each bar begins where the one above it ended; the last one begins at 0 again.
    private static IEnumerable<ChartSeries> Series(Part[] parts, double exact, string other)
    {
        List<(double, ChartDatum)> steps = [];
        double sum = 0;
        for (int i = 0; i < parts.Length - 1; i++)
        {
            steps.Add((parts[i].Size, new ChartDatum(i, sum + parts[i].Size) { From = sum, State = parts[i].State, Note = Note(parts[i]), Shown = Size(parts[i]) }));
            sum += parts[i].Size;
        }

        ChartSeries total = new() { Name = "exact change", Mark = ChartMark.Bars, Style = TotalStyle, Data = [new ChartDatum(parts.Length - 1, exact) { Note = parts[^1].Note }] };
        return BySign(steps, other).Append(total);
    }

    // Fewer bytes are better, so less is blue and more is orange; the name says it too.
    private static IEnumerable<ChartSeries> BySign(IEnumerable<(double Size, ChartDatum Datum)> bars, string other)
    {
        (double Size, ChartDatum Datum)[] all = [.. bars];
        foreach ((string name, int style, bool isLess) in new[] { ($"less in {other}", RunData.BaselineStyle, true), ($"more in {other}", RunData.OtherStyle, false) })
        {
            ChartDatum[] own = [.. all.Where(b => b.Size < 0 == isLess).Select(b => b.Datum)];
            if (own.Length > 0)
            {
                yield return new ChartSeries { Name = name, Mark = ChartMark.Bars, Style = style, Data = own };
            }
        }
    }

    private static string Note(Part part) => $"{Size(part)} B/msg{(part.Note.Length > 0 ? ", " + part.Note : "")}";

    private static string Size(Part part) =>
        Numbers.Signed(part.Size) + (IsFinite(part.Low) && IsFinite(part.High) ? $" {Numbers.Interval(part.Low, part.High)}" : "");

    private static bool IsFinite(double value) => double.IsFinite(value) && Math.Abs(value) < ChartLimits.MagnitudeMax;
}
