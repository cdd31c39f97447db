using System.Diagnostics.CodeAnalysis;
using PlayHouse.Engine.Strategies;
using PlayHouse.Engine.Tests.Strategies.Mailbox;

namespace PlayHouse.Engine.Tests.Strategies.StageLoop;

#pragma warning disable CA2012 // What the loop does: it keeps a wait and takes its result once it has completed.

/// <summary>Every mailbox in the form that the awaiting loop gets.</summary>
public sealed class MailboxWaitContractTests
{
    public static TheoryData<string> Ids => Variants.Of("mailbox");

    public static TheoryData<string> BoundedIds => MailboxContractTests.BoundedIds;

    [Theory]
    [MemberData(nameof(Ids))]
    public async Task Wait_ItemThere_CompletesAtOnce(string id)
    {
        IAwaitableBox<int> mailbox = AwaitableBox.Create<int>(StrategyChoice.Of(id));
        Assert.True(mailbox.TryEnqueue(1));
        Assert.True(mailbox.TryEnqueue(2));
        for (int i = 1; i <= 2; i++)
        {
            ValueTask<bool> wait = mailbox.WaitAsync();
            Assert.True(wait.IsCompleted);
            Assert.True(await wait);
            Assert.True(mailbox.TryDequeue(out int item));
            Assert.Equal(i, item);
        }

        Assert.False(mailbox.TryDequeue(out _));
        Assert.False(mailbox.WaitAsync().IsCompleted);
    }

    /// <summary>The producer is a reader of a session, or the one of the mesh: the stage must not run on its thread.</summary>
    [Theory]
    [MemberData(nameof(Ids))]
    public void Wait_NoItem_GoesOnOnThePoolAfterTheEnqueue(string id)
    {
        IAwaitableBox<int> mailbox = AwaitableBox.Create<int>(StrategyChoice.Of(id));
        for (int round = 0; round < 100; round++)
        {
            int item = 0;
            bool isOnPool = false;
            ValueTask<bool> wait = mailbox.WaitAsync();
            Assert.False(wait.IsCompleted);
            MailboxWaitContract.GoOn(wait, () =>
            {
                isOnPool = Thread.CurrentThread.IsThreadPoolThread;
                mailbox.TryDequeue(out int found);
                Volatile.Write(ref item, found);
            });
            Concurrent.Run(() => Assert.True(mailbox.TryEnqueue(7)));
            Concurrent.Until(() => Volatile.Read(ref item) == 7, () => $"round {round}: the wait has not ended");
            Assert.True(isOnPool);
        }
    }

    [Theory]
    [MemberData(nameof(Ids))]
    public void Wait_ProducersInRounds_LosesNone(string id) =>
        MailboxWaitContract.CheckNoLostWait(AwaitableBox.Create<NumberedItem>(StrategyChoice.Of(id)), producers: 3, rounds: 3_000, itemsPerRound: 2);

    [Theory]
    [MemberData(nameof(BoundedIds))]
    public void Wait_ProducersAtCapacity_LosesNone(string id) =>
        MailboxWaitContract.CheckNoLostWait(AwaitableBox.Create<NumberedItem>(Variants.Choice(id, ("capacity", 1))), producers: 2, rounds: 300, itemsPerRound: 5);

    [Theory]
    [MemberData(nameof(Ids))]
    public void Mailbox_Awaitable_KeepsTheMailboxContract(string id)
    {
        MailboxContract.CheckConcurrentProducers(AwaitableBox.Create<NumberedItem>(StrategyChoice.Of(id)), 4, 10_000);
        MailboxContract.CheckReleaseProtocol(AwaitableBox.Create<NumberedItem>(StrategyChoice.Of(id)), 4, rounds: 1_000, itemsPerRound: 5);
    }

    [Fact]
    public void NoLostWait_DeafWait_IsRefused() =>
        Assert.Throws<InvalidOperationException>(() =>
            MailboxWaitContract.CheckNoLostWait(new DeafBox(), producers: 1, rounds: 1_000, itemsPerRound: 1, TimeSpan.FromSeconds(1)));

    /// <summary>Keeps every 100th item to itself until a later one announces both.</summary>
    private sealed class DeafBox : IAwaitableBox<NumberedItem>
    {
        private readonly IAwaitableBox<NumberedItem> _sound = AwaitableBox.Create<NumberedItem>(StrategyChoice.Of("concurrent-queue"));
        private NumberedItem? _kept;
        private int _enqueued;

        public bool IsEmpty => _sound.IsEmpty;

        public bool TryEnqueue(in NumberedItem item)
        {
            if (++_enqueued % 100 == 0)
            {
                _kept = item;
                return true;
            }

            return (_kept is not { } kept || _sound.TryEnqueue(kept)) && _sound.TryEnqueue(item);
        }

        public bool TryDequeue([MaybeNullWhen(false)] out NumberedItem item) => _sound.TryDequeue(out item);

        public ValueTask<bool> WaitAsync() => _sound.WaitAsync();
    }
}
