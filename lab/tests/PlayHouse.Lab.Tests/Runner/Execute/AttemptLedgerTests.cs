using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Runner.Execute;
using PlayHouse.Lab.Runner.Tests.Analyse;
using PlayHouse.Lab.Store;

namespace PlayHouse.Lab.Runner.Tests.Execute;

public sealed class AttemptLedgerTests
{
    [Fact]
    public void Uncounted_RepeatedFailedAndCutOff_AreCountedByArm()
    {
        RunPlan plan = RunFixture.Plan();
        List<LaunchRecord> launches = [];
        for (int attempt = 0; attempt < 4; attempt++)
        {
            launches.AddRange(RunFixture.Block(plan, 0, (_, _) => RunFixture.Metrics(1, 1), attempt).Take(attempt == 1 ? 1 : 4));
        }

        BlockResult[] rows =
        [
            new("r-test", 0, 0, plan.OrderOf(0, 0), BlockOutcome.Contaminated, "steal"), new("r-test", 0, 2, plan.OrderOf(0, 2), BlockOutcome.Failed, "died"),
            new("r-test", 0, 3, plan.OrderOf(0, 3), BlockOutcome.Accepted, null),
        ];

        IReadOnlyList<UncountedAttempts> uncounted = AttemptLedger.Uncounted(plan, launches, rows);

        int first = plan.ArmAt(plan.OrderOf(0, 1), 0).Name == plan.Baseline.Name ? 1 : 0;
        Assert.Equal([new("cut-off", 1, first, 1 - first), new("failed", 1, 2, 2), new("repeated", 1, 2, 2)], uncounted);
    }
}
