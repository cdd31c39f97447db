using PlayHouse.Engine.Tests.Strategies.Child;

namespace PlayHouse.Engine.Tests.Strategies;

/// <summary>Reads the machine code of the engine's own stage, closed over the default strategies: its hot methods call no strategy.</summary>
public sealed class StageCodeTests
{
    [Fact]
    public async Task DefaultStage_HotMethods_CallNoStrategy()
    {
        Listing[] listings = await Disassembly.OfAsync("stage-code", StageCode.Methods);
        foreach (string method in StageCode.Methods)
        {
            Listing listing = Assert.Single(listings, l => l.IsOf(method) && !l.Header.Contains(StageCode.Control, StringComparison.Ordinal));
            Assert.Contains("(FullOpts)", listing.Header, StringComparison.Ordinal);

            // Every one of them calls something: a listing without any call would mean the reader is broken.
            Assert.NotEmpty(listing.Callees);
            Assert.DoesNotContain(listing.Callees, IsStrategy);
        }
    }

    [Fact]
    public async Task StageOverStrategyThatIsNotInlined_HotMethod_ShowsTheCall()
    {
        Listing[] listings = await Disassembly.OfAsync("stage-code", StageCode.Methods);
        Listing control = Assert.Single(listings, l => l.IsOf("Advance") && l.Header.Contains(StageCode.Control, StringComparison.Ordinal));
        Assert.Contains(control.Callees, IsStrategy);
    }

    // The stage itself is the strategy of its loop.
    private static bool IsStrategy(string callee) =>
        (callee.StartsWith("PlayHouse.Engine.Strategies.", StringComparison.Ordinal) && !callee.StartsWith("PlayHouse.Engine.Strategies.StageLoop.ScheduledStage`", StringComparison.Ordinal)) || callee.Contains($"+{StageCode.Control}:", StringComparison.Ordinal);
}
