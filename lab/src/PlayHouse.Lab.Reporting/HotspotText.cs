using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Runs;

namespace PlayHouse.Lab.Reporting;

/// <summary>Which call sites allocate, what differs between the arms, and how that adds up to the exact change. Pure functions, any thread.</summary>
public static class HotspotText
{
    /// <summary>Share of the exact change that may stay unexplained before the text warns.</summary>
    public const double UnexplainedShareMax = 0.2;

    /// <summary>A site that differs in nothing and has less than this share of all bytes is noise of one or two samples.</summary>
    private const double SmallestShareShown = 0.02;

    /// <summary>Lines of at most <paramref name="width"/> columns, with at most <paramref name="rowsMax"/> sites a table.</summary>
    public static IReadOnlyList<string> Lines(RunReport report, int rowsMax = 10, int width = PlainText.DefaultWidth)
    {
        ArgumentNullException.ThrowIfNull(report);
        List<string> lines = [];
        AllocationComparison? possible = report.Attribution is { IsPossible: true } a ? a : null;
        if (possible is { } comparison)
        {
            lines.AddRange(Compared(report, comparison, rowsMax, width));
        }
        else
        {
            lines.AddRange(PlainText.Wrap(NotCompared(report), width));
        }

        foreach (AllocationProfile profile in report.Profiles.Where(p => possible is null && p.Invalid.Count == 0))
        {
            lines.Add("");
            lines.AddRange(Sites(profile, rowsMax, width));
        }

        lines.AddRange((report.Attribution?.LeftOut ?? []).SelectMany(l => PlainText.Wrap(l, width, "  left out: ")));
        lines.AddRange(report.Profiles.SelectMany(p => PlainText.Wrap(TraceLine(p), width, "  ")));
        lines.AddRange(report.Profiles.Count > 0 ? TracingCostText.Lines(report, width) : []);
        return lines;
    }

    /// <summary>Sites worth a row: the different ones first, then the largest others.</summary>
    internal static IReadOnlyList<AllocationDifference> Shown(AllocationComparison comparison, int rowsMax)
    {
        int others = comparison.IsEmpty ? Math.Min(3, rowsMax) : rowsMax;
        double total = comparison.Sites.Sum(s => Math.Max(s.Baseline, s.Other));
        return
        [
            .. comparison.Sites.Where(s => s.IsDifferent || Math.Max(s.Baseline, s.Other) >= SmallestShareShown * total)
                .OrderByDescending(s => s.IsDifferent).ThenByDescending(s => Math.Abs(s.Difference)).Take(others),
        ];
    }

    /// <summary>
    /// How the sites add up to the exact change. All of them together come with an interval: those marked were chosen for being far
    /// from zero, so their own sum leans away from it.
    /// </summary>
    internal static string SumLine(AllocationComparison comparison, string sites = "the sites marked *")
    {
        string exact = $"Exact change {Numbers.Signed(comparison.ExactDifference)} B/msg";
        string all = double.IsFinite(comparison.AllDifference)
            ? $"all sites together {Numbers.Signed(comparison.AllDifference)} {Numbers.Interval(comparison.AllLow, comparison.AllHigh)}"
            : "";
        if (!comparison.HasLaunchSpread)
        {
            return all.Length == 0 ? $"{exact}." : $"{exact}; {all}.";
        }

        double share = comparison.ExactDifference == 0 ? double.NaN : Math.Abs(comparison.Unexplained / comparison.ExactDifference);
        string percent = double.IsNaN(share) ? "" : $" ({Numbers.Percent(share)} of it)";
        string explained = comparison.ExplainedHalfWidth > 0 && double.IsFinite(comparison.ExplainedHalfWidth)
            ? $"{Numbers.Signed(comparison.Explained)} (+/- {Numbers.Plain(comparison.ExplainedHalfWidth)})"
            : Numbers.Signed(comparison.Explained);
        string sum = $"{exact} = {explained} at {sites} and {Numbers.Signed(comparison.Unexplained)} unexplained{percent}."
            + (all.Length == 0 ? "" : $" {char.ToUpperInvariant(all[0])}{all[1..]}, marked or not.");
        return share > UnexplainedShareMax && !comparison.IsEmpty
            ? $"{sum} WARNING: more than {Numbers.Percent(UnexplainedShareMax)} of the change is not explained by these sites."
            : sum;
    }

    /// <summary>What a comparison without a marked site says: that none differs, or that its traces cannot tell. Empty when sites are marked.</summary>
    internal static string Nothing(AllocationComparison comparison) =>
        !comparison.HasLaunchSpread ? OneTracePerArm : comparison.IsEmpty ? NothingDiffers : "";

    internal const string NothingDiffers =
        "No allocating site differs between the arms (95 % intervals, Benjamini-Hochberg at 5 %).";

    internal const string OneTracePerArm =
        "One traced launch in an arm: how far launches lie apart is not known, so no site is marked as different. Two of each arm are needed.";

    /// <summary>Why there is no comparison.</summary>
    internal static string NotCompared(RunReport report) =>
        report.NoAttributionReason is { } reason ? $"No attribution: {reason}" : "No attribution yet: the run has no verdict.";

    /// <summary>What a trace is worth: samples, and its total against the exact counter.</summary>
    internal static string TraceLine(AllocationProfile profile)
    {
        string arm = VerdictWords.Arm(profile.Arm);
        string trace = $"Trace of {arm}: {Numbers.Counted(profile.Samples, "sample")} over {Numbers.Counted(profile.Messages, "message")}, "
            + $"estimated {Numbers.Plain(profile.EstimatedBytesPerMessage)} of {Numbers.Plain(profile.ExactBytesPerMessage)} exact B/msg.";
        string scaled = profile.IsCalibrated ? "Its sites are scaled to the exact counter." : "";
        trace = string.Join(' ', [trace, .. profile.Notes, .. scaled.Length > 0 ? [scaled] : Array.Empty<string>()]);
        return profile.Invalid.Count == 0 ? trace : $"{trace} NOT USED: {string.Join("; ", profile.Invalid)}.";
    }

    private static List<string> Compared(RunReport report, AllocationComparison comparison, int rowsMax, int width)
    {
        List<string> lines = [$"Where the bytes are allocated (bytes per message, 95 % intervals{(comparison.HasLaunchSpread ? ", * different" : "")})"];
        IReadOnlyList<AllocationDifference> shown = Shown(comparison, rowsMax);
        if (shown.Count > 0)
        {
            lines.Add(Head(VerdictWords.Arm(report.Run.Plan.Other.Name)));
        }

        foreach (AllocationDifference site in shown)
        {
            string numbers = Cells(Numbers.Plain(site.Baseline), Numbers.Plain(site.Other), Numbers.Signed(site.Difference), IntervalOf(site));
            lines.AddRange(Row(numbers, site.IsDifferent ? '*' : ' ', SiteName.Of(site), site.Type, PlaceOf(site.Source, site.CalledFrom), width));
        }

        int hidden = comparison.Sites.Count - shown.Count;
        if (hidden > 0)
        {
            lines.Add($"  {Numbers.Counted(hidden, "more site is", "more sites are")} not shown; plab show --json lists them all.");
        }

        lines.AddRange(PlainText.Wrap(Nothing(comparison), width));
        lines.AddRange(PlainText.Wrap(SumLine(comparison), width));
        return lines;
    }

    private static List<string> Sites(AllocationProfile profile, int rowsMax, int width)
    {
        List<string> lines = [$"Top allocating sites of {VerdictWords.Arm(profile.Arm)} (bytes per message, 95 % intervals)"];
        foreach (AllocationSite site in profile.Sites.Take(rowsMax))
        {
            string interval = site.IsInsufficient ? "insufficient" : $"[{Numbers.Plain(site.Low)}, {Numbers.Plain(site.High)}]";
            string numbers = Cells(Numbers.Plain(site.BytesPerMessage), "", "", interval);
            lines.AddRange(Row(numbers, ' ', SiteName.Method(site.Site), site.Type, PlaceOf(site.Source, site.CalledFrom), width));
        }

        if (profile.Sites.Count == 0)
        {
            lines.Add("  no sample: it allocates too little to attribute");
        }

        return lines;
    }

    /// <summary>Where a reader can open the code: the site's own line, or for a library without source the line that calls it.</summary>
    internal static string? PlaceOf(string? source, string? calledFrom) =>
        source ?? (calledFrom is null ? null : $"from {calledFrom[(calledFrom.LastIndexOf('(') + 1)..].TrimEnd(')')}");

    private static string IntervalOf(AllocationDifference site) =>
        double.IsNaN(site.Low) || double.IsNaN(site.High) ? "insufficient" : Numbers.Interval(site.Low, site.High);

    private static string Head(string other) => Cells("baseline", other, "change", "interval");

    private static string Cells(string baseline, string other, string change, string interval) =>
        $"  {baseline,11} {other,11} {change,11} {interval,25}";

    private static IEnumerable<string> Row(string numbers, char mark, string site, string type, string? source, int width)
    {
        string name = PlainText.Clean($"{site}  {SiteName.Type(type)}{(source is null ? "" : "  " + source)}");
        yield return $"{mark} {PlainText.CutStart(name, width - 2)}";
        yield return numbers.TrimEnd();
    }
}
