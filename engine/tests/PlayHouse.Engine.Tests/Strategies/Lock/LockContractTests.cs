using PlayHouse.Engine.Strategies;

namespace PlayHouse.Engine.Tests.Strategies.Locks;

public sealed class LockContractTests
{
    public static TheoryData<string> All => Variants.Of("lock");

    [Theory]
    [MemberData(nameof(All))]
    public void Enter_FromManyThreads_HasOneHolder_WhoSeesWhatTheOneBeforeWrote(string id)
    {
        const int Threads = 4;
        const int Entries = 20_000;
        using LockBox gate = LockBox.Create(StrategyChoice.Of(id));
        int holders = 0;
        long total = 0;
        Concurrent.Run([.. Enumerable.Range(0, Threads).Select(_ => (Action)(() =>
        {
            for (int i = 0; i < Entries; i++)
            {
                gate.Enter();
                bool isAlone = ++holders == 1;
                total++;
                holders--;
                gate.Exit();
                Assert.True(isAlone);
            }
        }))]);
        Assert.Equal((0, (long)Threads * Entries), (holders, total));
    }

    [Theory]
    [MemberData(nameof(All))]
    public void Enter_WhileHeld_WaitsForTheExit(string id)
    {
        using LockBox gate = LockBox.Create(StrategyChoice.Of(id));
        bool isIn = false;
        bool wasInTooEarly = false;
        using ManualResetEventSlim isHeld = new();
        using ManualResetEventSlim tries = new();
        Concurrent.Run(
            () =>
            {
                gate.Enter();
                isHeld.Set();
                tries.Wait();
                wasInTooEarly = Volatile.Read(ref isIn);
                gate.Exit();
            },
            () =>
            {
                isHeld.Wait();
                tries.Set();
                gate.Enter();
                Volatile.Write(ref isIn, true);
                gate.Exit();
            });
        Assert.Equal((false, true), (wasInTooEarly, isIn));
    }
}
