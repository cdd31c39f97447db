using PlayHouse.Lab.Load.Accounting;
using PlayHouse.Lab.Load.Sessions;

namespace PlayHouse.Lab.Load.Traffics;

/// <summary>What a traffic counted, summed over its connections.</summary>
internal sealed record TrafficReport
{
    /// <summary>Messages of the measured window.</summary>
    public required LoadCounts Measured { get; init; }

    public required int Connections { get; init; }

    /// <summary>Why connections were lost, one text for each.</summary>
    public required IReadOnlyList<string> LossReasons { get; init; }

    /// <summary>Books that do not balance although nothing is outstanding.</summary>
    public required int Unbalanced { get; init; }

    /// <summary>Messages that one event causes at once; those around the window's edges say nothing about a rate.</summary>
    public int MessagesAtOnce { get; init; }

    /// <summary>What went wrong on the target's side apart from lost connections, in words.</summary>
    public IReadOnlyList<string> Faults { get; init; } = [];

    /// <summary>What this machine kept the load from doing.</summary>
    public IReadOnlyList<string> Flags { get; init; } = [];

    public static IReadOnlyList<string> LossesOf(IEnumerable<Connection> connections) =>
        [.. connections.Where(c => c.IsLost).Select(c => c.LossReason ?? "unknown")];
}
