using PlayHouse.Engine.Peers.Mesh;
using PlayHouse.Engine.Peers.Servers;

namespace PlayHouse.Engine.Peers.Measure;

/// <summary>The loads that the goals speak of.</summary>
internal static class Cells
{
    private static readonly string Engine = PeerCatalog.Engine.Id;
    private static readonly string EngineAgain = PeerCatalog.EngineAgain.Id;
    private static readonly string Raw = PeerCatalog.RawSaea.Id;
    private static readonly string RawAgain = PeerCatalog.RawSaeaAgain.Id;

    private static readonly string[] Common = [Engine, PeerCatalog.EngineLoopInline.Id, Raw, RawAgain, PeerCatalog.Kestrel.Id, PeerCatalog.Epoll.Id];

    private static readonly string[] WithInline =
        [Engine, PeerCatalog.EngineHops.Id, PeerCatalog.EngineInline.Id, PeerCatalog.EngineLoop.Id, PeerCatalog.EngineLoopInline.Id, Raw, RawAgain, PeerCatalog.RawSaeaInline.Id, PeerCatalog.Kestrel.Id, PeerCatalog.Pipelines.Id, PeerCatalog.Epoll.Id];

    private static readonly string[] Limits =
        [PeerCatalog.EngineLimited.Id, PeerCatalog.EngineUnlimited.Id, PeerCatalog.EngineUnlimitedAgain.Id];

    private static readonly string[] MeshArms = [.. MeshCatalog.All.Select(k => k.Id)];

    public static CapacityCell Depth1 { get; } = new(100, 1, 64, false, ["P1", "P1b", "P2", "P3", "P4", "P3e", "P4e"], WithInline);

    public static CapacityCell Depth10 { get; } = new(100, 10, 64, false, ["P1", "P1b", "P2", "P3", "P4", "P6", "P3e", "P4e", "P6e"], [.. WithInline, PeerCatalog.RawSaeaPerMessage.Id]);

    public static CapacityCell Depth100 { get; } = new(100, 100, 64, false, ["P1", "P1b", "P4e"], Common);

    public static CapacityCell Room { get; } = new(100, 10, 64, true, ["P1b"], [Engine, Raw, RawAgain]);

    /// <summary>Everybody sends.</summary>
    public static LatencyCell Latency { get; } = new(1000, 0, 64, ["P7", "P7e"], [Engine, PeerCatalog.EngineLoopInline.Id, Raw, RawAgain, PeerCatalog.Epoll.Id]);

    /// <summary>The same rate in a server that also has silent sessions.</summary>
    public static LatencyCell Silent { get; } = new(1000, PeerCatalog.EngineSilent.IdleConnections, 64, ["P8", "P8e"],
        [PeerCatalog.EngineSilent.Id, PeerCatalog.EngineLoopInlineSilent.Id, Engine, EngineAgain, PeerCatalog.Epoll.Id]);

    public static MeshCell MeshSmall { get; } = new(64, ["P9", "P10"], MeshArms);

    public static MeshCell MeshLarge { get; } = new(1024, ["P9", "P10"], MeshArms);

    public static CapacityCell Tls { get; } = new(100, 10, 1024, false, ["P11"], [PeerCatalog.EngineTls.Id, Engine, EngineAgain]) { Topic = "TLS" };

    public static CapacityCell Limits1 { get; } = new(100, 1, 64, false, ["P12"], Limits) { Topic = "limits" };

    public static CapacityCell Limits10 { get; } = new(100, 10, 64, false, ["P12"], Limits) { Topic = "limits" };

    /// <summary>One push per connection and write: the system calls are the cost.</summary>
    public static CapacityCell FanOut1 { get; } = new(100, 1, 64, false, ["P13"], [PeerCatalog.EngineFanOut.Id, Engine, EngineAgain]) { Topic = "fan-out" };

    /// <summary>As many pushes per connection and write as the echo has replies that it is compared with.</summary>
    public static CapacityCell FanOut100 { get; } = new(100, 100, 64, false, ["P13"], [PeerCatalog.EngineFanOut.Id, Engine, EngineAgain]) { Topic = "fan-out" };

    /// <summary>Logins as fast as they go. The engine makes its stages once and binds each login to its actor; the others answer only.</summary>
    public static CapacityCell Logins { get; } = new(
        100, 1, 64, false, ["accept"], [Engine, EngineAgain, PeerCatalog.EngineLoop.Id, Raw, PeerCatalog.Kestrel.Id, PeerCatalog.Epoll.Id]) { Topic = "logins", IsChurn = true };

    /// <summary>All cells in display order.</summary>
    public static IReadOnlyList<Cell> All { get; } =
    [
        Depth1, Depth10, Depth100, Room,
        new CapacityCell(1000, 1, 64, false, [], Common),
        new CapacityCell(1000, 10, 64, false, [], Common),
        new CapacityCell(100, 10, 1024, false, [], Common),
        Latency, Silent, MeshSmall, MeshLarge, Tls, Limits1, Limits10, FanOut1, FanOut100, Logins,
    ];
}
