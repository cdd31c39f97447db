namespace PlayHouse.Engine.Strategies;

/// <summary>
/// An event that the code of one strategy counts, and no other code does: that it moves proves that this code ran, whatever
/// a configuration says. Immutable; two counters are equal only when they are the same object.
/// </summary>
public sealed class StrategyCounter
{
    /// <summary>Least events per message of code that every message passes.</summary>
    public const double PerMessage = 0.9;

    /// <summary>Least events per message of code that many messages share: a run, a batch, a receive.</summary>
    public const double Shared = 0.0005;

    /// <summary>Least events per message of a pool that gives out what came back: less, and it is none.</summary>
    public const double Reuse = 0.01;

    /// <summary>For an event that explains and proves nothing.</summary>
    public const double Informative = 0;

    /// <summary>Prefix of every name.</summary>
    public const string Prefix = "strategy.";

    private static int _slots;

    /// <summary>A counter of one strategy.</summary>
    /// <param name="seam">Kebab-case id of the seam.</param>
    /// <param name="strategy">Kebab-case id of the strategy.</param>
    /// <param name="eventId">Kebab-case name of the event.</param>
    /// <param name="summary">What is counted, for people: <c>items taken out</c>.</param>
    /// <param name="minPerMessage">Fewest events per completed message that count as proof; 0 for an event that proves nothing.</param>
    public StrategyCounter(string seam, string strategy, string eventId, string summary, double minPerMessage)
    {
        Name = $"{Prefix}{seam}.{strategy}.{eventId}";
        Event = eventId;
        Summary = summary;
        MinPerMessage = minPerMessage;
        Slot = Interlocked.Increment(ref _slots) - 1;
    }

    /// <summary>Name in counters: <c>strategy.mailbox.concurrent-queue.taken</c>.</summary>
    public string Name { get; }

    /// <summary>Number of the counter in this process, from 0: its place where many are summed.</summary>
    public int Slot { get; }

    /// <summary>Last part of the name.</summary>
    public string Event { get; }

    /// <summary>What is counted, for people.</summary>
    public string Summary { get; }

    /// <summary>Fewest events per completed message that count as proof; 0 for an event that proves nothing.</summary>
    public double MinPerMessage { get; }
}
