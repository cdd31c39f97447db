using PlayHouse.Engine.Strategies;

namespace PlayHouse.Engine.Peers.Servers;

/// <summary>One kind of server that can be measured, and what its clients do.</summary>
/// <param name="Id">Kebab-case id.</param>
/// <param name="Summary">What it is, one line.</param>
/// <param name="Create">Makes one; null for the program in C.</param>
internal sealed record PeerKind(string Id, string Summary, Func<IPeerServer>? Create)
{
    /// <summary>Runs with socket completions on the polling thread.</summary>
    public bool HasInlineCompletions { get; init; }

    /// <summary>The client speaks TLS.</summary>
    public bool IsTls { get; init; }

    /// <summary>One connection sends, all get a push for each of its messages; pushes are counted. Otherwise every request has a reply.</summary>
    public bool IsFanOut { get; init; }

    /// <summary>Connections that are authenticated and send nothing, in addition to those of the load.</summary>
    public int IdleConnections { get; init; }
}

/// <summary>All kinds.</summary>
internal static class PeerCatalog
{
    private const string SameAgain = "the same once more: the A/A arm";

    public static PeerKind RawSaea { get; } = new("raw-saea", "SocketAsyncEventArgs echo, one write per batch", () => new SaeaPeer(writesPerMessage: false));

    public static PeerKind RawSaeaAgain { get; } = RawSaea with { Id = "raw-saea-again", Summary = SameAgain };

    public static PeerKind RawSaeaPerMessage { get; } = new("raw-saea-per-message", "SocketAsyncEventArgs echo, one write per message", () => new SaeaPeer(writesPerMessage: true));

    public static PeerKind RawSaeaInline { get; } = RawSaea with { Id = "raw-saea-inline", Summary = "SocketAsyncEventArgs echo, inline completions", HasInlineCompletions = true };

    public static PeerKind Kestrel { get; } = new("kestrel", "Kestrel ConnectionHandler", () => new KestrelPeer());

    public static PeerKind Pipelines { get; } = new("pipelines", "System.IO.Pipelines over a socket", () => new PipelinesPeer());

    public static PeerKind Epoll { get; } = new("c-epoll", "C, bare epoll, one thread", null);

    public static PeerKind Engine { get; } = new("engine", "this engine, defaults, a stage hop per batch", () => new EnginePeer());

    public static PeerKind EngineAgain { get; } = Engine with { Id = "engine-again", Summary = SameAgain };

    public static PeerKind EngineHops { get; } = new(
        "engine-hops", "this engine, defaults, hops recorded: what the breakdown costs", () => new EnginePeer { RecordsHops = true });

    public static PeerKind EngineInline { get; } = new(
        "engine-inline",
        "this engine, scheduler inline, inline completions",
        () => new EnginePeer { Strategies = StrategySelection.Default.With("scheduler", "inline") }) { HasInlineCompletions = true };

    public static PeerKind EngineLoop { get; } = new(
        "engine-epoll", "this engine, session epoll-loop, a stage hop per batch (Linux)", () => new EnginePeer { Strategies = StrategySelection.Default.With("session", "epoll-loop") });

    public static PeerKind EngineLoopInline { get; } = new(
        "engine-epoll-inline",
        "this engine, session epoll-loop, scheduler inline: from the poll to the reply on one thread (Linux)",
        () => new EnginePeer { Strategies = StrategySelection.Default.With("session", "epoll-loop").With("scheduler", "inline") });

    public static PeerKind EngineLoopInlineSilent { get; } = EngineLoopInline with
    {
        Id = "engine-epoll-inline-silent", Summary = "the same, 9,000 silent sessions in addition to the load's", IdleConnections = 9_000,
    };

    public static PeerKind EngineSilent { get; } = Engine with { Id = "engine-silent", Summary = "this engine, 9,000 silent sessions in addition to the load's", IdleConnections = 9_000 };

    public static PeerKind EngineTls { get; } = new("engine-tls", "this engine behind TLS", () => new EnginePeer { HasTls = true }) { IsTls = true };

    public static PeerKind EngineFanOut { get; } = new("engine-fan-out", "this engine, one room, every message pushed to all", () => new EnginePeer { IsFanOut = true }) { IsFanOut = true };

    public static PeerKind EngineLimited { get; } = new(
        "engine-limited", "this engine, every limit on (rates, too), meters collected once per second", () => new EnginePeer { Limits = PeerLimits.Strict, IsMetered = true });

    public static PeerKind EngineUnlimited { get; } = new(
        "engine-unlimited", "this engine, every limit off or at its largest, meters not collected", () => new EnginePeer { Limits = PeerLimits.Loose });

    public static PeerKind EngineUnlimitedAgain { get; } = EngineUnlimited with { Id = "engine-unlimited-again", Summary = SameAgain };

    public static PeerKind RawEpoll { get; } = new("raw-epoll", "PlayHouse.Sockets echo, one thread (Linux)", () => new EpollPeer());

    /// <summary>All in display order.</summary>
    public static IReadOnlyList<PeerKind> All { get; } =
    [
        Engine, EngineAgain, EngineHops, EngineInline, EngineLoop, EngineLoopInline, EngineLoopInlineSilent, EngineSilent, EngineTls, EngineFanOut, EngineLimited, EngineUnlimited, EngineUnlimitedAgain,
        RawSaea, RawSaeaAgain, RawSaeaPerMessage, RawSaeaInline, Kestrel, Pipelines, Epoll, RawEpoll,
    ];

    /// <summary>The kind with this id, or null.</summary>
    public static PeerKind? Find(string id) => All.FirstOrDefault(k => k.Id == id);
}
