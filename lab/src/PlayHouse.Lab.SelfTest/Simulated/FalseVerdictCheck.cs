using System.Globalization;
using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Policies;
using PlayHouse.Lab.Statistics.Randomness;

namespace PlayHouse.Lab.SelfTest.Simulated;

/// <summary>How often the rule claims a difference between equal arms, on noise as it was recorded, next to rules that are in use elsewhere.</summary>
public sealed class FalseVerdictCheck : SelfCheck
{
    private const ulong FirstSeed = 20_261;
    private const int CampaignsLong = 200;
    private const int CampaignsQuick = 10;
    private const int PerArm = 10;
    private const double SavedBytes = 5_000;
    private const double ClaimMax = 0.05;

    // The recorded loads missed their rate now and then, and by chance more often in one arm: Fisher's test at 1/64, at each look.
    private const double RollbackMax = 0.024;
    private static readonly VerdictKind[] Claims = [VerdictKind.Keep, VerdictKind.Rollback, VerdictKind.TradeOff];

    /// <inheritdoc/>
    public override string Id => "false-verdicts";

    /// <inheritdoc/>
    public override string Promise => "Equal arms under recorded noise, with its flags, skipped requests and steal, end KEEP, ROLLBACK or TRADE-OFF in at most 5 % of campaigns each; bytes saved alone are never NO-EFFECT and seldom another claim.";

    /// <inheritdoc/>
    public override bool IsQuick => true;

    /// <inheritdoc/>
    public override double Minutes => 3;

    /// <inheritdoc/>
    public override async Task<CheckResult> RunAsync(SelfTestContext context, CancellationToken ct)
    {
        ArgumentNullException.ThrowIfNull(context);
        Policy policy = context.DefaultPolicy();
        NoiseBlocks[] machines = [.. (await context.RecordedAsync(ct)).Select(r => new NoiseBlocks(r, policy)).Where(n => n.Blocks.Count > 0)];
        int each = context.IsQuick ? CampaignsQuick : CampaignsLong;
        var figures = new List<CheckFigure>();
        var keeps = new List<string>();
        bool holds = machines.Length > 0;
        foreach (IGrouping<bool, NoiseBlocks> kind in machines.GroupBy(m => m.IsOfPairs).OrderBy(k => k.Key))
        {
            string units = kind.Key ? "pairs" : "blocks";
            foreach (CampaignDesign design in (ReadOnlySpan<CampaignDesign>)[CampaignDesign.Short, CampaignDesign.Full(kind.Key)])
            {
                Dictionary<VerdictKind, int> words = Count([.. kind], policy, design, each, null, ct);
                int total = words.Values.Sum();
                holds &= Claims.All(c => words.GetValueOrDefault(c) <= ClaimMax * total);
                string name = $"{design.Name} design of {units}", share = $"{Percent(words.GetValueOrDefault(VerdictKind.Keep), total)} KEEP";
                figures.Add(new CheckFigure(name, $"{share} of {total}: {Words(words)}", "each claim at most 5 %"));
                keeps.Add($"{share} in the {name}");
            }

            Dictionary<VerdictKind, int> saved = Count([.. kind], policy, CampaignDesign.Full(kind.Key), each, static m => m[MetricIds.BytesPerMessage] -= SavedBytes, ct);
            int of = saved.Values.Sum();
            holds &= !saved.ContainsKey(VerdictKind.NoEffect) && saved.GetValueOrDefault(VerdictKind.TradeOff) <= ClaimMax * of && saved.GetValueOrDefault(VerdictKind.Rollback) <= RollbackMax * of;
            figures.Add(new CheckFigure(
                string.Create(CultureInfo.InvariantCulture, $"full design of {units}, {SavedBytes:#,0} B saved"), $"{Percent(saved.GetValueOrDefault(VerdictKind.Keep), of)} KEEP of {of}: {Words(saved)}",
                "no NO-EFFECT; ROLLBACK at most 2.4 %, TRADE-OFF 5 %"));
        }

        (int five, int mann, int errors, int draws) = Naive(machines, each, ct);
        figures.Add(new CheckFigure("first A, then B: means differ by 5 %", $"{Percent(five, draws)} of {draws}", ""));
        figures.Add(new CheckFigure("first A, then B: Mann-Whitney at 5 %", $"{Percent(mann, draws)} of {draws}", ""));
        figures.Add(new CheckFigure("first A, then B: separate 99.9 % errors", $"{Percent(errors, draws)} of {draws}", ""));
        return Result(holds, $"{string.Join(", ", keeps)}; the same noise read as first A, then B is called different {Percent(mann, draws)} of the time by Mann-Whitney.") with
        {
            Figures = figures,
            Runs = [.. machines.Select(m => m.Run.Id)],
            Seed = FirstSeed,
        };
    }

    private static Dictionary<VerdictKind, int> Count(NoiseBlocks[] machines, Policy policy, CampaignDesign design, int each, Action<Dictionary<string, double>>? plant, CancellationToken ct)
    {
        var random = new SeededRandom(FirstSeed);
        var words = new Dictionary<VerdictKind, int>();
        foreach (NoiseBlocks machine in machines)
        {
            for (int i = 0; i < each; i++)
            {
                ct.ThrowIfCancellationRequested();
                VerdictKind word = new SimulatedCampaign(machine, machine.PolicyOf(policy), design.Looks, design.Alpha, random.NextBits()).Run(random, plant).Kind;
                words[word] = words.GetValueOrDefault(word) + 1;
            }
        }

        return words;
    }

    // Processor time per message of consecutive launches, as a person would take them: ten of the one, then ten of the other.
    private static (int Five, int MannWhitney, int Errors, int Draws) Naive(NoiseBlocks[] machines, int each, CancellationToken ct)
    {
        var random = new SeededRandom(FirstSeed + 1);
        (int five, int mann, int errors, int draws) = (0, 0, 0, 0);
        foreach (double[] series in machines.Select(m => m.Series(MetricIds.CpuUsPerMessage)).Where(s => s.Length >= 2 * PerArm))
        {
            for (int i = 0; i < each; i++)
            {
                ct.ThrowIfCancellationRequested();
                int start = (int)(random.NextDouble() * (series.Length - (2 * PerArm) + 1));
                double[] first = series[start..(start + PerArm)];
                double[] second = series[(start + PerArm)..(start + (2 * PerArm))];
                five += NaiveRules.FivePercentOfMeans(first, second) ? 1 : 0;
                mann += NaiveRules.MannWhitney(first, second) ? 1 : 0;
                errors += NaiveRules.SeparateErrors(first, second) ? 1 : 0;
                draws++;
            }
        }

        return (five, mann, errors, draws);
    }

    private static string Percent(int count, int total) => string.Create(CultureInfo.InvariantCulture, $"{100.0 * count / Math.Max(1, total):0.0} %");

    private static string Words(Dictionary<VerdictKind, int> words) => string.Join(", ", words.OrderBy(w => w.Key).Select(w => $"{Reporting.VerdictWords.Of(w.Key)} {w.Value}"));
}
