using PlayHouse.Engine.Diagnostics;
using PlayHouse.Engine.Strategies;

namespace PlayHouse.Engine.Tests.Diagnostics;

public sealed class CounterNamesTests
{
    [Fact]
    public void EveryCounterAndReason_HasANameOfItsOwn()
    {
        List<string> names = [.. Enum.GetValues<EngineCounter>().Select(CounterNames.Of), .. Enum.GetValues<CloseReason>().Select(CounterNames.Of)];

        Assert.Equal(CounterNames.Count, Enum.GetValues<EngineCounter>().Length);
        Assert.Equal(names.Count, names.Distinct().Count());
        Assert.Equal("seam.reply-codec", CounterNames.Of(EngineCounter.SeamReplyCodec));
        Assert.Equal("engine.faults", CounterNames.Of(EngineCounter.EngineFaults));
    }

    [Fact]
    public void EverySeam_NamesACounterThatExists()
    {
        HashSet<string> names = [.. Enum.GetValues<EngineCounter>().Select(CounterNames.Of)];

        Assert.All(StrategyCatalog.Seams.SelectMany(s => s.Strategies), s => Assert.Contains(s.Counter, names));
    }
}
