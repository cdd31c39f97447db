using PlayHouse.Engine.Diagnostics;
using PlayHouse.Engine.Strategies;
using PlayHouse.Engine.Strategies.Mailbox;

namespace PlayHouse.Engine.Tests.Strategies.MessagePool;

public sealed class MessagePoolContractTests
{
    private const int Objects = 500;

    public static TheoryData<string> Ids => Variants.Of("message-pool");

    [Theory]
    [MemberData(nameof(Ids))]
    public void Rent_ConcurrentHolders_NeverSharesAnObject(string id) =>
        MessagePoolContract.CheckOneHolder(MessagePoolBox.Create(StrategyChoice.Of(id)), pairs: 2, objectsPerPair: 50_000);

    [Theory]
    [MemberData(nameof(Ids))]
    public void Rent_ConcurrentHoldersAtTheSmallestBounds_NeverSharesAnObject(string id)
    {
        (string Name, double Value)[] small = [.. StrategyCatalog.Seam("message-pool").Find(id)!.Knobs.Select(k => (k.Name, 2.0))];
        MessagePoolContract.CheckOneHolder(MessagePoolBox.Create(Variants.Choice(id, small)), pairs: 2, objectsPerPair: 20_000);
    }

    [Theory]
    [InlineData("none", 0)]
    [InlineData("concurrent-bag", Objects)]
    [InlineData("object-pool", -1)]
    [InlineData("thread-local-shared", Objects)]
    public void Return_DefaultKnobs_KeepsTheDocumentedNumber(string id, int kept)
    {
        int documented = kept < 0 ? 2 * Environment.ProcessorCount : kept;
        Assert.Equal(documented, MessagePoolContract.CountReused(MessagePoolBox.Create(StrategyChoice.Of(id)), Objects));
    }

    [Theory]
    [InlineData(1)]
    [InlineData(7)]
    [InlineData(400)]
    public void Return_AboveRetained_DropsTheSurplus(int retained)
    {
        foreach (StrategyDescriptor strategy in StrategyCatalog.Seam("message-pool").Strategies.Where(s => s.Knobs.Any(k => k.Name == "retained")))
        {
            MessagePoolBox pool = MessagePoolBox.Create(Variants.Choice(strategy.Id, ("retained", retained)));
            Assert.Equal((strategy.Id, retained), (strategy.Id, MessagePoolContract.CountReused(pool, Objects)));
            Assert.Equal((strategy.Id, retained), (strategy.Id, MessagePoolContract.CountReused(pool, Objects)));
        }
    }

    [Theory]
    [InlineData(0, 0)]
    [InlineData(0, 7)]
    [InlineData(7, 0)]
    [InlineData(1, 1)]
    [InlineData(16, 100)]
    public void Return_AboveBothBoundsOfThreadAndList_DropsTheSurplus(int perThread, int shared)
    {
        MessagePoolBox pool = MessagePoolBox.Create(Variants.Choice("thread-local-shared", ("perThread", perThread), ("shared", shared)));
        Assert.Equal(perThread + shared, MessagePoolContract.CountReused(pool, Objects));
        Assert.Equal(perThread + shared, MessagePoolContract.CountReused(pool, Objects));
    }

    /// <summary>What a thread returns and does not rent again stays with it: only what the list holds comes back to the others.</summary>
    [Fact]
    public void Return_OnAnotherThread_HoardsWhatOneThreadKeeps()
    {
        const int PerThread = 8;
        MessagePoolBox pool = MessagePoolBox.Create(Variants.Choice("thread-local-shared", ("perThread", PerThread), ("shared", Objects)));
        HashSet<RouteMessage> rented = [.. Enumerable.Range(0, Objects).Select(_ => pool.Rent())];
        Concurrent.Run(() =>
        {
            foreach (RouteMessage message in rented)
            {
                pool.Return(message);
            }
        });

        int back = Enumerable.Range(0, Objects).Count(_ => rented.Contains(pool.Rent()));
        Assert.InRange(back, Objects - PerThread, Objects - (PerThread / 2));
    }

    /// <summary>A thread serves the pool it used last; what it kept of another one goes back there.</summary>
    [Fact]
    public void Rent_TwoPoolsOnOneThread_KeepTheirObjectsApart()
    {
        MessagePoolBox first = MessagePoolBox.Create(StrategyChoice.Of("thread-local-shared"));
        MessagePoolBox second = MessagePoolBox.Create(StrategyChoice.Of("thread-local-shared"));
        RouteMessage ofFirst = first.Rent();
        RouteMessage ofSecond = second.Rent();
        first.Return(ofFirst);
        second.Return(ofSecond);
        Assert.Same(ofFirst, first.Rent());
        Assert.Same(ofSecond, second.Rent());
    }

    [Theory]
    [InlineData("shares-every-100th")]
    [InlineData("keeps-slots")]
    public void OneHolder_BrokenPool_IsRefused(string defect) =>
        Assert.Throws<InvalidOperationException>(() => MessagePoolContract.CheckOneHolder(new BrokenPool(defect), 2, 5_000));

    /// <summary>Plants one defect in front of a sound pool.</summary>
    private sealed class BrokenPool(string defect) : MessagePoolBox
    {
        private readonly MessagePoolBox _sound = Create(StrategyChoice.Of("none"));
        private readonly RouteMessage _shared = new();
        private int _rents;

        public override void AddTo(CounterBlock block) => _sound.AddTo(block);

        public override RouteMessage Rent()
        {
            bool isMarked = Interlocked.Increment(ref _rents) % 100 == 0;
            RouteMessage message = isMarked && defect == "shares-every-100th" ? _shared : _sound.Rent();
            if (isMarked && defect == "keeps-slots")
            {
                message.Slot = new MessageSlot(SlotKind.Action, this, null, 0, 0, 0);
            }

            return message;
        }

        public override void Return(RouteMessage message)
        {
            if (defect == "shares-every-100th")
            {
                // Each of the two returners has taken one object back and waits here: of three holders of the shared one, two hold it at once.
                Concurrent.Until(() => Volatile.Read(ref _rents) >= 300, () => $"{_rents} rents");
            }

            _sound.Return(message);
        }
    }
}
