using PlayHouse.Engine.Stages;
using PlayHouse.Engine.Strategies;

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
    public void Rent_ConcurrentHoldersAtRetainedBound_NeverSharesAnObject(string id) =>
        MessagePoolContract.CheckOneHolder(MessagePoolBox.Create(Variants.Choice(id, ("retained", 2))), pairs: 2, objectsPerPair: 20_000);

    [Theory]
    [InlineData("none", 0)]
    [InlineData("concurrent-bag", Objects)]
    [InlineData("object-pool", -1)]
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

        public override void Return(RouteMessage message) => _sound.Return(message);
    }
}
