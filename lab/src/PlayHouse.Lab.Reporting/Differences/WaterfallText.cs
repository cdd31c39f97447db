using PlayHouse.Lab.Model.Analysis;

namespace PlayHouse.Lab.Reporting.Differences;

/// <summary>A waterfall with bars that start where the last one ended. Pure.</summary>
internal static class WaterfallText
{
    private const int BarColumns = 24;
    private const int NumberColumns = 10;

    public static IEnumerable<string> Lines(ArmsDifference difference, int top, int width)
    {
        if (difference.Waterfall is not { } waterfall)
        {
            return PlainText.Wrap("No waterfall: no completed timed launches say what the exact change is.", width);
        }

        List<string> lines = ["Waterfall (bytes per message)"];
        (double low, double high) = Range(waterfall);
        double at = 0;
        WaterfallStep[] sites = [.. waterfall.Steps.Where(s => s.Kind == WaterfallStepKind.Site)];
        foreach (WaterfallStep step in sites.Take(top))
        {
            lines.AddRange(Step(Name(step), step, at, low, high, width));
            at += step.Difference;
        }

        if (sites.Length > top)
        {
            double rest = sites.Skip(top).Sum(s => s.Difference);
            lines.Add(Line(Numbers.Counted(sites.Length - top, "more site that differs", "more sites that differ"), rest, at, low, high, width));
            at += rest;
        }

        foreach (WaterfallStep step in waterfall.Steps.Where(s => s.Kind != WaterfallStepKind.Site))
        {
            lines.AddRange(Step(Name(step), step, at, low, high, width));
            at += step.Difference;
        }

        lines.Add(Line("= exact change", waterfall.ExactDifference, 0, low, high, width));
        if (!double.IsNaN(waterfall.ExactLow))
        {
            lines.Add($"    {Numbers.Interval(waterfall.ExactLow, waterfall.ExactHigh)}");
        }

        lines.Add("");
        lines.AddRange(DifferenceWords.Sum(waterfall).SelectMany(s => PlainText.Wrap(s, width)));
        return lines;
    }

    private static IEnumerable<string> Step(string name, WaterfallStep step, double from, double low, double high, int width)
    {
        yield return Line(name, step.Difference, from, low, high, width);
        yield return $"    {Numbers.Interval(step.Low, step.High)}";
    }

    private static string Line(string name, double difference, double from, double low, double high, int width)
    {
        int names = Math.Max(12, width - BarColumns - NumberColumns - 4);
        string cut = PlainText.PadEnd(PlainText.CutEnd(PlainText.Clean(name), names), names);
        return $"{cut}  {PlainText.PadStart(Numbers.Signed(difference), NumberColumns)}  {Bar(from, from + difference, low, high)}".TrimEnd();
    }

    private static string Name(WaterfallStep step) => step.Kind switch
    {
        WaterfallStepKind.OtherSites => "all other sites",
        WaterfallStepKind.Remainder => "remainder",
        _ => $"{SiteName.Of(step.Site!)}  {SiteName.Type(step.Site!.Type)}",
    };

    private static string Bar(double from, double to, double low, double high)
    {
        if (!(high > low) || from == to)
        {
            return "";
        }

        int start = Column(Math.Min(from, to), low, high);
        int end = Math.Max(start + 1, Column(Math.Max(from, to), low, high));
        return new string(' ', Math.Min(start, BarColumns - 1)) + new string(to < from ? '-' : '+', Math.Min(end, BarColumns) - Math.Min(start, BarColumns - 1));
    }

    private static int Column(double value, double low, double high) => (int)Math.Round((value - low) / (high - low) * BarColumns);

    private static (double Low, double High) Range(Waterfall waterfall)
    {
        double at = 0;
        double low = Math.Min(0, waterfall.ExactDifference);
        double high = Math.Max(0, waterfall.ExactDifference);
        foreach (WaterfallStep step in waterfall.Steps)
        {
            at += step.Difference;
            low = Math.Min(low, at);
            high = Math.Max(high, at);
        }

        return (low, high);
    }
}
