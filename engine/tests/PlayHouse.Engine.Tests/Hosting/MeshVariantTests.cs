using PlayHouse.Engine.Api;
using PlayHouse.Engine.Hosting.Tests.Fixtures;
using PlayHouse.Engine.Mesh;
using PlayHouse.Engine.Strategies;

namespace PlayHouse.Engine.Hosting.Tests;

/// <summary>Every strategy of messages between servers, in a play server and an Api server over the network. Needs libzmq, and says so when it is missing.</summary>
public sealed class MeshVariantTests
{
    private const int Requests = 60;
    private const int Sends = 40;
    private static readonly string[] Seams = ["header-codec", "header-parse", "peer-id", "mesh-frame", "request-table"];

    public static TheoryData<string, string> Variants
    {
        get
        {
            TheoryData<string, string> variants = [];
            foreach (StrategyDescriptor strategy in Seams.SelectMany(s => StrategyCatalog.Seam(s).Strategies))
            {
                variants.Add(strategy.Seam, strategy.Id);
            }

            return variants;
        }
    }

    [Theory]
    [MemberData(nameof(Variants))]
    public async Task EveryVariant_CarriesMessages_IsWhatItSays_AndCountsItself(string seam, string strategy)
    {
        StrategySelection selection = StrategySelection.Default.With(seam, strategy);
        MeshOptions network = NewNetwork();
        await using GameApi api = await GameApi.StartAsync(
            new LoopbackHub(), o => o with { Network = network, Mesh = host => ServerMesh.ConnectAsync(host, network), Strategies = selection });
        await using RoomServer play = await RoomServer.StartAsync(o => o with { Network = network, Strategies = selection });

        await AskAndTellAsync(play.Server.Link);

        await UntilCountedAsync(play.Counter, encoded: Requests + Sends, received: Requests, requests: Requests);
        await UntilCountedAsync(api.Counter, encoded: Requests, received: Requests + Sends, requests: 0);
        IReadOnlyDictionary<string, long> counters = play.Server.ReadCounters();
        Assert.All(
            StrategyCatalog.Seam(seam).Find(strategy)!.Counters.Where(c => c.MinPerMessage > 0),
            c => Assert.True(counters.GetValueOrDefault(c.Name) >= c.MinPerMessage * Requests, $"{c.Name} is {counters.GetValueOrDefault(c.Name)}"));
        Assert.All(
            StrategyCatalog.Seam(seam).Strategies.Where(s => s.Id != strategy).SelectMany(s => s.Counters),
            c => Assert.Equal(0, counters.GetValueOrDefault(c.Name)));
        Assert.Equal(strategy, play.Server.BuiltStrategies[seam].Split('{')[0]);
        Assert.Equal(strategy, api.Server.BuiltStrategies[seam].Split('{')[0]);
        Assert.Equal((0, 0), (play.Counter("mesh.malformed"), api.Counter("mesh.malformed")));
        Assert.Equal((0, 0), (play.Counter("engine.faults"), api.Counter("engine.faults")));
    }

    [Fact]
    public async Task BuiltStrategies_OverANetwork_NameTheDefaultsAndKnobs()
    {
        MeshOptions network = NewNetwork();
        StrategySelection selection = StrategySelection.Default.With("header-codec", "coded-output-stream");
        await using GameApi api = await GameApi.StartAsync(
            new LoopbackHub(), o => o with { Network = network, Mesh = host => ServerMesh.ConnectAsync(host, network), Strategies = selection });

        IReadOnlyDictionary<string, string> built = api.Server.BuiltStrategies;

        Assert.Equal(Seams.Order(), built.Keys.Order());
        Assert.Equal("coded-output-stream{initialBuffer=0}", built["header-codec"]);
        Assert.Equal("field-reader", built["header-parse"]);
        Assert.Equal("byte-compared-cache", built["peer-id"]);
        Assert.Equal("three-frames", built["mesh-frame"]);
        Assert.Equal("pooled-awaitable", built["request-table"]);
    }

    [Theory]
    [InlineData("tcs-cancellation-source")]
    [InlineData("pooled-awaitable")]
    public async Task WithoutANetwork_OnlyTheRequestTableIsBuiltAndCounts(string strategy)
    {
        StrategySelection selection = Seams.Aggregate(StrategySelection.Default, (s, seam) => s.With(seam, StrategyCatalog.Seam(seam).Strategies[0].Id));
        await using RoomServer play = await RoomServer.StartAsync(o => o with { Strategies = selection.With("request-table", strategy) });
        await play.RoomAsync(5);

        Assert.Equal(strategy, play.Server.BuiltStrategies["request-table"]);
        Assert.All(Seams[..4], seam => Assert.False(play.Server.BuiltStrategies.ContainsKey(seam)));
        Assert.Equal(ErrorCodes.StageNotFound, await RequestFailures.CodeOfAsync(play.Server.Link.RequestToStageAsync("play-1", 6, "Echo", default)));
        Assert.Equal(1, play.Counter("seam.request-table"));
        Assert.All(Seams[..4], seam => Assert.Equal(0, play.Counter($"seam.{seam}")));
    }

    [Fact]
    public void Options_WithAStrategyThatDoesNotExist_AreRefusedByName()
    {
        ApiServerOptions options = GameApi.Options(new ApiLog(), typeof(GameController)) with { Strategies = StrategySelection.Default.With("mesh-frame", "two-frames") };

        Assert.Contains(options.Validate(), e => e.Contains("two-frames", StringComparison.Ordinal));
        Assert.Contains((options with { Strategies = null! }).Validate(), e => e.Contains("Strategies is missing", StringComparison.Ordinal));
    }

    private static MeshOptions NewNetwork() => new()
    {
        BindAddress = "tcp://127.0.0.1:0",
        Directory = new InMemoryServerDirectory(TimeSpan.FromHours(1), TimeProvider.System),
        DirectoryPeriod = TimeSpan.FromMilliseconds(50),
        ConnectGracePeriod = TimeSpan.FromSeconds(30),
        SilenceTimeout = TimeSpan.FromSeconds(30),
    };

    private static async Task AskAndTellAsync(IApiLink link)
    {
        for (int i = 0; i < Requests; i++)
        {
            using ServerReply reply = await Wait.InTimeAsync(link.RequestToApiAsync("api-1", "Echo", BitConverter.GetBytes(i)).AsTask());
            Assert.Equal(("EchoReply", i), (reply.MsgId, BitConverter.ToInt32(reply.Payload.Span)));
        }

        for (int i = 0; i < Sends; i++)
        {
            Assert.Equal(SendResult.Accepted, link.SendToApi("api-1", "Who", default));
        }
    }

    /// <summary>A hit per message and side: encoded where it is sent, looked up and parsed where it arrives, framed on both.</summary>
    private static Task UntilCountedAsync(Func<string, long> counter, long encoded, long received, long requests) => Wait.UntilAsync(
        () => (counter("seam.header-codec"), counter("seam.header-parse"), counter("seam.peer-id"), counter("seam.mesh-frame"), counter("seam.request-table"))
            == (encoded, received, received, encoded + received, requests),
        $"encoded {encoded}, received {received}, requests {requests}");
}
