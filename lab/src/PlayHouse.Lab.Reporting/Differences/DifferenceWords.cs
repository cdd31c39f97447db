using PlayHouse.Lab.Model.Analysis;

namespace PlayHouse.Lab.Reporting.Differences;

/// <summary>The sentences and marks of a difference, the same on every output. Pure functions, any thread.</summary>
public static class DifferenceWords
{
    private const int HeadlinesMax = 3;
    private const double CoverageShownMin = 0.01;

    /// <summary>What the marks of a tree mean, one line.</summary>
    public const string Legend = "- less, + more, G gone, N new, . no difference shown, ? too few samples";

    /// <summary>One letter for the state of a difference.</summary>
    public static char Mark(ChangeMark mark) => mark switch
    {
        ChangeMark.More => '+',
        ChangeMark.Less => '-',
        ChangeMark.New => 'N',
        ChangeMark.Gone => 'G',
        ChangeMark.Insufficient => '?',
        _ => '.',
    };

    /// <summary>The largest findings, a sentence each: <c>saves 184 ± 21 B per message at Encode (Byte[])</c>.</summary>
    public static IReadOnlyList<string> Headlines(ArmsDifference difference)
    {
        ArgumentNullException.ThrowIfNull(difference);
        AllocationDifference[] found = [.. difference.Sites.Sites.Where(s => s.IsDifferent)];
        if (found.Length == 0)
        {
            return [HotspotText.Nothing(difference.Sites)];
        }

        string more = found.Length > HeadlinesMax ? $"{Numbers.Counted(found.Length - HeadlinesMax, "more site differs", "more sites differ")}." : "";
        return [.. found.Take(HeadlinesMax).Select(Headline).Append(more).Where(h => h.Length > 0)];
    }

    /// <summary>One finding as a sentence.</summary>
    public static string Headline(AllocationDifference site)
    {
        ArgumentNullException.ThrowIfNull(site);
        string verb = site.Difference < 0 ? "saves" : "costs";
        return $"{verb} {Numbers.Plain(Math.Abs(site.Difference))} ± {Numbers.Plain((site.High - site.Low) / 2)} B per message at {SiteName.Of(site)} ({SiteName.Type(site.Type)})";
    }

    /// <summary>What an undecided site would need, or null when that is not known.</summary>
    public static string? Undecided(AllocationDifference site, IReadOnlyList<TraceNeed> needs)
    {
        ArgumentNullException.ThrowIfNull(site);
        ArgumentNullException.ThrowIfNull(needs);
        TraceNeed? need = needs.FirstOrDefault(n => n.Site == site.Site && n.Type == site.Type);
        if (site.IsDifferent || need is null)
        {
            return null;
        }

        string wanted = $"{Numbers.Plain(need.WantedBytes)} B";
        if (!need.IsPossible)
        {
            return $"not distinguishable; the launches differ too much among themselves to show {wanted}";
        }

        return need.MoreMinutes > 0
            ? $"not distinguishable; needs about {Minutes(need.MoreMinutes)} more of tracing to show {wanted}"
            : $"no difference of {wanted}: these traces would show one";
    }

    /// <summary>The seams worth a line: those that differ between the arms, else those with a share that matters.</summary>
    public static IReadOnlyList<SeamCoverage> Covered(ArmsDifference difference)
    {
        ArgumentNullException.ThrowIfNull(difference);
        SeamCoverage[] toggled = [.. difference.Coverage.Where(c => difference.ToggledSeams.Contains(c.Role))];
        return toggled.Length > 0 ? toggled : [.. difference.Coverage.Where(c => c.Share >= CoverageShownMin)];
    }

    /// <summary>The most that exchanging a seam can save, as a sentence.</summary>
    public static string Coverage(SeamCoverage coverage)
    {
        ArgumentNullException.ThrowIfNull(coverage);
        string share = $"{Numbers.Percent(coverage.Share)} [{Numbers.Percent(coverage.ShareLow)}, {Numbers.Percent(coverage.ShareHigh)}]";
        return $"{coverage.Role}: under its strategies the first arm allocates {Numbers.Plain(coverage.BytesPerMessage)} B per message; exchanging it can save at most {share}.";
    }

    /// <summary>How the sites add up, in sentences.</summary>
    public static IReadOnlyList<string> Sum(Waterfall waterfall)
    {
        ArgumentNullException.ThrowIfNull(waterfall);
        string explained = !waterfall.HasLaunchSpread ? HotspotText.OneTracePerArm
            : double.IsNaN(waterfall.ExplainedShare) ? "The exact change may be zero: there is no share to explain."
            : $"The sites that differ explain {Numbers.Percent(waterfall.ExplainedShare)} of the exact change.";
        return [explained, Rest(waterfall)];
    }

    private static string Rest(Waterfall waterfall)
    {
        if (waterfall.IsClosed)
        {
            return "The remainder's interval holds 0: sites and exact counter agree.";
        }

        string remainder = $"WARNING: the remainder of {Numbers.Signed(waterfall.Remainder.Difference)} B {Numbers.Interval(waterfall.Remainder.Low, waterfall.Remainder.High)} is not chance";
        string counters = double.IsNaN(waterfall.TracedDifference)
            ? ""
            : $" (their exact counters say {Numbers.Signed(waterfall.TracedDifference)} B, those of the timed launches {Numbers.Signed(waterfall.ExactDifference)} B)";
        return waterfall.IsOtherWork
            ? $"{remainder}: the traced launches did other work than the timed ones{counters}."
            : $"{remainder}, and the traced launches did the same work as the timed ones{counters}: the traces found too much or too little of it. Do not compare these sites.";
    }

    internal static string Minutes(double minutes) => minutes switch
    {
        < 1 => Numbers.Counted(Math.Max(1, Math.Ceiling(minutes * 60)), "second"),
        < 1.5 => "1 minute",
        < 120 => $"{Numbers.Count(Math.Round(minutes))} minutes",
        _ => $"{Numbers.Plain(Math.Round(minutes / 60, 1))} hours",
    };
}
