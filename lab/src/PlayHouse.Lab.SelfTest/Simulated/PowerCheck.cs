using System.Globalization;
using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Policies;
using PlayHouse.Lab.Runner.Plan;
using PlayHouse.Lab.Statistics.Randomness;

namespace PlayHouse.Lab.SelfTest.Simulated;

/// <summary>How often a real change of processor time is found within twelve blocks or pairs, on each machine and load that was recorded.</summary>
public sealed class PowerCheck : SelfCheck
{
    private const ulong FirstSeed = 20_262;
    private const int CampaignsLong = 200;
    private const int CampaignsQuick = 10;
    private const double Factor = 1.10;
    private const double FoundMin = 0.9;
    private static readonly int[] Looks = [6, 9, 12];

    /// <inheritdoc/>
    public override string Id => "power";

    /// <inheritdoc/>
    public override string Promise => "Ten per cent more processor time per message is shown to be worse by 12 blocks or pairs nine times in ten, over the recorded noise.";

    /// <inheritdoc/>
    public override bool IsQuick => true;

    /// <inheritdoc/>
    public override double Minutes => 1;

    /// <inheritdoc/>
    public override async Task<CheckResult> RunAsync(SelfTestContext context, CancellationToken ct)
    {
        ArgumentNullException.ThrowIfNull(context);
        Policy policy = context.DefaultPolicy();
        var random = new SeededRandom(FirstSeed);
        int each = context.IsQuick ? CampaignsQuick : CampaignsLong;
        var figures = new List<CheckFigure>();
        (int found, int total) = (0, 0);
        foreach (NoiseBlocks machine in (await context.RecordedAsync(ct)).Select(r => new NoiseBlocks(r, policy)).Where(n => n.Blocks.Count > 0 && n.JudgesCpu))
        {
            int here = Enumerable.Range(0, each).Count(_ => IsFound(machine, policy, random, ct));
            figures.Add(new CheckFigure($"{machine.Run.ExperimentId} ({machine.Run.Id})", string.Create(CultureInfo.InvariantCulture, $"{100.0 * here / each:0} % of {each}"), ""));
            found += here;
            total += each;
        }

        return Result(total > 0 && found >= FoundMin * total, string.Create(CultureInfo.InvariantCulture, $"+10 % processor time was found in {100.0 * found / Math.Max(1, total):0.0} % of {total} campaigns of at most 12 blocks or pairs.")) with
        {
            Figures = figures,
            Seed = FirstSeed,
        };
    }

    private static bool IsFound(NoiseBlocks machine, Policy policy, SeededRandom random, CancellationToken ct)
    {
        ct.ThrowIfCancellationRequested();
        VerdictRecord verdict = new SimulatedCampaign(machine, machine.PolicyOf(policy), Looks, RunPlanner.LookAlpha, random.NextBits())
            .Run(random, static metrics => metrics[MetricIds.CpuUsPerMessage] *= Factor);
        return verdict.Estimates.Single(e => e.Policy.Id == MetricIds.CpuUsPerMessage).Class is MetricClass.Worse or MetricClass.WorsePractical;
    }
}
