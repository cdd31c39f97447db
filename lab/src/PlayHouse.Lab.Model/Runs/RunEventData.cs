using PlayHouse.Lab.Model.Launches;

namespace PlayHouse.Lab.Model.Runs;

/// <summary>Data of <see cref="RunEventTypes.Phase"/>.</summary>
/// <param name="Phase">validate, pilot, execute, profile or analyse.</param>
/// <param name="SecondsLeft">Estimated seconds to the end of the run; an upper estimate where a look may end it earlier.</param>
public sealed record PhaseData(string Phase, double SecondsLeft);

/// <summary>Data of <see cref="RunEventTypes.LaunchStarted"/>.</summary>
/// <param name="LaunchId">Launch.</param>
/// <param name="Arm">Arm.</param>
/// <param name="Kind">Purpose.</param>
/// <param name="Block">Block index from 0.</param>
/// <param name="Attempt">Attempt at the block from 0.</param>
/// <param name="Slot">Place in the block from 0.</param>
/// <param name="Seconds">Expected length.</param>
/// <param name="SecondsLeft">Estimated seconds to the end of the run.</param>
/// <param name="IsCalibration">True for a pilot against the echo that does nothing.</param>
public sealed record LaunchStartedData(
    string LaunchId, string Arm, LaunchKind Kind, int Block, int Attempt, int Slot, double Seconds, double SecondsLeft, bool IsCalibration = false);

/// <summary>Data of <see cref="RunEventTypes.LaunchEnded"/>.</summary>
/// <param name="LaunchId">Launch.</param>
/// <param name="Arm">Arm.</param>
/// <param name="Kind">Purpose.</param>
/// <param name="State">Outcome.</param>
/// <param name="Failure">One line, or null.</param>
/// <param name="BytesPerMessage">Exact bytes per message, or null.</param>
/// <param name="CpuUsPerMessage">CPU microseconds per message, or null.</param>
/// <param name="MessagesPerSecond">Replies per second, or null.</param>
/// <param name="IsCalibration">True for a pilot against the echo that does nothing.</param>
public sealed record LaunchEndedData(
    string LaunchId, string Arm, LaunchKind Kind, LaunchState State, string? Failure,
    double? BytesPerMessage, double? CpuUsPerMessage, double? MessagesPerSecond, bool IsCalibration = false);

/// <summary>Data of <see cref="RunEventTypes.BlockEnded"/>.</summary>
/// <param name="Block">Block index from 0.</param>
/// <param name="Attempt">Attempt from 0.</param>
/// <param name="Outcome">accepted, contaminated or failed.</param>
/// <param name="Cause">Why it does not count, or null.</param>
/// <param name="BlocksAccepted">Blocks that count so far.</param>
/// <param name="BlocksMax">Blocks at the last look.</param>
public sealed record BlockEndedData(int Block, int Attempt, string Outcome, string? Cause, int BlocksAccepted, int BlocksMax);

/// <summary>Data of <see cref="RunEventTypes.RateFound"/>.</summary>
/// <param name="RatePerSecond">Messages per second for both arms.</param>
/// <param name="Explanation">How it was found.</param>
public sealed record RateFoundData(double RatePerSecond, string Explanation);

/// <summary>Data of <see cref="RunEventTypes.Standing"/>.</summary>
/// <param name="Blocks">Blocks that count so far.</param>
/// <param name="Metrics">What decides, primary metrics first.</param>
public sealed record StandingData(int Blocks, IReadOnlyList<StandingMetric> Metrics);

/// <summary>The change of one metric by the blocks so far.</summary>
/// <param name="Metric">Id of the metric.</param>
/// <param name="IsRatio">True for a share of the baseline, false for a difference in <paramref name="Unit"/>.</param>
/// <param name="Unit">Unit of a difference.</param>
/// <param name="Change">The change; positive where the candidate has more.</param>
/// <param name="Low">Low end of its interval; null while the blocks are too few for one.</param>
/// <param name="High">High end.</param>
public sealed record StandingMetric(string Metric, bool IsRatio, string Unit, double Change, double? Low, double? High);

/// <summary>Data of <see cref="RunEventTypes.RunEnded"/>.</summary>
/// <param name="State">Final state.</param>
/// <param name="Verdict">Verdict word or null.</param>
/// <param name="Error">Error or null.</param>
public sealed record RunEndedData(RunState State, Analysis.VerdictKind? Verdict, string? Error);

/// <summary>Data of <see cref="RunEventTypes.Note"/>.</summary>
/// <param name="Text">A sentence for people.</param>
public sealed record NoteData(string Text);
