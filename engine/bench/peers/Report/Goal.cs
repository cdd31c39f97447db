using PlayHouse.Engine.Peers.Measure;
using PlayHouse.Engine.Peers.Servers;

namespace PlayHouse.Engine.Peers.Report;

/// <summary>One goal: processor time per message of the engine against a peer in one cell, as a ratio of the same round.</summary>
/// <param name="Id">Name in the design, for example P1b.</param>
/// <param name="Server">Whose ratio.</param>
/// <param name="Against">The peer.</param>
/// <param name="Cell">The load.</param>
/// <param name="Must">Largest median ratio that is acceptable; not a number for a ratio that is only told.</param>
/// <param name="Target">Largest median ratio that is aimed at.</param>
internal sealed record Goal(string Id, string Server, string Against, Func<Cell, bool> Cell, double Must, double Target);

/// <summary>The goals for capacity cells.</summary>
internal static class Goals
{
    private static readonly string Engine = PeerCatalog.Engine.Id;
    private static readonly string Raw = PeerCatalog.RawSaea.Id;

    /// <summary>All in display order.</summary>
    public static IReadOnlyList<Goal> All { get; } =
    [
        new("P1b", Engine, Raw, Of(100, 1), 1.6, 1.2),
        new("P1b", Engine, Raw, Of(100, 10), 1.6, 1.3),
        new("P1b", Engine, Raw, Of(100, 100), 2.5, 1.7),
        new("P1b", Engine, Raw, c => c.IsRoom, 1.5, 1.2),
        new("P2", PeerCatalog.EngineInline.Id, PeerCatalog.RawSaeaInline.Id, Of(100, 1), 1.6, 1.3),
        new("P2", PeerCatalog.EngineInline.Id, PeerCatalog.RawSaeaInline.Id, Of(100, 10), 2.5, 1.6),
        new("P3", Engine, PeerCatalog.Kestrel.Id, Of(100, 1), 1.1, 0.9),
        new("P3", Engine, PeerCatalog.Kestrel.Id, Of(100, 10), 1.0, 0.7),
        new("P4", PeerCatalog.EngineInline.Id, PeerCatalog.Epoll.Id, Of(100, 1), 2.0, 1.5),
        new("P4", PeerCatalog.EngineInline.Id, PeerCatalog.Epoll.Id, Of(100, 10), 3.0, 1.8),
        new("hops", PeerCatalog.EngineHops.Id, Engine, Of(100, 1), double.NaN, double.NaN),
        new("hops", PeerCatalog.EngineHops.Id, Engine, Of(100, 10), double.NaN, double.NaN),
        new("A/A", PeerCatalog.RawSaeaAgain.Id, Raw, Of(100, 1), double.NaN, double.NaN),
        new("A/A", PeerCatalog.RawSaeaAgain.Id, Raw, Of(100, 10), double.NaN, double.NaN),
        new("A/A", PeerCatalog.RawSaeaAgain.Id, Raw, Of(100, 100), double.NaN, double.NaN),
    ];

    private static Func<Cell, bool> Of(int connections, int depth) =>
        c => !c.IsRoom && c.Connections == connections && c.Depth == depth && c.PayloadBytes == 64;
}
