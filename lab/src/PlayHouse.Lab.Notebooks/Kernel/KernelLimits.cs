namespace PlayHouse.Lab.Notebooks.Kernel;

/// <summary>Every limit of the kernel: no client grows the process. What a cell may put out is limited where notebooks are run.</summary>
internal static class KernelLimits
{
    /// <summary>Longest part of a message that is taken; who sends more is disconnected.</summary>
    public const int PartBytesMax = 16 * 1024 * 1024;

    /// <summary>Most parts of a message, routing parts and buffers included; a longer one is dropped.</summary>
    public const int PartsMax = 32;

    /// <summary>Longest ping of the heartbeat.</summary>
    public const int PingBytesMax = 4 * 1024;

    /// <summary>Messages that wait in one direction for one client; beyond, its own side holds them back.</summary>
    public const int QueuedMessagesMax = 1_000;

    /// <summary>How long a cell waits for a client that reads slower than the cell writes; beyond, that client misses messages.</summary>
    public static TimeSpan SlowReaderWait { get; } = TimeSpan.FromSeconds(1);

    /// <summary>How long what was sent last may take to leave when the kernel ends.</summary>
    public static TimeSpan Linger { get; } = TimeSpan.FromSeconds(1);

    /// <summary>How long an interrupted cell may take to end before the user is told that it is still running.</summary>
    public static TimeSpan InterruptPatience { get; } = TimeSpan.FromSeconds(5);

    /// <summary>Cells that the history remembers.</summary>
    public const int HistoryCellsMax = 1_000;

    /// <summary>Characters that it remembers.</summary>
    public const int HistoryCharactersMax = 2_000_000;

    /// <summary>Most names that a completion offers.</summary>
    public const int CompletionsMax = 500;

    /// <summary>Longest connection file.</summary>
    public const int ConnectionFileBytesMax = 64 * 1024;
}
