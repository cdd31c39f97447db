using PlayHouse.Engine.Tests.Strategies.Child;

namespace PlayHouse.Engine.Tests.Strategies;

/// <summary>
/// Reads the machine code of a consumer closed over the default strategies of messages between servers: what a strategy
/// wraps is called directly, the strategy itself is not there any more.
/// </summary>
public sealed class MeshSeamCodeTests
{
    private const string ControlStrategy = "CallingCodec";

    [Theory]
    [InlineData("EncodeThroughMeshSeams")]
    [InlineData("ReceiveThroughMeshSeams")]
    public async Task DefaultStrategies_PerMessage_AreInlinedWhole(string method)
    {
        string[] calls = await CallsOfDefaultsAsync(method);
        Assert.NotEmpty(calls);
        Assert.Empty(CallsIntoStrategies(calls));
    }

    [Fact]
    public async Task DefaultStrategies_PerRequest_AreCalledDirectly()
    {
        string[] calls = await CallsOfDefaultsAsync("BeginThroughMeshSeams");
        Assert.NotEmpty(calls);

        // A call through a method table or an interface names a register in front of the method.
        Assert.All(calls, c => Assert.StartsWith("PlayHouse.", c, StringComparison.Ordinal));
    }

    [Fact]
    public async Task StrategyThatIsNotInlined_ShowsTheCall()
    {
        Listing[] listings = await DisassembleAsync();
        (_, string[] calls) = Assert.Single(listings, l => l.Header.Contains(ControlStrategy, StringComparison.Ordinal));
        Assert.NotEmpty(CallsIntoStrategies(calls));
    }

    /// <summary>Strategies and this consumer's own, without the work that they wrap: the fields of a header, and the table of servers.</summary>
    private static string[] CallsIntoStrategies(string[] calls) =>
    [
        .. calls.Where(c => c.StartsWith("PlayHouse.", StringComparison.Ordinal)
            && !c.StartsWith("PlayHouse.Engine.Strategies.HeaderCodec.RouteHeaderCodec:", StringComparison.Ordinal)
            && !c.StartsWith("PlayHouse.Engine.Strategies.PeerId.InboundPeers:", StringComparison.Ordinal)),
    ];

    private static async Task<string[]> CallsOfDefaultsAsync(string method)
    {
        (string header, string[] calls) = Assert.Single(
            await DisassembleAsync(), l => l.Header.Contains($":{method}(", StringComparison.Ordinal) && !l.Header.Contains(ControlStrategy, StringComparison.Ordinal));
        Assert.Contains("(FullOpts)", header, StringComparison.Ordinal);
        return calls;
    }

    private static Task<Listing[]> DisassembleAsync() =>
        Disassembly.OfAsync("mesh-seam-code", MeshSeamConsumer.Methods);
}
