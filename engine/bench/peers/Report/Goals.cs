using PlayHouse.Engine.Peers.Measure;
using PlayHouse.Engine.Peers.Mesh;
using PlayHouse.Engine.Peers.Servers;

namespace PlayHouse.Engine.Peers.Report;

/// <summary>Every goal, those that cannot be measured here included.</summary>
internal static class Goals
{
    private const string NoInstructions = "this machine does not count user and kernel instructions of another process (no counters, or `perf_event_paranoid` above 1)";
    private const string NoOther = "measured outside this repository, which does not hold the existing engine";

    private const string NoMachine = "needs the clients on another machine: here they have one of the two processors";

    private static readonly string Engine = PeerCatalog.Engine.Id;
    private static readonly string Inline = PeerCatalog.EngineInline.Id;
    private static readonly string Raw = PeerCatalog.RawSaea.Id;
    private static readonly string Kestrel = PeerCatalog.Kestrel.Id;
    private static readonly string LoopInline = PeerCatalog.EngineLoopInline.Id;

    /// <summary>All in display order.</summary>
    public static IReadOnlyList<Goal> All { get; } =
    [
        Instructions(Cells.Depth1, 1.25, 1.12),
        Instructions(Cells.Depth10, 1.4, 1.2),
        Instructions(Cells.Depth100, 2.0, 1.6),
        Cpu("P1b", Engine, Raw, Cells.Depth1, 1.6, 1.2),
        Cpu("P1b", Engine, Raw, Cells.Depth10, 1.6, 1.3),
        Cpu("P1b", Engine, Raw, Cells.Depth100, 2.5, 1.7),
        Cpu("P1b", Engine, Raw, Cells.Room, 1.5, 1.2),
        Cpu("P2", Inline, PeerCatalog.RawSaeaInline.Id, Cells.Depth1, 1.6, 1.3),
        Cpu("P2", Inline, PeerCatalog.RawSaeaInline.Id, Cells.Depth10, 2.5, 1.6),
        Cpu("P3", Engine, Kestrel, Cells.Depth1, 1.1, 0.9),
        Cpu("P3", Engine, Kestrel, Cells.Depth10, 1.0, 0.7),
        Cpu("P4", Inline, PeerCatalog.Epoll.Id, Cells.Depth1, 2.0, 1.5),
        Cpu("P4", Inline, PeerCatalog.Epoll.Id, Cells.Depth10, 3.0, 1.8),
        Other(1, 0.3, 0.2), Other(10, 0.05, 0.025), Other(100, 0.01, 0.004),
        new("P6", Engine, null, Cells.Depth10, Metrics.Rate, Wish.AtLeast, 500_000, 1_000_000),
        new("P7", Engine, Raw, Cells.Latency, Metrics.P99, Wish.AtMost, 2, 1.3),
        new("P8", PeerCatalog.EngineSilent.Id, Engine, Cells.Silent, Metrics.P99, Wish.AtMost, 1.5, 1.2),
        Mesh("P9", MeshCatalog.EngineThree, Cells.MeshSmall, 0.75, 0.9),
        Mesh("P9", MeshCatalog.EngineThree, Cells.MeshLarge, 0.75, 0.9),
        Mesh("P10", MeshCatalog.EngineMerged, Cells.MeshSmall, 1.2, 1.5),
        Mesh("P10", MeshCatalog.EngineMerged, Cells.MeshLarge, 1.0, 1.15),
        Cpu("P11", PeerCatalog.EngineTls.Id, Engine, Cells.Tls, 2.5, 1.8),
        Cpu("P12", PeerCatalog.EngineLimited.Id, PeerCatalog.EngineUnlimited.Id, Cells.Limits1, 1.03, 1.01),
        Cpu("P12", PeerCatalog.EngineLimited.Id, PeerCatalog.EngineUnlimited.Id, Cells.Limits10, 1.05, 1.02),
        Cpu("P13", PeerCatalog.EngineFanOut.Id, Engine, Cells.FanOut100, 2, 1.3),
        Cpu("P3e", LoopInline, Kestrel, Cells.Depth1, 0.8, 0.65),
        Cpu("P3e", LoopInline, Kestrel, Cells.Depth10, 0.85, 0.7),
        Cpu("P4e", LoopInline, PeerCatalog.Epoll.Id, Cells.Depth1, 1.5, 1.25),
        Cpu("P4e", LoopInline, PeerCatalog.Epoll.Id, Cells.Depth10, 1.7, 1.4),
        Cpu("P4e", LoopInline, PeerCatalog.Epoll.Id, Cells.Depth100, 3.0, 2.0),
        new("P6e", LoopInline, null, Cells.Depth10, Metrics.Rate, Wish.AtLeast, 1_200_000, 1_500_000),
        new("P7e", LoopInline, PeerCatalog.Epoll.Id, Cells.Latency, Metrics.P99, Wish.AtMost, 1.5, 1.2),
        new("P8e", PeerCatalog.EngineLoopInlineSilent.Id, PeerCatalog.Epoll.Id, Cells.Silent, Metrics.P99, Wish.AtMost, 1.5, 1.2),
        new("P14", LoopInline, "one loop", null, Metrics.Cpu, Wish.AtMost, 1 / 0.9, 1 / 0.97) { Missing = NoMachine, Load = "two loops on two processors, depth 10, 64 B" },
        new("accept", Engine, Kestrel, Cells.Logins, Metrics.Rate, Wish.AtLeast, 0.8, 1),
        Goal.Told("P13", PeerCatalog.EngineFanOut.Id, Engine, Cells.FanOut1, Metrics.Cpu, "told: one push per write"),
        Goal.Told("mesh", MeshCatalog.EngineStage.Id, MeshCatalog.Zmq.Id, Cells.MeshSmall, Metrics.Rate, "told: from game to game"),
        Goal.Told("mesh", MeshCatalog.EngineStage.Id, MeshCatalog.Zmq.Id, Cells.MeshLarge, Metrics.Rate, "told: from game to game"),
        Goal.Told("hops", PeerCatalog.EngineHops.Id, Engine, Cells.Depth1, Metrics.Cpu, "told: cost of the breakdown"),
        Goal.Told("hops", PeerCatalog.EngineHops.Id, Engine, Cells.Depth10, Metrics.Cpu, "told: cost of the breakdown"),
    ];

    /// <summary>Ids that a run can be narrowed to.</summary>
    public static IReadOnlyList<string> Measurable { get; } = [.. Cells.All.SelectMany(c => c.Goals).Distinct()];

    private static Goal Cpu(string id, string server, string against, Cell cell, double must, double target) =>
        new(id, server, against, cell, Metrics.Cpu, Wish.AtMost, must, target);

    private static Goal Instructions(Cell cell, double must, double target) =>
        new("P1", Engine, Raw, cell, Metrics.Instructions, Wish.AtMost, must, target) { Missing = NoInstructions };

    private static Goal Mesh(string id, MeshKind server, Cell cell, double must, double target) =>
        new(id, server.Id, MeshCatalog.Zmq.Id, cell, Metrics.Rate, Wish.AtLeast, must, target);

    private static Goal Other(int depth, double must, double target) =>
        new("P5", Engine, "the existing engine", null, Metrics.Cpu, Wish.AtMost, must, target) { Missing = NoOther, Load = $"depth {depth}, 64 B" };
}
