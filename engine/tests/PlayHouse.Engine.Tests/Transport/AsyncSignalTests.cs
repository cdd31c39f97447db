using PlayHouse.Engine.Transport;

namespace PlayHouse.Engine.Tests.Transport;

public sealed class AsyncSignalTests
{
    [Fact]
    public async Task Wait_AfterSeveralSets_CompletesOnce()
    {
        AsyncSignal signal = new();
        signal.Set();
        signal.Set();
        ValueTask first = signal.WaitAsync();
        Assert.True(first.IsCompletedSuccessfully);
        await first;

        ValueTask second = signal.WaitAsync();
        Assert.False(second.IsCompleted);
        signal.Set();
        await second;
    }

    [Fact]
    public async Task SetsAndWaits_OnTwoThreads_LoseNoWakeUp()
    {
        const int ItemsMax = 200_000;
        const int ItemsMin = 1_000;
        AsyncSignal hasItem = new();
        AsyncSignal hasRoom = new();
        int produced = 0;
        int consumed = 0;
        int last = ItemsMax;
        Task producer = Task.Run(async () =>
        {
            // As many as fit, on a busy machine fewer: each of them has to arrive.
            long begun = Environment.TickCount64;
            for (int i = 1; i <= ItemsMax && (i <= ItemsMin || Environment.TickCount64 - begun < 10_000); i++)
            {
                Volatile.Write(ref produced, i);
                hasItem.Set();
                while (Volatile.Read(ref consumed) < i - 3)
                {
                    await hasRoom.WaitAsync();
                }
            }

            Volatile.Write(ref last, produced);
            hasItem.Set();
        });
        Task consumer = Task.Run(async () =>
        {
            while (consumed < Volatile.Read(ref last))
            {
                if (Volatile.Read(ref produced) == consumed)
                {
                    await hasItem.WaitAsync();
                    continue;
                }

                Volatile.Write(ref consumed, consumed + 1);
                hasRoom.Set();
            }
        });

        await Task.WhenAll(producer, consumer).WaitAsync(Concurrent.Deadline);

        Assert.Equal(produced, consumed);
    }

    /// <summary>
    /// Each side publishes and sets while the other takes the set away: a set that finds one up must not return before what it announces
    /// can be seen by the waiter that takes that one.
    /// </summary>
    [Fact]
    public async Task SetThatFindsASetAsItIsTaken_IsSeenByTheLookAfterTheWait()
    {
        const int RoundsMax = 200_000;
        const int RoundsMin = 1_000;
        AsyncSignal signal = new();
        int published = 0;
        int seen = 0;
        int last = RoundsMax;
        Thread setter = new(() =>
        {
            SpinWait room = default;
            // A round takes two turns of threads, which a busy machine makes long: as many as fit, all of them have to be seen.
            long begun = Environment.TickCount64;
            for (int round = 1; round <= RoundsMax && (round <= RoundsMin || Environment.TickCount64 - begun < 10_000); round++)
            {
                // One is up: the next set meets the waiter as it takes this one.
                signal.Set();
                Volatile.Write(ref published, round);
                signal.Set();
                for (long end = Environment.TickCount64 + (long)Concurrent.Deadline.TotalMilliseconds; Volatile.Read(ref seen) != round;)
                {
                    if (Environment.TickCount64 > end)
                    {
                        return;
                    }

                    room.SpinOnce(sleep1Threshold: -1);
                }

                room.Reset();
            }

            Volatile.Write(ref last, published);
            signal.Set();
        });
        setter.Start();
        Task waiter = Task.Run(async () =>
        {
            while (seen < Volatile.Read(ref last))
            {
                await signal.WaitAsync();
                Volatile.Write(ref seen, Volatile.Read(ref published));
            }
        });

        setter.Join();
        Assert.Equal(published, Volatile.Read(ref seen));
        await waiter.WaitAsync(Concurrent.Deadline);
    }
}
