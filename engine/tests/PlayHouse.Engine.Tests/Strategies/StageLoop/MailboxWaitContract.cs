using System.Diagnostics;
using PlayHouse.Engine.Tests.Strategies.Mailbox;

namespace PlayHouse.Engine.Tests.Strategies.StageLoop;

/// <summary>The promise of the wait as a check that throws, so that a broken wait can be shown to fail it.</summary>
internal static class MailboxWaitContract
{
    /// <summary>Continues after the wait where the loop would: without the scheduling context of a test.</summary>
    public static void GoOn(ValueTask<bool> wait, Action then)
    {
        async Task GoOnAsync()
        {
            await wait.ConfigureAwait(false);
            then();
        }

        _ = GoOnAsync();
    }

    /// <summary>
    /// A loop that awaits, with producers that wait after every round until all of it is out. Nothing comes after the last
    /// item of a round, so a wait that missed it would last for ever.
    /// </summary>
    public static void CheckNoLostWait(IAwaitableBox<NumberedItem> mailbox, int producers, int rounds, int itemsPerRound, TimeSpan? patience = null)
    {
        int total = producers * rounds * itemsPerRound;
        int[] next = new int[producers];
        int count = 0;
        string? loss = null;

        async Task LoopAsync()
        {
            while (count < total)
            {
                await mailbox.WaitAsync().ConfigureAwait(false);
                while (mailbox.TryDequeue(out NumberedItem item))
                {
                    if (item.Number != next[item.Producer]++)
                    {
                        Volatile.Write(ref loss, $"Producer {item.Producer}: item {item.Number} is out of turn.");
                    }

                    Interlocked.Increment(ref count);
                }
            }
        }

        _ = LoopAsync();
        Action[] bodies = new Action[producers];
        for (int p = 0; p < producers; p++)
        {
            int producer = p;
            bodies[p] = () =>
            {
                for (int round = 0; round < rounds && Volatile.Read(ref loss) is null; round++)
                {
                    for (int i = 0; i < itemsPerRound; i++)
                    {
                        NumberedItem item = NumberedItem.Of(producer, (round * itemsPerRound) + i);
                        Concurrent.Until(() => mailbox.TryEnqueue(item), () => $"producer {producer} is refused");
                    }

                    int due = (round + 1) * itemsPerRound;
                    long start = Stopwatch.GetTimestamp();
                    Concurrent.Until(
                        () => Volatile.Read(ref next[producer]) >= due || Stopwatch.GetElapsedTime(start) > (patience ?? Concurrent.Deadline / 2),
                        () => "unreachable: the condition has its own end");
                    if (Volatile.Read(ref next[producer]) < due)
                    {
                        Volatile.Write(ref loss, $"{Volatile.Read(ref next[producer])} of {due} items of producer {producer} came out: a wait was lost.");
                    }
                }
            };
        }

        Concurrent.Run(bodies);
        if (loss is not null)
        {
            throw new InvalidOperationException(loss);
        }
    }
}
