using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Runs;

namespace PlayHouse.Lab.Reporting.Charts.Runs;

/// <summary>Where the time of a message goes: the mean of each hop, stacked in the order of the path, per arm. Pure functions, any thread.</summary>
public static class HopChart
{
    private const double NsPerUs = 1_000;

    // A path has nine or so; a foreign record may name any number.
    private const int HopsMax = 20;

    /// <summary>The chart; empty with the reason when the run recorded no hops.</summary>
    public static ChartSpec Of(RunReport report)
    {
        ArgumentNullException.ThrowIfNull(report);
        string[] arms = [.. RunData.Arms(report).Distinct().Where(a => HopText.HopsOf(report, a).Any(IsDrawn))];
        HopRecord[][] hops = [.. arms.Select(a => HopText.HopsOf(report, a).Where(IsDrawn).Take(HopsMax).ToArray())];
        string[] names = [.. hops.SelectMany(h => h).Select(h => h.Name).Distinct()];
        LaunchRecord[] launches = [.. report.Launches.Where(l => l.Hops.Count > 0 && arms.Contains(l.Arm))];
        return new ChartSpec(new ChartDraft
        {
            Title = "Where the time of a message goes",
            Question = "Which hop takes the time, and which one changed?",
            At = new ChartAxis { Label = "arm", Scale = AxisScale.Category, Categories = [.. arms.Select(VerdictWords.Arm)] },
            Value = new ChartAxis { Label = "mean time since the client's send", Unit = "us" },
            IsSideways = true,
            Series = [.. names.Select(n => Series(n, hops))],
            Summary = arms.Length == 0 ? null : string.Join("; ", arms.Select((a, i) => Told(VerdictWords.Arm(a), hops[i]))) + ".",
            Notes = arms.Length == 0 ? [.. VerdictWords.Notices(report)] : [.. VerdictWords.Notices(report), "Means over all messages of the timed launches. Recording hops costs time: compare hops with hops only."],
            Provenance = RunData.Origin(report, launches),
            EmptyReason = arms.Length > 0 ? null : report.Run.Plan.Experiment.Load.Hops
                ? "the completed timed launches carry no hops."
                : "this run did not record hops; plab run --hops does.",
        });
    }

    private static bool IsDrawn(HopRecord hop) => !string.IsNullOrWhiteSpace(hop.Name) && double.IsFinite(hop.MeanNs) && Math.Abs(hop.MeanNs) < ChartLimits.MagnitudeMax;

    private static ChartSeries Series(string name, HopRecord[][] hops)
    {
        List<ChartDatum> data = [];
        for (int arm = 0; arm < hops.Length; arm++)
        {
            int place = Array.FindIndex(hops[arm], h => h.Name == name);
            if (place >= 0)
            {
                double from = hops[arm][..place].Sum(h => h.MeanNs) / NsPerUs;
                double size = hops[arm][place].MeanNs / NsPerUs;
                data.Add(new ChartDatum(arm, from + size) { From = from, Note = $"takes {Numbers.Plain(size)} us" });
            }
        }

        return new ChartSeries { Name = name, Mark = ChartMark.Bars, Data = data };
    }

    private static string Told(string arm, HopRecord[] hops)
    {
        HopRecord longest = hops.MaxBy(h => h.MeanNs)!;
        double whole = hops.Sum(h => h.MeanNs);
        string share = whole > 0 ? $" ({Numbers.Percent(longest.MeanNs / whole)})" : "";
        return $"{arm} {Numbers.Plain(whole / NsPerUs)} us, most in {longest.Name} {Numbers.Plain(longest.MeanNs / NsPerUs)} us{share}";
    }
}
