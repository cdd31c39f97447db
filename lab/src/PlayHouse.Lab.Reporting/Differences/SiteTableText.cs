using PlayHouse.Lab.Model.Analysis;

namespace PlayHouse.Lab.Reporting.Differences;

/// <summary>Sites of a difference: a line for the name, a line for the figures, a line for what is not known. Pure.</summary>
internal static class SiteTableText
{
    public static IEnumerable<string> Lines(ArmsDifference difference, int top, int width)
    {
        yield return difference.Sites.HasLaunchSpread ? "Sites (* different: Benjamini-Hochberg at 5 % over all sites)" : "Sites";
        yield return Cells("before", "after", "change", "interval");
        AllocationDifference[] shown = [.. difference.Sites.Sites.Take(top)];
        foreach (AllocationDifference site in shown)
        {
            string name = PlainText.Clean($"{SiteName.Of(site)}  {SiteName.Type(site.Type)}{Place(site)}{Role(site)}");
            yield return $"{(site.IsDifferent ? '*' : ' ')} {PlainText.CutEnd(name, width - 2)}";
            yield return Cells(
                Numbers.Plain(site.Baseline), Numbers.Plain(site.Other), Numbers.Signed(site.Difference),
                site.IsInsufficient ? "too few samples" : Numbers.Interval(site.Low, site.High));
            if (DifferenceWords.Undecided(site, difference.Needs) is { } undecided)
            {
                foreach (string line in PlainText.Wrap(undecided, width, "      "))
                {
                    yield return line;
                }
            }
        }

        int hidden = difference.Sites.Sites.Count - shown.Length;
        if (hidden > 0)
        {
            yield return $"  {Numbers.Counted(hidden, "more site")}; --top {difference.Sites.Sites.Count} or --json lists them all";
        }

        if (difference.Waterfall is { } waterfall)
        {
            yield return "";
            foreach (string line in DifferenceWords.Sum(waterfall).SelectMany(s => PlainText.Wrap(s, width)))
            {
                yield return line;
            }
        }
    }

    private static string Place(AllocationDifference site) =>
        HotspotText.PlaceOf(site.Source, site.CalledFrom) is { } place ? "  " + place : "";

    private static string Role(AllocationDifference site) => site.Site.Contains('@', StringComparison.Ordinal) ? $"  [{site.Site}]" : "";

    private static string Cells(string before, string after, string change, string interval) =>
        $"  {before,12} {after,12} {change,12} {interval,24}";
}
