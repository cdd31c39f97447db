using PlayHouse.FastPort.WakeUps;

namespace PlayHouse.FastPort.Tests.Seams;

public sealed class WakeUpContractTests
{
    public static TheoryData<string> Ids => Selections.Of("wake-up");

    [Theory]
    [MemberData(nameof(Ids))]
    public async Task Loops_ThatWakeEachOther_LoseNoSignal(string id)
    {
        int rounds = id == "delay-poll" ? 50 : 20_000;
        WakeUpBox ping = WakeUpBox.Create(id);
        WakeUpBox pong = WakeUpBox.Create(id);
        int pings = 0;
        int pongs = 0;
        Task one = Task.Run(async () =>
        {
            for (int i = 1; i <= rounds; i++)
            {
                Volatile.Write(ref pings, i);
                ping.Signal();
                while (Volatile.Read(ref pongs) < i)
                {
                    await pong.WaitAsync();
                }
            }
        });
        Task other = Task.Run(async () =>
        {
            for (int i = 1; i <= rounds; i++)
            {
                while (Volatile.Read(ref pings) < i)
                {
                    await ping.WaitAsync();
                }

                Volatile.Write(ref pongs, i);
                pong.Signal();
            }
        });
        await Task.WhenAll(one, other).WaitAsync(Wait.Deadline);
        Assert.Equal((rounds, rounds), (pings, pongs));
    }

    [Theory]
    [MemberData(nameof(Ids))]
    public async Task Loop_ManySignallers_SeesWhatWasDoneBeforeEachSignal(string id)
    {
        const int Signallers = 3;
        int each = id == "delay-poll" ? 100 : 20_000;
        WakeUpBox wakeUp = WakeUpBox.Create(id);
        int done = 0;
        Task waiter = Task.Run(async () =>
        {
            while (Volatile.Read(ref done) < Signallers * each)
            {
                await wakeUp.WaitAsync();
            }
        });
        Task[] signallers = [.. Enumerable.Range(0, Signallers).Select(_ => Task.Run(() =>
        {
            for (int i = 0; i < each; i++)
            {
                Interlocked.Increment(ref done);
                wakeUp.Signal();
            }
        }))];
        await Task.WhenAll(signallers).WaitAsync(Wait.Deadline);
        await waiter.WaitAsync(Wait.Deadline);
    }

    [Fact]
    public async Task YieldSpin_WithoutASpin_Yields()
    {
        WakeUpBox wakeUp = WakeUpBox.Create("yield-spin", ("spinCount", 0));
        for (int i = 0; i < 1000; i++)
        {
            await wakeUp.WaitAsync();
        }
    }
}
