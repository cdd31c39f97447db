using PlayHouse.Engine.Tests.Strategies;
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
}
