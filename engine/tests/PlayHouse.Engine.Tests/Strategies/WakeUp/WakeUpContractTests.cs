using System.Collections.Concurrent;
using System.Diagnostics;
using PlayHouse.Engine.Strategies;
using PlayHouse.Engine.Strategies.WakeUp;

namespace PlayHouse.Engine.Tests.Strategies.WakeUp;

public sealed class WakeUpContractTests
{
    public static TheoryData<string> Ids => Variants.Of("wake-up");

    [Theory]
    [MemberData(nameof(Ids))]
    public void Wait_ProducersInRounds_LosesNoWake(string id) => CheckNoLostWake(WakeUpBox.Create(StrategyChoice.Of(id)), producers: 2, rounds: 1_000);

    [Theory]
    [MemberData(nameof(Ids))]
    public void Wait_KnobsAtTheirLimits_LosesNoWake(string id)
    {
        (string Name, double Value)[] smallest = [.. StrategyCatalog.Seam("wake-up").Find(id)!.Knobs.Select(k => (k.Name, k.Min))];
        CheckNoLostWake(WakeUpBox.Create(Variants.Choice(id, smallest)), producers: 2, rounds: 300);
    }

    /// <summary>A wake that comes between the last look and the wait.</summary>
    [Theory]
    [MemberData(nameof(Ids))]
    public void Wait_WokenBefore_Ends(string id)
    {
        WakeUpBox wakeUp = WakeUpBox.Create(StrategyChoice.Of(id));
        Concurrent.Run(() =>
        {
            for (int i = 0; i < 100; i++)
            {
                wakeUp.Wake();
                wakeUp.Wait();
            }
        });
    }

    /// <summary>What tells the signal from a poll: without a wake the wait does not end.</summary>
    [Fact]
    public void Latch_NotSet_BlocksUntilItIs()
    {
        WakeUpLatch latch = new();
        int waits = 0;
        Thread waiter = new(() =>
        {
            latch.Wait();
            Interlocked.Increment(ref waits);
            latch.Wait();
            Interlocked.Increment(ref waits);
        }) { IsBackground = true };
        latch.Set();
        latch.Set();
        waiter.Start();
        Concurrent.Until(() => Volatile.Read(ref waits) == 1 && waiter.ThreadState.HasFlag(System.Threading.ThreadState.WaitSleepJoin), () => $"{waits} waits, {waiter.ThreadState}");
        Assert.Equal(1, waits);
        latch.Set();
        Assert.True(waiter.Join(Concurrent.Deadline));
        Assert.Equal(2, waits);
    }

    [Fact]
    public void NoLostWake_ForgetfulWakeUp_IsRefused() =>
        Assert.Throws<InvalidOperationException>(() => CheckNoLostWake(new ForgetfulWakeUp(), producers: 1, rounds: 1_000, TimeSpan.FromSeconds(1)));

    /// <summary>A loop with producers that wait after every item until it is out: nothing comes after it, so a lost wake would last.</summary>
    private static void CheckNoLostWake(WakeUpBox wakeUp, int producers, int rounds, TimeSpan? patience = null)
    {
        ConcurrentQueue<int> queue = new();
        int[] taken = new int[producers];
        bool isOver = false;
        string? loss = null;
        Thread loop = new(() =>
        {
            while (!Volatile.Read(ref isOver))
            {
                while (queue.TryDequeue(out int producer))
                {
                    Interlocked.Increment(ref taken[producer]);
                }

                wakeUp.Wait();
            }
        }) { IsBackground = true };
        loop.Start();
        Concurrent.Run([.. Enumerable.Range(0, producers).Select(producer => (Action)(() =>
        {
            for (int round = 1; round <= rounds && Volatile.Read(ref loss) is null; round++)
            {
                queue.Enqueue(producer);
                wakeUp.Wake();
                long start = Stopwatch.GetTimestamp();
                int due = round;
                Concurrent.Until(
                    () => Volatile.Read(ref taken[producer]) == due || Stopwatch.GetElapsedTime(start) > (patience ?? Concurrent.Deadline / 2),
                    () => "unreachable: the condition has its own end");
                if (Volatile.Read(ref taken[producer]) != due)
                {
                    Volatile.Write(ref loss, $"{taken[producer]} of {due} items of producer {producer} came out.");
                }
            }
        }))]);
        Volatile.Write(ref isOver, true);
        wakeUp.Wake();
        if (loss is not null)
        {
            throw new InvalidOperationException(loss);
        }

        Assert.True(loop.Join(Concurrent.Deadline));
    }

    /// <summary>Does not hear every 100th wake.</summary>
    private sealed class ForgetfulWakeUp : WakeUpBox
    {
        private readonly WakeUpBox _sound = Create(StrategyChoice.Of("signal"));
        private int _wakes;

        public override void Wake()
        {
            if (++_wakes % 100 != 0)
            {
                _sound.Wake();
            }
        }

        public override void Wait() => _sound.Wait();
    }
}
