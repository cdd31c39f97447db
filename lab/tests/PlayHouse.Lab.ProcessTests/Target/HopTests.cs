using System.Buffers.Binary;
using System.Diagnostics;
using PlayHouse.Lab.Control;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Scenarios;

namespace PlayHouse.Lab.Target.Tests;

public sealed class HopTests
{
    private const int DataBytes = 20;
    private const int Messages = 50;

    // Field 1 with 20 bytes of data, field 2 with a number.
    private static readonly byte[] ProtoPrefix = [0x0A, DataBytes];
    private static readonly byte[] ProtoSuffix = [0x10, 5];

    [Theory]
    [InlineData(ScenarioCatalog.Echo, "EchoRequest", 7, false)]
    [InlineData(ScenarioCatalog.ProtoEcho, "LabEchoRequest", 7, true)]
    [InlineData(ScenarioCatalog.Send, "SendRequest", 0, false)]
    public async Task Marks_WithHops_TellEveryHopOfTheMessagesSinceTheReset(string scenario, string request, ushort seq, bool isProto)
    {
        await using TargetProcess target = TargetProcess.Launch();
        ReadyBody ready = await target.StartWithHopsAsync(scenario, DataBytes);
        using var client = new FrameClient(ready.Ports["tcp"]);
        client.Request("AuthenticateRequest", 1, []);
        Exchange(client, request, seq, isProto);
        await UntilAsync(target, Messages);

        await target.MarkHopsAsync(resets: true);
        long took = Exchange(client, request, seq, isProto);
        IReadOnlyList<HopRecord> hops = await UntilAsync(target, Messages);

        Assert.Equal(
            ["client-sent→received", "received→enqueued", "enqueued→dequeued", "dequeued→handled", "handled→written"], hops.Select(h => h.Name));
        Assert.All(hops, h => Assert.Equal(Messages, h.Count));

        // One at a time: what the hops share cannot be more than what the client waited.
        Assert.InRange(hops.Sum(h => h.MeanNs * h.Count), 1, took);
    }

    [Fact]
    public async Task Marks_WithoutHops_TellNone()
    {
        await using TargetProcess target = TargetProcess.Launch();
        ReadyBody ready = await target.StartAsync(ScenarioCatalog.Echo);
        using var client = new FrameClient(ready.Ports["tcp"]);
        client.Request("AuthenticateRequest", 1, []);
        client.Request("EchoRequest", 1, "x"u8);

        Assert.Empty(await target.MarkHopsAsync(resets: true));
    }

    /// <summary>Sends one after the other and returns the nanoseconds that all of them took.</summary>
    private static long Exchange(FrameClient client, string request, ushort seq, bool isProto)
    {
        long took = 0;
        for (int i = 0; i < Messages; i++)
        {
            byte[] data = new byte[DataBytes];
            long sentNs = NowNs();
            BinaryPrimitives.WriteInt64LittleEndian(data.AsSpan(12), sentNs);
            client.Request(request, seq, isProto ? [.. ProtoPrefix, .. data, .. ProtoSuffix] : data);
            took += NowNs() - sentNs;
        }

        return took;
    }

    private static long NowNs() => (long)(Stopwatch.GetTimestamp() * (1e9 / Stopwatch.Frequency));

    /// <summary>A client may have a reply before the target has booked its write.</summary>
    private static async Task<IReadOnlyList<HopRecord>> UntilAsync(TargetProcess target, long messages)
    {
        using CancellationTokenSource deadline = new(TimeSpan.FromSeconds(30));
        while (true)
        {
            IReadOnlyList<HopRecord> hops = await target.MarkHopsAsync();
            if (hops[^1].Count >= messages)
            {
                return hops;
            }

            deadline.Token.ThrowIfCancellationRequested();
        }
    }
}
