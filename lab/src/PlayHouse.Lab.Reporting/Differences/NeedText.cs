using PlayHouse.Lab.Model.Analysis;

namespace PlayHouse.Lab.Reporting.Differences;

/// <summary>What sites would need to show a difference. Pure.</summary>
internal static class NeedText
{
    public static IEnumerable<string> Lines(ArmsDifference difference, int width)
    {
        List<string> lines = [.. PlainText.Wrap("What it takes (80 % power, 5 % over all sites; minutes between the marks of each launch)", width)];
        TextTable table = new TextTable(width).Text("site and type", 20).Number("to see B").Number("seen now").Number("each arm").Number("more");
        foreach (TraceNeed need in difference.Needs)
        {
            table.Row(
                $"{SiteName.Method(need.Site)}  {SiteName.Type(need.Type)}",
                Numbers.Plain(need.WantedBytes),
                double.IsFinite(need.SmallestBytes) ? Numbers.Plain(need.SmallestBytes) : "nothing",
                need.IsPossible ? $"{need.Launches} × {Numbers.Plain(need.MinutesPerLaunch)} min" : "no number",
                !need.IsPossible ? "" : need.MoreMinutes > 0 ? DifferenceWords.Minutes(need.MoreMinutes) : "none");
        }

        return [.. lines, .. table.Lines()];
    }
}
