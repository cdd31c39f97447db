using System.Runtime.CompilerServices;
using PlayHouse.Engine.Strategies;
using PlayHouse.Engine.Strategies.Mailbox;

namespace PlayHouse.Engine.Tests.Strategies.Mailbox;

public sealed class MailboxContractTests
{
    private const int Producers = 4;
    private const int ItemsPerProducer = 50_000;

    public static TheoryData<string> Ids => Variants.Of("mailbox");

    public static TheoryData<string> BoundedIds
    {
        get
        {
            TheoryData<string> ids = [];
            foreach (StrategyDescriptor strategy in StrategyCatalog.Seam("mailbox").Strategies.Where(s => s.Knobs.Any(k => k.Name == "capacity")))
            {
                ids.Add(strategy.Id);
            }

            return ids;
        }
    }

    [Theory]
    [MemberData(nameof(Ids))]
    public void Mailbox_ConcurrentProducers_DeliversEachItemOnceInOrder(string id) =>
        MailboxContract.CheckConcurrentProducers(MailboxBox.Create<NumberedItem>(StrategyChoice.Of(id)), Producers, ItemsPerProducer);

    [Theory]
    [MemberData(nameof(BoundedIds))]
    public void Mailbox_ConcurrentProducersAtCapacity_LosesNothing(string id) =>
        MailboxContract.CheckConcurrentProducers(MailboxBox.Create<NumberedItem>(Variants.Choice(id, ("capacity", 16))), Producers, 10_000);

    [Theory]
    [MemberData(nameof(Ids))]
    public void Mailbox_ReleasedAndAskedIfEmpty_LosesNoWakeUp(string id) =>
        MailboxContract.CheckReleaseProtocol(MailboxBox.Create<NumberedItem>(StrategyChoice.Of(id)), Producers, rounds: 5_000, itemsPerRound: 5);

    [Theory]
    [MemberData(nameof(BoundedIds))]
    public void TryEnqueue_AtCapacity_AnswersFullAndLeavesTheItem(string id)
    {
        const int Capacity = 5;
        IMailboxBox<int> mailbox = MailboxBox.Create<int>(Variants.Choice(id, ("capacity", Capacity)));
        for (int i = 0; i < Capacity; i++)
        {
            Assert.True(mailbox.TryEnqueue(i));
        }

        Assert.False(mailbox.TryEnqueue(99));
        Assert.True(mailbox.TryDequeue(out int first));
        Assert.Equal(0, first);
        Assert.True(mailbox.TryEnqueue(Capacity));
        Assert.False(mailbox.TryEnqueue(99));
        Assert.Equal([1, 2, 3, 4, 5], Drain(mailbox));
    }

    [Theory]
    [InlineData("channel-bounded", 8192)]
    [InlineData("mpsc-ring", 1024)]
    public void TryEnqueue_AtItsDefaultCapacity_TakesExactlyTheDocumentedItems(string id, int documented)
    {
        IMailboxBox<int> mailbox = MailboxBox.Create<int>(StrategyChoice.Of(id));
        int taken = 0;
        while (taken < 100_000 && mailbox.TryEnqueue(taken))
        {
            taken++;
        }

        Assert.Equal(documented, taken);
    }

    [Theory]
    [InlineData("channel-unbounded")]
    [InlineData("buffer-block")]
    [InlineData("concurrent-queue")]
    public void TryEnqueue_WithoutCapacity_NeverAnswersFull(string id)
    {
        IMailboxBox<int> mailbox = MailboxBox.Create<int>(StrategyChoice.Of(id));
        for (int i = 0; i < 20_000; i++)
        {
            Assert.True(mailbox.TryEnqueue(i));
        }

        Assert.Equal(Enumerable.Range(0, 20_000), Drain(mailbox));
    }

    [Theory]
    [MemberData(nameof(Ids))]
    public void IsEmpty_ItemWaiting_IsFalseUntilTheLastOneIsOut(string id)
    {
        IMailboxBox<int> mailbox = MailboxBox.Create<int>(StrategyChoice.Of(id));
        Assert.True(mailbox.IsEmpty);
        for (int round = 0; round < 3; round++)
        {
            Assert.True(mailbox.TryEnqueue(1));
            Assert.True(mailbox.TryEnqueue(2));
            Assert.False(mailbox.IsEmpty);
            Assert.True(mailbox.TryDequeue(out _));
            Assert.False(mailbox.IsEmpty);
            Assert.True(mailbox.TryDequeue(out _));
            Assert.False(mailbox.TryDequeue(out _));
            Assert.True(mailbox.IsEmpty);
        }
    }

    [Theory]
    [MemberData(nameof(Ids))]
    public void TryDequeue_ItemTaken_MailboxKeepsNoReference(string id)
    {
        IMailboxBox<MessageSlot> mailbox = MailboxBox.Create<MessageSlot>(StrategyChoice.Of(id));
        WeakReference[] states = FillAndDrain(mailbox, 300);
        GC.Collect();
        GC.WaitForPendingFinalizers();
        GC.Collect();
        Assert.Equal(0, states.Count(s => s.IsAlive));
        GC.KeepAlive(mailbox);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static WeakReference[] FillAndDrain(IMailboxBox<MessageSlot> mailbox, int items)
    {
        WeakReference[] states = new WeakReference[items];
        for (int i = 0; i < items; i++)
        {
            object state = new();
            states[i] = new WeakReference(state);
            Assert.True(mailbox.TryEnqueue(new MessageSlot(SlotKind.Action, state, null, 0, 0, 0)));
            Assert.True(mailbox.IsEmpty is false);
        }

        Assert.Equal(items, Drain(mailbox).Count);
        return states;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static List<TItem> Drain<TItem>(IMailboxBox<TItem> mailbox)
    {
        List<TItem> items = [];
        while (mailbox.TryDequeue(out TItem? item))
        {
            items.Add(item);
        }

        return items;
    }
}
