using PlayHouse.Engine.Strategies;

namespace PlayHouse.Engine.Tests.Strategies.HandOver;

public sealed class HandOverContractTests
{
    public static TheoryData<string> Ids => Variants.Of("hand-over");

    [Theory]
    [MemberData(nameof(Ids))]
    public void FramesPerItemMax_DefaultKnobs_IsConstantAndAtLeastOne(string id)
    {
        HandOverBox handOver = HandOverBox.Create(StrategyChoice.Of(id));
        int first = handOver.Read();
        Assert.True(first >= 1);
        Assert.Equal(first, handOver.Read());
    }

    [Fact]
    public void FramesPerItemMax_PerMessage_IsOne() =>
        Assert.Equal(1, HandOverBox.Create(StrategyChoice.Of("per-message")).Read());

    [Theory]
    [InlineData(null, 1024)]
    [InlineData(1.0, 1)]
    [InlineData(65536.0, 65536)]
    public void FramesPerItemMax_PerReceiveBatch_IsTheKnob(double? knob, int frames)
    {
        StrategyChoice choice = knob is null ? StrategyChoice.Of("per-receive-batch") : Variants.Choice("per-receive-batch", ("batchMax", knob.Value));
        Assert.Equal(frames, HandOverBox.Create(choice).Read());
    }
}
