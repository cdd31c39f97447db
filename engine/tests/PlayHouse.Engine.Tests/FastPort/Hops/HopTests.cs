using System.Diagnostics;
using PlayHouse.Engine.Diagnostics;
using PlayHouse.Engine.Strategies;
using PlayHouse.FastPort.Hops;
using PlayHouse.FastPort.Tests.Child;
using Xunit.Abstractions;

namespace PlayHouse.FastPort.Tests.Hops;

/// <summary>Round trips taken apart on a real connection: identities and counts, never times.</summary>
public sealed class HopTests(ITestOutputHelper output)
{
    // Some strategies spin while they wait.
    private const int Echoes = 50;

    public static TheoryData<string> All => Selections.All;

    [Theory]
    [MemberData(nameof(All))]
    public async Task Hops_OfEveryMessage_AddUpToItsRoundTrip(string name)
    {
        StrategySelection selection = Selections.Parse(name);
        await using FastPortServer server = Servers.Start(selection, recordHops: true);
        await using FastPortClient client = await Servers.ConnectAsync(server, selection, recordHops: true);
        EchoReply[] replies = new EchoReply[Echoes];
        for (int i = 0; i < Echoes; i++)
        {
            replies[i] = await client.EchoAsync(new byte[64]).WaitAsync(Wait.Deadline);
        }

        Dictionary<ulong, HopTrace> clientTraces = client.ReadTraces().ToDictionary(t => t.RequestId);
        Dictionary<ulong, HopTrace> serverTraces = server.ReadTraces().ToDictionary(t => t.RequestId);
        Assert.Equal((Echoes, Echoes), (clientTraces.Count, serverTraces.Count));
        foreach (EchoReply reply in replies)
        {
            // The reply's own stamps are made apart from the trace's: the handler's come after the parser's.
            long[] hops = HopPath.Ticks(clientTraces[reply.RequestId], serverTraces[reply.RequestId]);
            HopTrace trace = clientTraces[reply.RequestId];
            Assert.All(hops, ticks => Assert.True(ticks >= 0, string.Join(' ', hops)));
            Assert.Equal(trace.Dequeued - reply.ClientSendTicks, hops.Sum() + (trace.Dequeued - trace.Parsed));
            Assert.Equal(reply.ClientReceivedTicks, trace.Dequeued);
            Assert.InRange(reply.ServerReceivedTicks, serverTraces[reply.RequestId].Parsed, serverTraces[reply.RequestId].Handled);
        }

        CheckSummaries(client, server);
    }

    [Fact]
    public async Task Hops_ManyAtATime_AreKeptApart()
    {
        await using FastPortServer server = Servers.Start(StrategySelection.Default, recordHops: true);
        await using FastPortClient client = await Servers.ConnectAsync(server, StrategySelection.Default, recordHops: true);
        EchoReply[] replies = await Task.WhenAll(Enumerable.Range(0, Echoes).Select(i => client.EchoAsync(new byte[i * 40]))).WaitAsync(Wait.Deadline);

        Dictionary<ulong, HopTrace> clientTraces = client.ReadTraces().ToDictionary(t => t.RequestId);
        Dictionary<ulong, HopTrace> serverTraces = server.ReadTraces().ToDictionary(t => t.RequestId);
        Assert.All(replies, r => Assert.All(HopPath.Ticks(clientTraces[r.RequestId], serverTraces[r.RequestId]), t => Assert.True(t >= 0)));
        CheckSummaries(client, server);
    }

    [Fact]
    public async Task Hops_NotRecorded_AreEmpty()
    {
        await using FastPortServer server = Servers.Start(StrategySelection.Default);
        await using FastPortClient client = await Servers.ConnectAsync(server, StrategySelection.Default);
        await client.EchoAsync(new byte[1]);

        Assert.Empty(server.ReadHops());
        Assert.Empty(client.ReadHops());
        Assert.Empty(server.ReadTraces());
    }

    [Fact]
    public void Histogram_Values_AreCountedWithinTheirResolution()
    {
        HopHistogram histogram = new();
        Assert.Equal((0, 0.0, 0.0), (histogram.Count, histogram.Mean, histogram.Quantile(0.5)));
        long[] values = [0, 1, 63, 64, 65, 127, 128, 1_000, 123_456_789, long.MaxValue];
        foreach (long value in values)
        {
            histogram.Add(value);
            HopHistogram single = new();
            single.Add(value);
            Assert.InRange(single.Quantile(0.5), value * (1 - (1 / 64.0)), value * (1 + (1 / 64.0)));
        }

        Assert.Equal(values.Length, histogram.Count);
        Assert.Equal(65, histogram.Quantile(0.5));
        Assert.Equal(0, histogram.Quantile(0.1));
        Assert.Throws<ArgumentOutOfRangeException>(() => histogram.Add(-1));
    }

    private void CheckSummaries(FastPortClient client, FastPortServer server)
    {
        IReadOnlyList<HopSummary> ofClient = client.ReadHops();
        IReadOnlyList<HopSummary> ofServer = server.ReadHops();
        foreach (HopSummary hop in ofClient.Concat(ofServer))
        {
            output.WriteLine($"{hop.Name,-24}{hop.Count,6}{hop.MeanNs / 1000,12:F1} us mean{hop.P50Ns / 1000,12:F1} us p50{hop.P99Ns / 1000,12:F1} us p99");
            Assert.Equal(Echoes, hop.Count);
            Assert.True(hop.P50Ns <= hop.P99Ns);
        }

        Assert.Equal(["server-parse-wait", "server-queue", "server-handler", "server-send-wait"], ofServer.Select(h => h.Name));
        double sum = ofClient.Take(ofClient.Count - 1).Sum(h => h.MeanNs);
        Assert.Equal("round-trip", ofClient[^1].Name);
        Assert.Equal(ofClient[^1].MeanNs, sum, 1e9 / Stopwatch.Frequency);
    }
}
