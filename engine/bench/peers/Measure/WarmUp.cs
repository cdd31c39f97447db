namespace PlayHouse.Engine.Peers.Measure;

/// <summary>How long a process runs under load before its window begins, the same for every arm.</summary>
/// <param name="MinimumMs">At least so long; all there is for a program without a just-in-time compiler.</param>
/// <param name="StillMs">So long no method may have been compiled: the compiler works in tiers, and a hot method is compiled up to four times.</param>
/// <param name="DeadlineMs">Then the window begins all the same, and the report says so.</param>
internal sealed record WarmUpRules(int MinimumMs, int StillMs, int DeadlineMs)
{
    /// <summary>How often a process is asked.</summary>
    public const int PollMs = 200;

    /// <summary>
    /// For figures. Stillness alone is no proof: on a core that is full the background compiler may not have had its turn yet, and
    /// nothing is compiled because nothing could be. After three seconds the engine still ran quick code at several times its cost.
    /// </summary>
    public static WarmUpRules Thorough { get; } = new(12_000, 2_000, 30_000);

    /// <summary>To see that everything works.</summary>
    public static WarmUpRules Quick { get; } = new(1_000, 400, 5_000);
}

/// <summary>How a warm-up went.</summary>
/// <param name="Milliseconds">How long it took.</param>
/// <param name="IsSettled">False when the deadline ended it.</param>
internal readonly record struct WarmUpOutcome(double Milliseconds, bool IsSettled);

/// <summary>Decides when a warm-up is over, from the numbers of compiled methods that a process reports.</summary>
internal sealed class SettleWatch(WarmUpRules rules)
{
    private long _count = -1;
    private double _sinceMs;

    /// <summary>How the warm-up went; after <see cref="IsOver"/> said that it is over.</summary>
    public WarmUpOutcome Outcome { get; private set; }

    /// <summary>Takes a number, null where there is no compiler, and says whether the window may begin.</summary>
    /// <param name="elapsedMs">Time since the load began.</param>
    /// <param name="compiledMethods">Methods compiled so far, over all processes that are measured.</param>
    public bool IsOver(double elapsedMs, long? compiledMethods)
    {
        if (compiledMethods is { } count && count != _count)
        {
            _count = count;
            _sinceMs = elapsedMs;
        }

        bool isStill = compiledMethods is null || elapsedMs - _sinceMs >= rules.StillMs;
        Outcome = new WarmUpOutcome(elapsedMs, isStill);
        return elapsedMs >= rules.MinimumMs && (isStill || elapsedMs >= rules.DeadlineMs);
    }
}
