using PlayHouse.Engine.Strategies.Scheduler;

namespace PlayHouse.Engine.Tests.Strategies.Scheduler;

public sealed class InlineSchedulerTests
{
    [Fact]
    public void Schedule_FromPoster_RunsBeforeItReturnsOnTheSameThread()
    {
        int thread = -1;
        default(InlineScheduler).Schedule(new ActionStage(() => thread = Environment.CurrentManagedThreadId));
        Assert.Equal(Environment.CurrentManagedThreadId, thread);
    }

    [Fact]
    public void Schedule_FromRunningStage_RunsAfterItInOrder()
    {
        InlineScheduler scheduler = default;
        List<string> log = [];
        scheduler.Schedule(new ActionStage(() =>
        {
            scheduler.Schedule(new ActionStage(() => log.Add("second")));
            scheduler.Schedule(new ActionStage(() => log.Add("third")));
            log.Add("first");
        }));
        Assert.Equal(["first", "second", "third"], log);
    }

    /// <summary>A stage that others keep busy would hold the thread that posted first.</summary>
    [Fact]
    public void Reschedule_ByAStageThatUsedUpItsTurn_FreesThePoster()
    {
        InlineScheduler scheduler = default;
        int poster = Environment.CurrentManagedThreadId;
        bool isHeld = true;
        int turnsOfPoster = 0;
        int runsOfOther = 0;
        bool hasNested = false;
        using ManualResetEventSlim over = new();
        ActionStage other = new(() => runsOfOther++);
        ActionStage? stage = null;
        stage = new ActionStage(() =>
        {
            turnsOfPoster += Environment.CurrentManagedThreadId == poster ? 1 : 0;
            int before = runsOfOther;
            scheduler.Schedule(other);
            hasNested |= runsOfOther != before;
            if (Volatile.Read(ref isHeld) && turnsOfPoster < 1000)
            {
                scheduler.Reschedule(stage!);
            }
            else
            {
                over.Set();
            }
        });

        scheduler.Schedule(stage);

        Assert.Equal(1, turnsOfPoster);
        Volatile.Write(ref isHeld, false);
        Assert.True(over.Wait(TimeSpan.FromSeconds(30)));
        Assert.Equal(1, turnsOfPoster);
        Assert.False(hasNested, "a stage ran inside another one");
    }

    private sealed class ActionStage(Action body) : StageWorkItem
    {
        public override void Execute() => body();
    }
}
