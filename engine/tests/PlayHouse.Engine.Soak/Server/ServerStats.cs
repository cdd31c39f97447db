using System.Diagnostics;

namespace PlayHouse.Engine.Soak.Server;

/// <summary>What a server process says about itself.</summary>
internal sealed record ServerStats
{
    public required double TimeSeconds { get; init; }

    public required long RssBytes { get; init; }

    public required long HeapBytes { get; init; }

    public required long AllocatedBytes { get; init; }

    public required int Gen0 { get; init; }

    public required int Gen1 { get; init; }

    public required int Gen2 { get; init; }

    public required int Threads { get; init; }

    public required int Descriptors { get; init; }

    public required double CpuSeconds { get; init; }

    public required long LoopSteps { get; init; }

    /// <summary>Lateness of loop steps in ms: median, P99, P99.9, maximum.</summary>
    public required double[] LatenessMs { get; init; }

    /// <summary>Messages between servers that were accepted for sending, and that a stage handled.</summary>
    public required long ServerSent { get; init; }

    public required long ServerReceived { get; init; }

    public required IReadOnlyDictionary<string, long> Counters { get; init; }

    /// <summary>Reads the own process. Collections asked for by <paramref name="collects"/> count like any other.</summary>
    public static ServerStats Read(IReadOnlyDictionary<string, long> counters, LatenessLog lateness, ServerTraffic traffic, bool collects)
    {
        if (collects)
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
            GC.Collect();
        }

        using Process self = Process.GetCurrentProcess();
        (long steps, double[] quantiles) = lateness.Read(0.5, 0.99, 0.999, 1);
        return new ServerStats
        {
            TimeSeconds = Stopwatch.GetTimestamp() / (double)Stopwatch.Frequency,
            RssBytes = self.WorkingSet64,
            HeapBytes = GC.GetTotalMemory(false),
            AllocatedBytes = GC.GetTotalAllocatedBytes(),
            Gen0 = GC.CollectionCount(0),
            Gen1 = GC.CollectionCount(1),
            Gen2 = GC.CollectionCount(2),
            Threads = self.Threads.Count,
            Descriptors = Directory.Exists("/proc/self/fd") ? Directory.GetFiles("/proc/self/fd").Length : self.HandleCount,
            CpuSeconds = self.TotalProcessorTime.TotalSeconds,
            LoopSteps = steps,
            LatenessMs = quantiles,
            ServerSent = traffic.Sent,
            ServerReceived = traffic.Received,
            Counters = counters,
        };
    }
}
