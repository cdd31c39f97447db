namespace PlayHouse.Sockets;

/// <summary>What a loop has done since it was made. A snapshot of single counters, each exact.</summary>
public sealed record EventLoopCounters
{
    /// <summary>Waits for events.</summary>
    public required long Waits { get; init; }

    /// <summary>Events handed to handlers.</summary>
    public required long Events { get; init; }

    /// <summary>Events of a registration that had been removed since the kernel reported them; dropped.</summary>
    public required long StaleEvents { get; init; }

    /// <summary>Turns that handlers asked for themselves.</summary>
    public required long RunsAgain { get; init; }

    /// <summary>Calls of timers.</summary>
    public required long TimerCalls { get; init; }

    /// <summary>Work of other threads that ran.</summary>
    public required long Posted { get; init; }

    /// <summary>Work of other threads that was refused: the queue was full, or the loop had ended.</summary>
    public required long PostsRefused { get; init; }

    /// <summary>Exceptions of handlers, timers and work.</summary>
    public required long Faults { get; init; }

    /// <summary>Registrations now.</summary>
    public required int Registrations { get; init; }
}
