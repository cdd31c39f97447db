using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Reporting.Screens;

namespace PlayHouse.Lab.Reporting;

/// <summary>A whole run as plain text. Pure functions, any thread.</summary>
public static class RunText
{
    private const int FailuresShownMax = 5;
    private const int StderrLinesMax = 5;

    /// <summary>Header, verdict, attribution and next steps: what a run ends with.</summary>
    public static string Result(RunReport report, int width = PlainText.DefaultWidth) =>
        Join([.. Header(report, width), "", .. Body(report, 10, width, isBrief: true), "", .. NextSteps.Lines(report, width)]);

    /// <summary><see cref="Result"/> with the arms, the machine and every failed launch.</summary>
    public static string Full(RunReport report, int width = PlainText.DefaultWidth) => Join(
    [
        .. Header(report, width), .. Arms(report, width), .. Machine(report, width), "",
        .. Body(report, 25, width), .. HopText.Lines(report, width), .. Failures(report, width), "", .. NextSteps.Lines(report, width),
    ]);

    /// <summary>Verdict and attribution only; says so when the arms are swapped.</summary>
    public static string Comparison(RunReport report, int width = PlainText.DefaultWidth)
    {
        ArgumentNullException.ThrowIfNull(report);
        string[] notice = SwappedReport.IsSwapped(report) ? [.. PlainText.Wrap(SwappedReport.Notice, width), ""] : [];
        return Join([.. notice, .. Header(report, width), "", .. Body(report, 25, width)]);
    }

    /// <summary>The load of a plan in a few words.</summary>
    internal static string Load(RunPlan plan)
    {
        var load = plan.Experiment.Load;
        string rate = plan.Experiment.Design.Kind == Model.Experiments.DesignKind.Capacity ? "rate searched in every launch"
            : plan.RatePerSecond is { } r ? $"{Numbers.Count(r)} messages/s" : "rate not found yet";
        string mode = load.Mode == Model.Experiments.LoadMode.Open
            ? $"open loop, {(load.Arrivals == Model.Experiments.Arrivals.Poisson ? "Poisson" : "constant")} arrivals, {rate}"
            : "closed loop";
        string hops = load.Hops ? ", hops recorded: timings carry their cost" : "";
        return $"{mode}, {Numbers.Counted(load.Connections, "connection")}, depth {Numbers.Count(load.Depth)}, payload {Numbers.Count(load.PayloadBytes)} B{hops}";
    }

    /// <summary>Strategies of the seams in which the arms differ, or of every seam when they do not.</summary>
    internal static string Toggles(RunPlan plan, ResolvedArm arm)
    {
        IEnumerable<string> seams = plan.ToggledSeams.Where(arm.Strategies.ContainsKey);
        return string.Join(", ", seams.Select(s => $"{s}: {Setting(arm.Strategies[s])}"));
    }

    internal static string Setting(Model.Experiments.StrategySetting setting) => setting.Knobs.Count == 0
        ? setting.Use
        : $"{setting.Use} {{{string.Join(", ", setting.Knobs.Select(k => $"{k.Key}={k.Value.ToString("0.###", System.Globalization.CultureInfo.InvariantCulture)}"))}}}";

    private static List<string> Header(RunReport report, int width)
    {
        ArgumentNullException.ThrowIfNull(report);
        RunPlan plan = report.Run.Plan;
        List<string> lines = [PlainText.CutEnd(PlainText.Clean($"{report.Run.Id}  {report.Run.ExperimentId}  {Numbers.Time(report.Run.CreatedAt)} UTC"), width)];
        lines.AddRange(PlainText.Wrap(plan.Experiment.Question, width));
        lines.AddRange(PlainText.Wrap($"{plan.Experiment.Scenario}: {Load(plan)}{OfferedText.Of(report)}", width, "  load       "));
        if (VerdictWords.IsAa(report.Run))
        {
            return lines;
        }

        lines.AddRange(PlainText.Wrap(Toggles(plan, plan.Baseline), width, "  baseline   "));
        lines.AddRange(PlainText.Wrap(Toggles(plan, plan.Other), width, PlainText.PadEnd($"  {VerdictWords.Arm(plan.Other.Name)}", 13)));
        return lines;
    }

    private static List<string> Body(RunReport report, int rowsMax, int width, bool isBrief = false)
    {
        if (report.Screen is { } screen)
        {
            return [.. ScreenText.Lines(report, screen, width, isBrief)];
        }

        List<string> lines = [.. VerdictText.Lines(report, width, isBrief)];
        lines.AddRange(QuestionText.Of(report).SelectMany(s => PlainText.Wrap(s, width, "  - ")));
        if (report.Verdict is not null || report.Profiles.Count > 0)
        {
            lines.Add("");
            lines.AddRange(HotspotText.Lines(report, rowsMax, width));
        }

        return lines;
    }

    private static IEnumerable<string> Arms(RunReport report, int width)
    {
        RunPlan plan = report.Run.Plan;
        string same = string.Join(", ", plan.Baseline.Strategies
            .Where(s => !plan.ToggledSeams.Contains(s.Key)).Select(s => $"{s.Key}: {Setting(s.Value)}"));
        return PlainText.Wrap(same.Length == 0 ? "nothing else" : same, width, "  both arms  ");
    }

    private static IEnumerable<string> Machine(RunReport report, int width)
    {
        LaunchRecord? launch = report.Launches.FirstOrDefault(l => l.Fingerprint.Count > 0);
        if (launch is null)
        {
            return [];
        }

        IEnumerable<string> facts = FingerprintKeys.Identity.Where(launch.Fingerprint.ContainsKey)
            .Where(k => launch.Fingerprint[k].Length > 0).Select(k => $"{k}={launch.Fingerprint[k]}");
        return PlainText.Wrap(string.Join(", ", facts), width, "  machine    ");
    }

    private static List<string> Failures(RunReport report, int width)
    {
        List<LaunchRecord> failed = [.. report.Launches.Where(l => l.State == LaunchState.Failed)];
        if (failed.Count == 0)
        {
            return [];
        }

        List<string> lines = ["", $"Failed launches: {Numbers.Count(failed.Count)} of {Numbers.Count(report.Launches.Count)}"];
        foreach (LaunchRecord launch in failed.TakeLast(FailuresShownMax))
        {
            string what = $"{launch.Id} {VerdictWords.Arm(launch.Arm)}, block {launch.Block + 1}: {launch.Failure ?? "no reason recorded"}";
            lines.AddRange(PlainText.Wrap(what, width, "  - "));
            lines.AddRange(Tail("target", launch.TargetStderr, width));
            lines.AddRange(Tail("load", launch.LoadStderr, width));
        }

        return lines;
    }

    private static IEnumerable<string> Tail(string process, string stderr, int width) =>
        stderr.Split('\n', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries).TakeLast(StderrLinesMax)
            .Select(line => PlainText.CutEnd($"      {process}: {PlainText.Clean(line)}", width));

    private static string Join(IEnumerable<string> lines) => string.Join('\n', lines) + "\n";
}
