namespace PlayHouse.FastPort.Tests.Seams;

public sealed class LockContractTests
{
    public static TheoryData<string> Ids => Selections.Of("lock");

    [Theory]
    [MemberData(nameof(Ids))]
    public void Lock_ManyThreads_LetsOneInAtATime(string id)
    {
        const int Each = 100_000;
        LockBox gate = LockBox.Create(id);
        long count = 0;
        long torn = 0;
        Action body = () =>
        {
            for (int i = 0; i < Each; i++)
            {
                gate.Enter();
                torn += count++ == torn ? 1 : 0;
                gate.Exit();
            }
        };
        Concurrent.Run(body, body, body);
        Assert.Equal((3L * Each, 3L * Each), (count, torn));
    }

    [Theory]
    [MemberData(nameof(Ids))]
    public void Lock_Held_KeepsAnotherThreadOut(string id)
    {
        LockBox gate = LockBox.Create(id);
        int step = 0;
        gate.Enter();
        Thread other = new(() =>
        {
            Volatile.Write(ref step, 1);
            gate.Enter();
            Volatile.Write(ref step, 2);
            gate.Exit();
        });
        other.Start();
        Concurrent.Until(() => Volatile.Read(ref step) == 1, () => "the other thread has not started");
        for (int i = 0; i < 1000; i++)
        {
            Thread.Yield();
            Assert.Equal(1, Volatile.Read(ref step));
        }

        gate.Exit();
        Assert.True(other.Join(Wait.Deadline));
        Assert.Equal(2, step);
        gate.Enter();
        gate.Exit();
    }
}
