using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Policies;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Reporting.Reasons;

namespace PlayHouse.Lab.Reporting;

/// <summary>A verdict as plain text: the word, why, the numbers it rests on, and what would change it. Pure functions, any thread.</summary>
public static class VerdictText
{
    /// <summary>Lines of at most <paramref name="width"/> columns; says so when the run has no verdict.</summary>
    public static IReadOnlyList<string> Lines(RunReport report, int width = PlainText.DefaultWidth, bool isBrief = false)
    {
        ArgumentNullException.ThrowIfNull(report);
        List<string> lines = [];
        lines.AddRange(Banners(report, width));
        if (report.Verdict is not { } verdict)
        {
            lines.AddRange(PlainText.Wrap(NoVerdict(report), width));
            return lines;
        }

        lines.AddRange(TooNoisy(verdict).SelectMany(n => PlainText.Wrap(n, width)));
        if (lines.Count > 0)
        {
            lines.Add("");
        }

        lines.AddRange(PlainText.Wrap($"{VerdictWords.Of(report)}, {VerdictWords.Place(report.Run.Plan)}", width));
        lines.AddRange(PlainText.Wrap(VerdictWords.Meaning(verdict.Kind), width, "  "));
        lines.AddRange(Items(ReasonText.Reasons(report), width));
        lines.AddRange(PlainText.Wrap(Basis(report, verdict), width, "  "));
        lines.AddRange(Metrics(report, verdict, width, isBrief).Select(l => BlockWords.Of(verdict.IsOfPairs, l)));
        lines.AddRange(Proofs(report, verdict, width));
        AddList(lines, "Warnings", ReasonText.Warnings(verdict), width);
        AddList(lines, "What would change it", ReasonText.Remedies(verdict), width);
        return lines;
    }

    /// <summary>Notices that stand over every output of a run: planted effects, another machine, A/A.</summary>
    internal static IEnumerable<string> Banners(RunReport report, int width)
    {
        if (VerdictWords.Injected(report) is { } injected)
        {
            foreach (string line in PlainText.Wrap(injected, width, "*** "))
            {
                yield return line;
            }
        }

        if (VerdictWords.Origin(report.Run) is { } origin)
        {
            foreach (string line in PlainText.Wrap(origin, width, "*** "))
            {
                yield return line;
            }
        }

        if (VerdictWords.IsAa(report.Run))
        {
            foreach (string line in PlainText.Wrap(AaNotice, width, "A/A "))
            {
                yield return line;
            }
        }
    }

    internal const string AaNotice =
        "run: the baseline against itself. NO-EFFECT or INCONCLUSIVE is expected; any other word is a false alarm of the method.";

    /// <summary>Why there is no verdict, in one sentence.</summary>
    internal static string NoVerdict(RunReport report)
    {
        string blocks = $"{report.BlocksAccepted} of at most {PlanSize.BlocksMax(report.Run.Plan)} {BlockWords.One(report.Run.Plan.Pairs is not null)}s {Numbers.Noun(report.BlocksAccepted, "counts", "count")} so far";
        return report.Run.State switch
        {
            RunState.Planned => "No verdict: nothing has been launched yet.",
            RunState.Running => $"No verdict yet: the run is in progress, {blocks}.",
            RunState.Interrupted => $"No verdict yet: the run was interrupted, {blocks}; it can be resumed.",
            RunState.Cancelled => $"No verdict: the run was cancelled, {blocks}.",
            RunState.Failed => $"FAILED, no verdict: {report.Run.Error ?? "no reason was recorded"}",
            _ when report.Run.Plan.Screen is not null => "A screen looks at many effects at once; it proposes experiments and gives no verdict.",
            _ => "No verdict was recorded.",
        };
    }

    /// <summary>What the word rests on: blocks, level, rule and policy.</summary>
    internal static string Basis(RunReport report, VerdictRecord verdict)
    {
        string level = verdict.Estimates.Count == 0
            ? ""
            : $", intervals at {Numbers.Level(verdict.Estimates[0].Confidence)}";
        string hash = verdict.PolicyHash.Length > 12 ? verdict.PolicyHash[..12] : verdict.PolicyHash;
        return $"Rule: {verdict.Rule.TrimEnd('.')}. {Processes(verdict)}{level}, "
            + $"seed {report.Run.Plan.Seed}, policy {hash}.{Aa(verdict)}{Past(verdict)}";
    }

    private static string Processes(VerdictRecord verdict) =>
        $"{Numbers.Counted(verdict.Blocks, BlockWords.One(verdict.IsOfPairs))} of {(verdict.IsOfPairs ? "fresh processes, both alive" : "four fresh processes each")}";

    private static string Aa(VerdictRecord verdict) => verdict.Aa switch
    {
        null => "",
        { Runs: 0 } => " No A/A run on this machine yet.",
        var aa => $" {aa.Differences} of {Numbers.Counted(aa.Runs, "A/A run")} on this machine called a difference (95 % interval of the rate {Numbers.Percent(aa.Low)} to {Numbers.Percent(aa.High)}).",
    };

    private static string Past(VerdictRecord verdict) => verdict.SaidAtTheTime is { } said
        ? $" Said at the time, under rule {said.RuleVersion}: {VerdictWords.Of(said.Kind, said.IsProvisional)}; these are the same launches under rule {verdict.RuleVersion}."
        : "";

    /// <summary>One sentence for the metrics that can decide: what this machine can see against what the policy asks.</summary>
    internal static string? NoiseFloor(VerdictRecord verdict)
    {
        string[] floors = [.. verdict.Estimates.Where(e => e.Policy.Role != MetricRole.Explore && double.IsFinite(e.NoiseFloor))
            .Select(e => $"{VerdictWords.Label(e.Policy.Id)} {Numbers.Distance(e.NoiseFloor, e.Policy)} "
                + $"(policy asks {Numbers.Distance(e.Delta, e.Policy)}{(e.NoiseFloor > e.Delta ? ": too noisy here" : "")})")];
        return floors.Length == 0 ? null : $"Smallest change that this machine can show: {string.Join("; ", floors)}.";
    }

    /// <summary>What a reader must know before the word: metrics that can decide but whose noise is above what matters.</summary>
    internal static IEnumerable<string> TooNoisy(VerdictRecord verdict) => verdict.Estimates
        .Where(e => e.Policy.Role != MetricRole.Explore && e.NoiseFloor > e.Delta)
        .Select(e => $"Noise: for {VerdictWords.Label(e.Policy.Id)} this machine can see >= {Numbers.Distance(e.NoiseFloor, e.Policy)}, "
            + $"the policy asks {Numbers.Distance(e.Delta, e.Policy)}.");

    private static IEnumerable<string> Items(IEnumerable<string> items, int width) =>
        items.SelectMany(item => PlainText.Wrap(item, width, "  - "));

    private static void AddList(List<string> lines, string title, IEnumerable<string> items, int width)
    {
        List<string> wrapped = [.. Items(items, width)];
        if (wrapped.Count == 0)
        {
            return;
        }

        lines.Add("");
        lines.Add(title);
        lines.AddRange(wrapped);
    }

    private static List<string> Metrics(RunReport report, VerdictRecord verdict, int width, bool isBrief)
    {
        if (verdict.Estimates.Count == 0)
        {
            return ["", "No metric was estimated."];
        }

        List<string> lines = ["", .. MetricTable.Lines(report, verdict, width, isBrief)];
        lines.AddRange(PlainText.Wrap(VerdictWords.Legend, width, "  "));
        if (NoiseFloor(verdict) is { } floor)
        {
            lines.AddRange(PlainText.Wrap(floor, width, "  "));
        }

        return lines;
    }

    private static List<string> Proofs(RunReport report, VerdictRecord verdict, int width)
    {
        if (verdict.Proofs.Count == 0)
        {
            return VerdictWords.IsAa(report.Run) ? [] : ["", "Execution proof: none is needed, the arms differ in no seam."];
        }

        TextTable table = new TextTable(width).Text("execution proof", 12)
            .Number("baseline").Number(VerdictWords.Arm(report.Run.Plan.Other.Name)).Number("required").Text("hits per message", 16);
        foreach (ExecutionProof proof in verdict.Proofs)
        {
            table.Row(proof.Seam, Numbers.Plain(proof.BaselineHits), Numbers.Plain(proof.OtherHits), Numbers.Plain(proof.Required), ProofWords.Outcome(proof));
        }

        return
        [
            "", .. table.Lines(), .. OwnCode(report, verdict, width), .. Items(verdict.Proofs.Where(p => !p.IsProved).Select(p => $"{p.Seam}: {ProofWords.Objection(p)}"), width),
            .. verdict.Proofs.SelectMany(p => PlainText.Wrap(NullLine(report, p.Seam), width, "  ")),
        ];
    }

    /// <summary>What each arm's own code counted; nothing for launches of a time without such counters.</summary>
    private static IEnumerable<string> OwnCode(RunReport report, VerdictRecord verdict, int width) =>
        from proof in verdict.Proofs
        where proof.OwnCode.Count > 0
        from line in PlainText.Wrap(
            $"{proof.Seam}, own code per message: {ProofWords.OwnCode(proof, report.Run.Plan.Baseline.Name)}; {ProofWords.OwnCode(proof, report.Run.Plan.Other.Name)}.", width, "  ")
        select line;

    /// <summary>What the method sees at this seam where nothing changed.</summary>
    internal static string NullLine(RunReport report, string seam) =>
        report.LatestAa.FirstOrDefault(a => a.Seam == seam) is { } latest
            ? $"Latest A/A of {seam}: {VerdictWords.Label(latest.Metric)} {Numbers.Interval(latest.Low, latest.High)} in {latest.RunId}, "
                + $"{Numbers.Time(latest.ComputedAt)} UTC, {(latest.IsSameBuild ? "same build" : "another build")}."
            : $"No A/A run of {seam} in this store yet: add --aa to this run's command.";
}
