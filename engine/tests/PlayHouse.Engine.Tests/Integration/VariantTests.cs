using Google.Protobuf;
using Google.Protobuf.WellKnownTypes;
using PlayHouse.Engine.IntegrationTests.Fixtures;
using PlayHouse.Engine.Strategies;

namespace PlayHouse.Engine.IntegrationTests;

public sealed class VariantTests
{
    /// <summary>Seams of messages between servers: a server of clients alone does not run them.</summary>
    private static readonly string[] BetweenServers = ["header-codec", "header-parse", "peer-id", "request-table", "mesh-frame"];

    public static TheoryData<string, string> Variants
    {
        get
        {
            TheoryData<string, string> variants = [];
            foreach (SeamDescriptor seam in StrategyCatalog.Seams.Where(s => !BetweenServers.Contains(s.Id)))
            {
                foreach (StrategyDescriptor strategy in seam.Strategies)
                {
                    variants.Add(seam.Id, strategy.Id);
                }
            }

            return variants;
        }
    }

    public static TheoryData<string> Presets => [.. StrategyPresets.All.Select(p => p.Id)];

    [Theory]
    [MemberData(nameof(Presets))]
    public async Task EveryPreset_CarriesMessages_AndIsWhatItSays(string id)
    {
        Assert.True(StrategyPresets.TryFind(id, out StrategyPreset? preset));
        await using GameServer server = await GameServer.StartAsync(strategies: preset.Selection);
        await using RawClient client = await server.JoinAsync(1, "alice");
        for (ushort seq = 1; seq <= 100; seq++)
        {
            Assert.Equal("history", (await client.RequestAsync("EchoRequest", seq, "history")).Text);
        }

        foreach ((string seam, StrategyChoice choice) in preset.Selection.Choices.Where(c => !BetweenServers.Contains(c.Key)))
        {
            Assert.StartsWith(choice.Id, server.Server.BuiltStrategies[seam], StringComparison.Ordinal);
        }
    }

    [Theory]
    [MemberData(nameof(Variants))]
    public async Task EveryVariant_CarriesMessages_IsWhatItSays_AndCountsItself(string seam, string strategy)
    {
        const int Messages = 300;
        StrategySelection selection = VariantSelection.Of(seam, strategy);
        await using GameServer server = await GameServer.StartAsync(strategies: selection);
        await using RawClient client = await server.JoinAsync(1, "alice");
        byte[] payload = new StringValue { Value = "variant" }.ToByteArray();
        for (ushort seq = 1; seq <= Messages; seq++)
        {
            await client.SendAsync("ProtoRequest", seq, payload);
        }

        for (ushort seq = 1; seq <= Messages; seq++)
        {
            Reply reply = await client.ReadAsync();
            Assert.Equal((seq, "variant"), (reply.MsgSeq, StringValue.Parser.ParseFrom(reply.Payload).Value));
        }

        string counter = StrategyCatalog.Seam(seam).Find(strategy)!.Counter;
        if (seam is "buffer-pool" or "lock")
        {
            // Passed per receive or segment: how often depends on how the bytes come.
            Assert.True(server.Counter(counter) > 0);
        }
        else
        {
            long hits = HitsOf(seam, Messages);
            await server.UntilAsync(() => server.Counter(counter) == hits, $"{counter} is {hits}");
        }

        await ExerciseAsync(server, client, seam, Messages);
        await server.UntilAsync(
            () => StrategyCatalog.Seam(seam).Find(strategy)!.Counters.Where(c => c.MinPerMessage > 0).All(c => server.CounterOrZero(c.Name) >= c.MinPerMessage * Messages),
            $"the counters of {strategy} itself reach what proves it");
        AssertOthersAreSilent(server, seam, strategy);
        Assert.Equal(strategy, server.Server.BuiltStrategies[seam].Split('{')[0]);
        await client.DisposeAsync();
        await server.Server.StopAsync();
        Assert.Equal(0, server.Counter("stop.abandoned"));
        Assert.Equal(0, server.Counter("engine.faults"));
        Assert.Equal(server.Counter("buffers.rented"), server.Counter("buffers.returned"));
    }

    /// <summary>One message at a time and connections that come and go: what a pool gave out comes back, and is given out again.</summary>
    private static async Task ExerciseAsync(GameServer server, RawClient client, string seam, ushort seq)
    {
        for (int i = 1; i <= 50; i++)
        {
            Assert.Equal("again", (await client.RequestAsync("EchoRequest", (ushort)(seq + i), "again")).Text);
        }

        for (int i = 0; seam == "buffer-pool" && i < 50; i++)
        {
            await using RawClient guest = await server.JoinAsync(2 + i, $"guest{i}");
            Assert.Equal("guest", (await guest.RequestAsync("EchoRequest", 1, "guest")).Text);
        }
    }

    /// <summary>Code that did not run counts nothing, whatever the seam carries.</summary>
    private static void AssertOthersAreSilent(GameServer server, string seam, string strategy)
    {
        foreach (StrategyCounter counter in StrategyCatalog.Seam(seam).Strategies.Where(s => s.Id != strategy).SelectMany(s => s.Counters))
        {
            Assert.Equal(0, server.CounterOrZero(counter.Name));
        }
    }

    /// <summary>A connection carries the authentication and its reply too.</summary>
    private static long HitsOf(string seam, long messages) => seam is "send-pump" or "session" or "receive-buffer" ? messages + 1 : messages;

    [Fact]
    public async Task BuiltStrategies_OfDefaults_NamesKnobsAndOmitsWhatWasNotBuilt()
    {
        await using GameServer server = await GameServer.StartAsync();

        IReadOnlyDictionary<string, string> built = server.Server.BuiltStrategies;

        Assert.Equal("per-receive-batch{batchMax=1024}", built["hand-over"]);
        Assert.Equal("concurrent-queue", built["mailbox"]);
        Assert.Equal("scheduled", built["stage-loop"]);
        Assert.Equal("sync", built["dispatch-result"]);
        Assert.Equal("interned-table{idsMax=0}", built["message-id"]);
        Assert.Equal("array-pool-private", built["buffer-pool"]);
        Assert.Equal("saea", built["session"]);
        Assert.False(built.ContainsKey("receive-buffer") || built.ContainsKey("lock"));
        Assert.Equal("flush-on-idle{segmentBytesMax=65536}", built["send-pump"]);
        Assert.False(built.ContainsKey("message-pool"));
    }
}
