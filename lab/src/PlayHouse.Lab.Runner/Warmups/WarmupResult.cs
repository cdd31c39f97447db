using PlayHouse.Lab.Model.Launches;

namespace PlayHouse.Lab.Runner.Warmups;

/// <summary>One launch of the experiment.</summary>
/// <param name="Seconds">Its seconds, from the load's start.</param>
/// <param name="ReadyMs">Milliseconds from process start to accepting connections.</param>
/// <param name="BytesPerMessage">Bytes per message in the window after the watched seconds.</param>
public sealed record WarmupLaunch(IReadOnlyList<WarmupSecond> Seconds, double ReadyMs, double BytesPerMessage);

/// <summary>One setting with its launches.</summary>
/// <param name="Setting">The setting.</param>
/// <param name="Launches">Launches that completed.</param>
/// <param name="Failures">Why others did not.</param>
public sealed record WarmupRow(WarmupSetting Setting, IReadOnlyList<WarmupLaunch> Launches, IReadOnlyList<string> Failures);

/// <summary>What the experiment measured.</summary>
public sealed record WarmupResult
{
    /// <summary>What was asked for, the seed included.</summary>
    public required WarmupOptions Options { get; init; }

    /// <summary>A row per setting, in the order in which they are offered.</summary>
    public required IReadOnlyList<WarmupRow> Rows { get; init; }

    /// <summary>False when it was interrupted.</summary>
    public required bool IsComplete { get; init; }
}
