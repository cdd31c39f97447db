using System.Diagnostics;
using System.Globalization;
using PlayHouse.Engine.Peers.Mesh;

namespace PlayHouse.Engine.Peers.Measure;

/// <summary>One sample of messages between servers: the receiver on the first processor, the sender on the second.</summary>
internal sealed class MeshRun(BenchPlan plan)
{
    private static readonly TimeSpan FirstDeadline = TimeSpan.FromSeconds(30);

    public async Task<Sample> MeasureAsync(MeshCell cell, string arm, int round, CancellationToken cancellation)
    {
        MeshKind kind = MeshCatalog.Find(arm)!;
        string bytes = cell.PayloadBytes.ToString(CultureInfo.InvariantCulture);
        await using PeerProcess receiver = await StartAsync(0, ["mesh-receive", kind.Id, bytes], cancellation);
        await using PeerProcess sender = await StartAsync(1, ["mesh-send", kind.Id, bytes], cancellation);
        await ConnectAsync(receiver, sender.Port, cancellation);
        await ConnectAsync(sender, receiver.Port, cancellation);
        await FirstAsync(receiver, cancellation);
        WarmUpOutcome warm = await WarmUpWait.RunAsync(plan.WarmUp, Stopwatch.GetTimestamp(), [receiver, sender], cancellation);
        Mark begin = await MarkAsync(receiver, sender, cancellation);
        await Task.Delay(plan.WindowMs, cancellation);
        Mark end = await MarkAsync(receiver, sender, cancellation);
        return ToSample(cell, arm, round, begin, end) with { WarmUp = warm };
    }

    /// <summary>What two marks say together.</summary>
    /// <exception cref="InvalidOperationException">A message was wrong, or lost where none may be, or none came.</exception>
    public static Sample ToSample(MeshCell cell, string arm, int round, Mark begin, Mark end)
    {
        long messages = end.Delivered - begin.Delivered;
        if (messages <= 0 || end.Wrong > 0 || (end.Lost > 0 && !MeshCatalog.Find(arm)!.MayLose))
        {
            throw new InvalidOperationException($"{arm} delivered {messages} messages; {end.Lost} were lost, {end.Wrong} wrong or out of order ({cell.Name}).");
        }

        double seconds = (end.Nanoseconds - begin.Nanoseconds) / 1e9;
        double receiverUs = end.Receiver.CpuMicroseconds - begin.Receiver.CpuMicroseconds;
        double senderUs = end.Sender.CpuMicroseconds - begin.Sender.CpuMicroseconds;
        return new Sample(cell, arm, round, new Dictionary<string, double>
        {
            [Metrics.Rate] = messages / seconds,
            [Metrics.LostShare] = (end.Lost - begin.Lost) / (double)(messages + end.Lost - begin.Lost),
            [Metrics.Cpu] = receiverUs / messages,
            [Metrics.SenderCpu] = senderUs / messages,
            [Metrics.Allocated] = (double)(end.Receiver.AllocatedBytes - begin.Receiver.AllocatedBytes) / messages,
            [Metrics.ServerCores] = receiverUs / 1e6 / seconds,
            [Metrics.ClientCores] = senderUs / 1e6 / seconds,
        });
    }

    private static Task<PeerProcess> StartAsync(int processor, string[] arguments, CancellationToken cancellation) =>
        PeerProcess.StartAsync(processor, Environment.ProcessPath!, arguments, hasCompiler: true, hasInlineCompletions: false, cancellation);

    private static async Task ConnectAsync(PeerProcess end, int port, CancellationToken cancellation) =>
        await end.AskAsync(string.Create(CultureInfo.InvariantCulture, $"connect {port}"), "connected", cancellation);

    /// <summary>Waits until the two have found each other.</summary>
    private static async Task FirstAsync(PeerProcess receiver, CancellationToken cancellation)
    {
        long start = Stopwatch.GetTimestamp();
        while ((await DeliveredAsync(receiver, cancellation))[0] == 0)
        {
            if (Stopwatch.GetElapsedTime(start) > FirstDeadline)
            {
                throw new InvalidOperationException($"No message came within {FirstDeadline.TotalSeconds:0} s.");
            }

            await Task.Delay(WarmUpRules.PollMs, cancellation);
        }
    }

    private static async Task<Mark> MarkAsync(PeerProcess receiver, PeerProcess sender, CancellationToken cancellation)
    {
        long[] delivered = await DeliveredAsync(receiver, cancellation);
        return new Mark(delivered[0], delivered[1], delivered[2], delivered[3], await receiver.UseAsync(cancellation), await sender.UseAsync(cancellation));
    }

    private static async Task<long[]> DeliveredAsync(PeerProcess receiver, CancellationToken cancellation) =>
        [.. (await receiver.AskAsync("delivered?", "delivered", cancellation)).Skip(1).Select(w => long.Parse(w, CultureInfo.InvariantCulture))];

    /// <summary>Both ends at one moment.</summary>
    /// <param name="Delivered">Messages the receiver has counted.</param>
    /// <param name="Lost">Messages that never came.</param>
    /// <param name="Wrong">Messages that were not what was due.</param>
    /// <param name="Nanoseconds">The receiver's clock.</param>
    /// <param name="Receiver">What the receiver has used.</param>
    /// <param name="Sender">What the sender has used.</param>
    internal readonly record struct Mark(long Delivered, long Lost, long Wrong, long Nanoseconds, ProcessUse Receiver, ProcessUse Sender);
}
