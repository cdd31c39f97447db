namespace PlayHouse.Dashboard.Services;

/// <summary>
/// Every limit of the process. What is beyond one is refused or forgotten, oldest first; nothing a browser sends makes the process grow.
/// </summary>
public sealed record DashboardLimits
{
    /// <summary>Open connections; the next one is closed by the server.</summary>
    public int ConnectionsMax { get; init; } = 128;

    /// <summary>Open pages (one WebSocket each); the next one is answered with 503.</summary>
    public int PagesMax { get; init; } = 32;

    /// <summary>Bytes of one message from a page; a larger one ends its circuit.</summary>
    public long MessageBytesMax { get; init; } = 32 * 1024;

    /// <summary>Bytes of a request's body; a larger one is answered with 413.</summary>
    public long BodyBytesMax { get; init; } = 64 * 1024;

    /// <summary>Pages whose connection was lost and that are kept for its return; the oldest is forgotten.</summary>
    public int LostPagesMax { get; init; } = 8;

    /// <summary>How long such a page is kept.</summary>
    public TimeSpan LostPageLifetime { get; init; } = TimeSpan.FromMinutes(3);

    /// <summary>Renderings a page may leave unconfirmed; then nothing more is rendered for it.</summary>
    public int UnconfirmedRenderingsMax { get; init; } = 10;

    /// <summary>Silence after which a page counts as lost.</summary>
    public TimeSpan SilenceMax { get; init; } = TimeSpan.FromSeconds(60);

    /// <summary>Time a new connection has for its first words.</summary>
    public TimeSpan HandshakeMax { get; init; } = TimeSpan.FromSeconds(15);

    /// <summary>Time a call into a page may take; then it fails.</summary>
    public TimeSpan ScriptCallMax { get; init; } = TimeSpan.FromSeconds(30);

    /// <summary>Signed-in browsers; the one that signed in first is signed out.</summary>
    public int SessionsMax { get; init; } = 16;

    /// <summary>Time without a request after which a browser is signed out.</summary>
    public TimeSpan SessionIdleMax { get; init; } = TimeSpan.FromHours(12);

    /// <summary>Sign-in links that wait to be used; the oldest is void.</summary>
    public int LinksMax { get; init; } = 8;

    /// <summary>Time in which a sign-in link can be used, once.</summary>
    public TimeSpan LinkLifetime { get; init; } = TimeSpan.FromMinutes(10);

    /// <summary>Wrong codes within a minute after which no code is taken for the rest of it.</summary>
    public int WrongCodesPerMinuteMax { get; init; } = 20;

    /// <summary>Time an ending process gives its open pages.</summary>
    public TimeSpan ShutdownMax { get; init; } = TimeSpan.FromSeconds(5);

    /// <summary>Runs a list shows.</summary>
    public int RunsMax { get; init; } = 10_000;

    /// <summary>Cells of a notebook that a page shows; the rest is counted.</summary>
    public int NotebookCellsMax { get; init; } = 500;

    /// <summary>Characters of all outputs of a notebook that a page shows; an output beyond is counted and in the download.</summary>
    public int NotebookOutputMax { get; init; } = 4 * 1024 * 1024;

    /// <summary>Time between two looks at the store for the line "what is the lab doing".</summary>
    public TimeSpan PulsePeriod { get; init; } = TimeSpan.FromSeconds(2);

    /// <summary>Time between two looks at the events of a run that a page follows: two a second.</summary>
    public TimeSpan LivePeriod { get; init; } = TimeSpan.FromMilliseconds(500);
}
