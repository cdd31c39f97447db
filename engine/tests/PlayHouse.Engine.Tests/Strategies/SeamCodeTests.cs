using PlayHouse.Engine.Strategies.MessageIds;
using PlayHouse.Engine.Tests.Strategies.Child;

namespace PlayHouse.Engine.Tests.Strategies;

/// <summary>Reads the machine code of a consumer closed over the default strategies: at a seam site there is no call into a strategy.</summary>
public sealed class SeamCodeTests
{
    private const string ControlStrategy = "CallingRoute";

    [Fact]
    public async Task DefaultStrategies_HotMethods_AreInlinedWhole()
    {
        Listing[] listings = await Disassembly.OfAsync("seam-code", SeamConsumer.Methods);
        Listing[] defaults = [.. listings.Where(l => !l.Header.Contains(ControlStrategy, StringComparison.Ordinal))];
        foreach (string method in SeamConsumer.Methods)
        {
            Listing listing = Assert.Single(defaults, l => l.IsOf(method));
            Assert.Contains("(FullOpts)", listing.Header, StringComparison.Ordinal);

            // What the strategy wraps is called: a listing without any call would mean the reader is broken.
            Assert.NotEmpty(listing.Callees);
            Assert.Empty(CallsIntoStrategies(listing));
        }
    }

    [Fact]
    public async Task MessageIdLookup_CallsItsTableDirectly()
    {
        Listing[] listings = await Disassembly.OfAsync("seam-code", [.. SeamConsumer.Methods, SeamConsumer.DirectMethod]);
        Listing listing = Assert.Single(listings, l => l.IsOf(SeamConsumer.DirectMethod));
        Assert.Contains(listing.Callees, c => c.Contains("MessageIdTable:", StringComparison.Ordinal));

        // A call through a table of virtual methods names a register and not a method.
        Assert.All(listing.Callees.Where(c => !c.Contains("CORINFO_HELP", StringComparison.Ordinal)), c => Assert.Matches("^(PlayHouse|System)", c));
    }

    [Fact]
    public async Task StrategyThatIsNotInlined_HotMethods_ShowTheCall()
    {
        Listing[] listings = await Disassembly.OfAsync("seam-code", SeamConsumer.Methods);
        Listing[] control = [.. listings.Where(l => l.Header.Contains(ControlStrategy, StringComparison.Ordinal))];
        Assert.Equal(2, control.Length);
        Assert.All(control, l => Assert.NotEmpty(CallsIntoStrategies(l)));
    }

    private static IEnumerable<string> CallsIntoStrategies(Listing listing) =>
        listing.Callees.Where(c => c.StartsWith("PlayHouse.", StringComparison.Ordinal));
}
