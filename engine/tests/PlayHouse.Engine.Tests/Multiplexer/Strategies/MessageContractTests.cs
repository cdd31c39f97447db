using PlayHouse.Engine.Strategies;
using PlayHouse.Multiplexer.Tests.Fakes;

namespace PlayHouse.Multiplexer.Tests.Strategies;

/// <summary>What every variant promises about messages, over real sockets, streams and pipes: order per sender, no loss, no mixing.</summary>
public sealed class MessageContractTests
{
    private const int Senders = 4;
    private const int MessagesPerSender = 30;
    private static readonly int[] Sizes = [8, 9, 64, 1_023, 1_024, 1_025, 4_096, 4_097, 9_000, 65_536, 65_537, 200_000];

    public static TheoryData<string, string> Cases
    {
        get
        {
            TheoryData<string, string> cases = [];
            foreach (string variant in Variants.AllAndCut)
            {
                foreach (string transport in ConnectionPair.Transports)
                {
                    cases.Add(variant, transport);
                }
            }

            return cases;
        }
    }

    public static TheoryData<string> Names => Variants.Data(Variants.AllAndCut);

    [Theory]
    [MemberData(nameof(Cases))]
    public async Task ConcurrentSenders_BothDirections_ArriveWholeInOrderOnce(string variant, string transport)
    {
        await using ConnectionPair pair = await ConnectionPair.OpenAsync(transport, Variants.Selection(variant));

        await Task.WhenAll(
            SendAllAsync(pair.Near), ReceiveAllAsync(pair.Far),
            SendAllAsync(pair.Far), ReceiveAllAsync(pair.Near));

        IReadOnlyDictionary<string, long> near = pair.Near.ReadCounters();
        IReadOnlyDictionary<string, long> far = pair.Far.ReadCounters();
        const long Messages = Senders * MessagesPerSender;
        Assert.Equal(Messages, near["mux.messages-out"]);
        Assert.Equal(Messages, far["mux.messages-in"]);
        Assert.Equal(near["mux.bytes-out"], far["mux.bytes-in"]);
        Assert.Equal(near["mux.payload-bytes-out"], far["mux.payload-bytes-in"]);
        Assert.All(["seam.mux-chunk", "seam.mux-header", "seam.mux-emit"], seam => Assert.Equal(Messages, near[seam]));
        Assert.Equal(Messages, far["seam.mux-receive"]);
        AssertOwnCodeCounts(near, variant);
        Assert.Equal(0, pair.Near.ArraysOut);
        Assert.Equal(0, pair.Far.ArraysOut);
    }

    /// <summary>The code of each strategy counts for itself, and that of no other strategy counts at all.</summary>
    private static void AssertOwnCodeCounts(IReadOnlyDictionary<string, long> counters, string variant)
    {
        IReadOnlyDictionary<string, StrategyChoice> choices = MultiplexerCatalog.Resolve(Variants.Selection(variant));
        foreach (StrategyDescriptor strategy in MultiplexerCatalog.Seams.SelectMany(s => s.Strategies))
        {
            bool isBuilt = choices[strategy.Seam].Id == strategy.Id;
            Assert.All(strategy.Counters.Where(c => !isBuilt || c.MinPerMessage > 0), c => Assert.Equal(isBuilt, counters[c.Name] > 0));
        }
    }

    /// <summary>A peer that leaves between messages is no failure.</summary>
    [Theory]
    [MemberData(nameof(Names))]
    public async Task PeerEnds_AfterMessages_DeliversThemAndThenTheEnd(string variant)
    {
        await using ConnectionPair pair = await ConnectionPair.OpenAsync("socket", Variants.Selection(variant));
        byte[] body = Bodies.Make(1, 2, 70_000);

        await pair.Near.SendAsync(body);
        await pair.Near.DisposeAsync();

        Assert.Equal(body, await pair.Far.NextAsync());
        Assert.Null(await pair.Far.NextOrEndAsync());
        await pair.Far.Completion.WaitAsync(Wait.Deadline);
        Assert.Equal(MultiplexerFailure.None, pair.Far.Failure);
    }

    private static async Task SendAllAsync(MultiplexerConnection connection) =>
        await Task.WhenAll(Enumerable.Range(0, Senders).Select(sender => Task.Run(async () =>
        {
            for (int number = 0; number < MessagesPerSender; number++)
            {
                await connection.SendAsync(Bodies.Make(sender, number, Sizes[(number + sender) % Sizes.Length]));
            }
        })));

    private static async Task ReceiveAllAsync(MultiplexerConnection connection)
    {
        int[] next = new int[Senders];
        for (int i = 0; i < Senders * MessagesPerSender; i++)
        {
            (int sender, int number) = Bodies.Check(await connection.NextAsync());
            Assert.Equal(next[sender]++, number);
        }
    }
}
