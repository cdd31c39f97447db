using PlayHouse.Engine.Strategies;

namespace PlayHouse.Engine.Peers.Servers;

/// <summary>One kind of server that can be measured.</summary>
/// <param name="Id">Kebab-case id.</param>
/// <param name="Summary">What it is, one line.</param>
/// <param name="Create">Makes one; null for the program in C.</param>
/// <param name="HasInlineCompletions">Runs with socket completions on the polling thread.</param>
internal sealed record PeerKind(string Id, string Summary, Func<IPeerServer>? Create, bool HasInlineCompletions = false);

/// <summary>All kinds.</summary>
internal static class PeerCatalog
{
    public static PeerKind RawSaea { get; } = new("raw-saea", "SocketAsyncEventArgs echo, one write per batch", () => new SaeaPeer(writesPerMessage: false));

    public static PeerKind RawSaeaAgain { get; } = RawSaea with { Id = "raw-saea-again", Summary = "the same once more: the A/A arm" };

    public static PeerKind RawSaeaPerMessage { get; } = new("raw-saea-per-message", "SocketAsyncEventArgs echo, one write per message", () => new SaeaPeer(writesPerMessage: true));

    public static PeerKind RawSaeaInline { get; } = RawSaea with { Id = "raw-saea-inline", Summary = "SocketAsyncEventArgs echo, inline completions", HasInlineCompletions = true };

    public static PeerKind Kestrel { get; } = new("kestrel", "Kestrel ConnectionHandler", () => new KestrelPeer());

    public static PeerKind Pipelines { get; } = new("pipelines", "System.IO.Pipelines over a socket", () => new PipelinesPeer());

    public static PeerKind Epoll { get; } = new("c-epoll", "C, bare epoll, one thread", null);

    public static PeerKind Engine { get; } = new("engine", "this engine, defaults, a stage hop per batch", () => new EnginePeer(StrategySelection.Default));

    public static PeerKind EngineHops { get; } = new(
        "engine-hops", "this engine, defaults, hops recorded: what the breakdown costs", () => new EnginePeer(StrategySelection.Default, recordsHops: true));

    public static PeerKind EngineInline { get; } = new(
        "engine-inline", "this engine, scheduler inline, inline completions", () => new EnginePeer(StrategySelection.Default.With("scheduler", "inline")), HasInlineCompletions: true);

    /// <summary>All in display order.</summary>
    public static IReadOnlyList<PeerKind> All { get; } =
        [Engine, EngineHops, EngineInline, RawSaea, RawSaeaAgain, RawSaeaPerMessage, RawSaeaInline, Kestrel, Pipelines, Epoll];

    /// <summary>The kind with this id, or null.</summary>
    public static PeerKind? Find(string id) => All.FirstOrDefault(k => k.Id == id);
}
