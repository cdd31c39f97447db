using PlayHouse.Engine.Strategies;
using PlayHouse.Engine.Strategies.Scheduler;
using PlayHouse.Engine.Tests.Strategies.Child;

namespace PlayHouse.Engine.Tests.Strategies.Scheduler;

public sealed class SchedulerContractTests
{
    public static TheoryData<string> Ids => Variants.Of("scheduler");

    [Theory]
    [MemberData(nameof(Ids))]
    public async Task Schedule_ManyThreads_RunsEachStageOncePerCall(string id)
    {
        await using SchedulerBox scheduler = SchedulerBox.Create(StrategyChoice.Of(id));
        SchedulerContract.CheckExactlyOnce(scheduler, threads: 4, stagesPerThread: 20_000);
    }

    [Theory]
    [MemberData(nameof(Ids))]
    public async Task Schedule_ChainOfHundredThousand_NeitherNestsNorLosesOne(string id)
    {
        await using SchedulerBox scheduler = SchedulerBox.Create(StrategyChoice.Of(id));
        SchedulerContract.CheckDeepChain(scheduler, 100_000);
    }

    [Theory]
    [MemberData(nameof(Ids))]
    public async Task Schedule_KnobsAtTheirLimits_StillRunsEachStageOnce(string id)
    {
        (string Name, double Value)[] smallest = [.. StrategyCatalog.Seam("scheduler").Find(id)!.Knobs.Select(k => (k.Name, k.Min))];
        await using SchedulerBox scheduler = SchedulerBox.Create(Variants.Choice(id, smallest));
        SchedulerContract.CheckExactlyOnce(scheduler, threads: 4, stagesPerThread: 2_000);
        SchedulerContract.CheckDeepChain(scheduler, 10_000);
    }

    [Theory]
    [MemberData(nameof(Ids))]
    public async Task Schedule_StageThrows_EndsTheProcessAndNeverReachesThePoster(string id)
    {
        ChildProcess.Result child = await ChildProcess.RunAsync(["throwing-stage", id]);
        Assert.NotEqual(0, child.ExitCode);
        Assert.Contains(ThrowingStage.Marker, child.Error, StringComparison.Ordinal);
        Assert.DoesNotContain(ThrowingStage.Escaped, child.Output, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("drops-every-1000th")]
    [InlineData("twice-every-1000th")]
    public void ExactlyOnce_BrokenScheduler_IsRefused(string defect) =>
        Assert.Throws<InvalidOperationException>(() =>
            SchedulerContract.CheckExactlyOnce(new BrokenScheduler(defect), threads: 2, stagesPerThread: 5_000, TimeSpan.FromSeconds(1)));

    [Fact]
    public void DeepChain_NestingScheduler_IsRefused() =>
        Assert.Throws<InvalidOperationException>(() => SchedulerContract.CheckDeepChain(new BrokenScheduler("nests"), 100));

    /// <summary>Runs on the posting thread, with one planted defect.</summary>
    private sealed class BrokenScheduler(string defect) : SchedulerBox
    {
        private int _schedules;

        public override void Schedule(StageWorkItem stage)
        {
            bool isMarked = Interlocked.Increment(ref _schedules) % 1000 == 0;
            if (isMarked && defect == "drops-every-1000th")
            {
                return;
            }

            stage.Execute();
            if (isMarked && defect == "twice-every-1000th")
            {
                stage.Execute();
            }
        }

        public override ValueTask DisposeAsync() => ValueTask.CompletedTask;
    }
}
