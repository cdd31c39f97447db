using PlayHouse.Engine.Peers.Servers;

namespace PlayHouse.Engine.Peers.Measure;

/// <summary>The loads that the goals speak of.</summary>
internal static class Cells
{
    private static readonly string[] Common =
        [PeerCatalog.Engine.Id, PeerCatalog.RawSaea.Id, PeerCatalog.RawSaeaAgain.Id, PeerCatalog.Kestrel.Id, PeerCatalog.Epoll.Id];

    private static readonly string[] WithInline = [.. Common, PeerCatalog.EngineInline.Id, PeerCatalog.RawSaeaInline.Id];

    /// <summary>All cells in display order.</summary>
    public static IReadOnlyList<Cell> All { get; } =
    [
        new(100, 1, 64, false, [.. WithInline, PeerCatalog.EngineHops.Id, PeerCatalog.Pipelines.Id]),
        new(100, 10, 64, false, [.. WithInline, PeerCatalog.EngineHops.Id, PeerCatalog.Pipelines.Id, PeerCatalog.RawSaeaPerMessage.Id]),
        new(100, 100, 64, false, Common),
        new(100, 10, 64, true, [PeerCatalog.Engine.Id, PeerCatalog.RawSaea.Id, PeerCatalog.RawSaeaAgain.Id]),
        new(1000, 1, 64, false, Common),
        new(1000, 10, 64, false, Common),
        new(100, 10, 1024, false, Common),
    ];
}
