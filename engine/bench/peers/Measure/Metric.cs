namespace PlayHouse.Engine.Peers.Measure;

/// <summary>One figure of a sample as a column of a table.</summary>
/// <param name="Id">Key in the figures.</param>
/// <param name="Header">Column with its unit.</param>
/// <param name="Format">Number format.</param>
/// <param name="ShowsRange">Smallest and largest stand next to the median.</param>
internal sealed record Metric(string Id, string Header, string Format, bool ShowsRange = false);

/// <summary>Every figure.</summary>
internal static class Metrics
{
    /// <summary>Processor time of the server per message, user and kernel, in microseconds.</summary>
    public const string Cpu = "cpu";

    /// <summary>Messages delivered per second.</summary>
    public const string Rate = "rate";

    /// <summary>Instructions of the server per message, user and kernel.</summary>
    public const string Instructions = "instructions";

    /// <summary>User instructions of the server per message.</summary>
    public const string UserInstructions = "user-instructions";

    /// <summary>Managed bytes allocated per message; 0 for a server without a managed heap.</summary>
    public const string Allocated = "allocated";

    /// <summary>Threads of the server at the end.</summary>
    public const string Threads = "threads";

    /// <summary>Cores that the server, or the receiver, used.</summary>
    public const string ServerCores = "server-cores";

    /// <summary>Cores that the client, or the sender, used.</summary>
    public const string ClientCores = "client-cores";

    /// <summary>Processor time of the sender per delivered message, in microseconds.</summary>
    public const string SenderCpu = "sender-cpu";

    /// <summary>Median latency from the due time, in microseconds.</summary>
    public const string P50 = "p50";

    /// <summary>99th percentile, as <see cref="P50"/>.</summary>
    public const string P99 = "p99";

    /// <summary>99.9th percentile, as <see cref="P50"/>.</summary>
    public const string P999 = "p999";

    /// <summary>99th percentile of how late the load itself sent, in microseconds.</summary>
    public const string Lateness = "lateness";

    /// <summary>Share of the sent messages that the receiver dropped.</summary>
    public const string LostShare = "lost";

    /// <summary>Messages offered per second.</summary>
    public const string Offered = "offered";

    private static readonly Metric[] Ends =
    [
        new(Allocated, "allocated B/msg", "0.00"), new(Threads, "threads", "0"),
        new(ServerCores, "server cores", "0.00"), new(ClientCores, "client core", "0.00"),
    ];

    /// <summary>Columns of a closed loop.</summary>
    public static IReadOnlyList<Metric> Capacity { get; } =
    [
        new(Cpu, "CPU µs/msg", "0.000", ShowsRange: true), new(Rate, "msg/s", "N0"),
        new(UserInstructions, "user instr./msg", "N0"), new(Instructions, "instr./msg", "N0"), .. Ends,
    ];

    /// <summary>Columns of an open loop.</summary>
    public static IReadOnlyList<Metric> Latency { get; } =
    [
        new(P50, "p50 µs", "N0"), new(P99, "p99 µs", "N0", ShowsRange: true), new(P999, "p99.9 µs", "N0"), new(Lateness, "load's own lateness p99 µs", "N0"),
        new(Offered, "offered/s", "N0"), new(Rate, "delivered/s", "N0"), new(Cpu, "CPU µs/msg", "0.000"), .. Ends,
    ];

    /// <summary>Columns of messages between servers.</summary>
    public static IReadOnlyList<Metric> Mesh { get; } =
    [
        new(Rate, "delivered msg/s", "N0", ShowsRange: true), new(LostShare, "dropped", "P1"), new(Cpu, "receiver CPU µs/msg", "0.000"), new(SenderCpu, "sender CPU µs/msg", "0.000"),
        new(Allocated, "receiver allocated B/msg", "0.00"), new(ServerCores, "receiver cores", "0.00"), new(ClientCores, "sender cores", "0.00"),
    ];
}
