using PlayHouse.Engine.Mesh.Tests.Fixtures;
using PlayHouse.Engine.Protocol;
using PlayHouse.Engine.Strategies;

namespace PlayHouse.Engine.Mesh.Tests.Strategies;

/// <summary>Servers of different strategies understand each other wherever the strategy is one server's own business, and each combination keeps the promises of a mesh.</summary>
public sealed class MeshVariantTests
{
    private static readonly string[] OwnBusiness = ["header-codec", "header-parse", "peer-id", "request-table"];

    public static TheoryData<string, string> Variants
    {
        get
        {
            TheoryData<string, string> variants = [];
            foreach (StrategyDescriptor strategy in OwnBusiness.SelectMany(s => StrategyCatalog.Seam(s).Strategies))
            {
                variants.Add(strategy.Seam, strategy.Id);
            }

            return variants;
        }
    }

    [Theory]
    [MemberData(nameof(Variants))]
    public async Task Variant_AgainstADefaultServer_ExchangesEveryField(string seam, string strategy)
    {
        InMemoryServerDirectory directory = MeshNode.NewDirectory();
        await using MeshNode a = await MeshNode.StartAsync("a", directory, strategies: StrategySelection.Default.With(seam, strategy));
        await using MeshNode b = await MeshNode.StartAsync("b", directory);
        await a.UntilReachableAsync("b");
        await b.UntilReachableAsync("a");
        RouteHeader full = new("Grüße", 0, uint.MaxValue, ushort.MaxValue, "", long.MinValue, -1, long.MaxValue, false, true);
        byte[] payload = [.. Enumerable.Range(0, 5_000).Select(i => (byte)i)];

        Assert.Equal(SendResult.Accepted, a.Mesh.Send("b", full, payload));
        Assert.Equal(SendResult.Accepted, b.Mesh.Send("a", full, payload));

        await a.UntilAsync(() => a.Kept.Any(m => m.Header == full with { From = "b" } && m.Payload.AsSpan().SequenceEqual(payload)), "b's message arrives whole");
        await b.UntilAsync(() => b.Kept.Any(m => m.Header == full with { From = "a" } && m.Payload.AsSpan().SequenceEqual(payload)), "a's message arrives whole");
        Assert.Equal((0, 0), (a.Counter("mesh.malformed"), b.Counter("mesh.malformed")));
    }

    [Theory]
    [InlineData("to-byte-array", "parse-from", "string-per-receive", "tcs-cancellation-source", "three-frames")]
    [InlineData("coded-output-stream", "merge-into-pooled", "byte-compared-cache", "pooled-awaitable", "merged-frame")]
    [InlineData("write-to-span", "field-reader", "string-per-receive", "tcs-cancellation-source", "merged-frame")]
    public async Task Combination_ManyRequestsErrorsAndTimeOuts_EndsEachOnceAndKeepsNoBuffer(string codec, string parse, string peers, string table, string frames)
    {
        const int Requests = 3_000;
        StrategySelection selection = StrategySelection.Default
            .With("header-codec", codec).With("header-parse", parse).With("peer-id", peers).With("request-table", table).With("mesh-frame", frames);
        EngineLimits limits = EngineLimits.Default with { ServerRequestTimeout = TimeSpan.FromSeconds(2) };
        InMemoryServerDirectory directory = MeshNode.NewDirectory();
        await using MeshNode a = await MeshNode.StartAsync("a", directory, limits, strategies: selection);
        await using MeshNode b = await MeshNode.StartAsync("b", directory, limits, strategies: selection);
        await a.UntilReachableAsync("b");
        b.Handle = message =>
        {
            int number = BitConverter.ToInt32(message.Payload.Span);
            if (number % 100 != 1)
            {
                ushort code = number % 100 == 2 ? (ushort)1234 : ErrorCodes.Success;
                b.Mesh.Send("a", new RouteHeader("answer", message.Header.MsgSeq, ErrorCode: code, IsReply: true), message.Payload.Span);
            }

            message.Release();
            return true;
        };

        ushort[] outcomes = await Task.WhenAll(Enumerable.Range(0, Requests).Select(i => OutcomeAsync(a, i)));

        for (int i = 0; i < Requests; i++)
        {
            // On a busy machine an answer may come too late, which is an end by name as well.
            Assert.Contains(outcomes[i], i % 100 == 1 ? [ErrorCodes.RequestTimeout] : new[] { i % 100 == 2 ? (ushort)1234 : ErrorCodes.Success, ErrorCodes.RequestTimeout });
        }

        Assert.Equal(0, a.Mesh.PendingRequests);
        await a.UntilAsync(() => a.Pool.Rented == a.Pool.Returned && b.Pool.Rented == b.Pool.Returned, "every buffer is back");
        Assert.Equal((0, 0), (a.Counter("mesh.malformed"), b.Counter("mesh.malformed")));
    }

    [Fact]
    public async Task Counters_OfAPeerThatIsRemoved_StayCounted()
    {
        InMemoryServerDirectory knownToA = MeshNode.NewDirectory();
        InMemoryServerDirectory knownToB = MeshNode.NewDirectory();
        await using MeshNode a = await MeshNode.StartAsync("a", knownToA);
        await using MeshNode b = await MeshNode.StartAsync("b", knownToB);
        await knownToA.ExchangeAsync(new ServerEntry("b", b.Mesh.Address), CancellationToken.None);
        await knownToB.ExchangeAsync(new ServerEntry("a", a.Mesh.Address), CancellationToken.None);
        await a.UntilReachableAsync("b");
        long encoded = a.Counter("seam.header-codec");
        Assert.Equal(SendResult.Accepted, a.Mesh.Send("b", new RouteHeader("last"), default));
        await b.UntilAsync(() => b.Kept.Any(m => m.Header.MsgId == "last"), "the last message arrives");

        knownToA.Remove("b");
        await a.UntilAsync(() => a.Mesh.Send("b", new RouteHeader("refused"), default) == SendResult.Unreachable, "the peer is removed");

        Assert.True(a.Counter("seam.header-codec") >= encoded + 1, "what was encoded for it stays counted");
    }

    /// <summary>Success with the right payload, or the code of the failure.</summary>
    private static async Task<ushort> OutcomeAsync(MeshNode node, int number)
    {
        try
        {
            using ServerReply reply = await node.RequestAsync("b", "ask", BitConverter.GetBytes(number));
            Assert.Equal(number, BitConverter.ToInt32(reply.Payload.Span));
            return ErrorCodes.Success;
        }
        catch (ServerRequestException failure)
        {
            return failure.ErrorCode;
        }
    }
}
