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
        const int Items = 200_000;
        AsyncSignal hasItem = new();
        AsyncSignal hasRoom = new();
        int produced = 0;
        int consumed = 0;
        Task producer = Task.Run(async () =>
        {
            for (int i = 1; i <= Items; i++)
            {
                Volatile.Write(ref produced, i);
                hasItem.Set();
                while (Volatile.Read(ref consumed) < i - 3)
                {
                    await hasRoom.WaitAsync();
                }
            }
        });
        Task consumer = Task.Run(async () =>
        {
            while (consumed < Items)
            {
                while (Volatile.Read(ref produced) == consumed)
                {
                    await hasItem.WaitAsync();
                }

                Volatile.Write(ref consumed, consumed + 1);
                hasRoom.Set();
            }
        });

        await Task.WhenAll(producer, consumer).WaitAsync(Concurrent.Deadline);

        Assert.Equal(Items, consumed);
    }

    /// <summary>
    /// Each side publishes and sets while the other takes the set away: a set that finds one up must not return before what it announces
    /// can be seen by the waiter that takes that one.
    /// </summary>
    [Fact]
    public async Task SetThatFindsASetAsItIsTaken_IsSeenByTheLookAfterTheWait()
    {
        const int Rounds = 200_000;
        AsyncSignal signal = new();
        int published = 0;
        int seen = 0;
        Thread setter = new(() =>
        {
            SpinWait room = default;
            for (int round = 1; round <= Rounds; round++)
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
        });
        setter.Start();
        Task waiter = Task.Run(async () =>
        {
            while (seen < Rounds)
            {
                await signal.WaitAsync();
                Volatile.Write(ref seen, Volatile.Read(ref published));
            }
        });

        await waiter.WaitAsync(Concurrent.Deadline);
        setter.Join();

        Assert.Equal(Rounds, seen);
    }
}
