using System.Text.Json;
using PlayHouse.Lab.Model;
using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Runs;

namespace PlayHouse.Lab.Cli.Tests.Fakes;

/// <summary>The events of a small run.</summary>
internal static class SampleEvents
{
    public static RunEvent Of<T>(long seq, double second, string type, T data) =>
        new(SampleReports.RunId, seq, SampleReports.Time.AddSeconds(second), type, JsonSerializer.Serialize(data, LabJson.Compact));

    /// <summary>A pilot, two launches, a failed one, a repeated block, a note, the end.</summary>
    public static IReadOnlyList<RunEvent> Run { get; } =
    [
        Of(1, 0, RunEventTypes.Phase, new PhaseData("validate", 200)),
        Of(2, 1, RunEventTypes.Phase, new PhaseData("pilot", 199)),
        Of(3, 1, RunEventTypes.LaunchStarted, new LaunchStartedData("l-0", "baseline", LaunchKind.Pilot, 0, 0, 0, 5, 199)),
        Of(4, 6, RunEventTypes.LaunchEnded, new LaunchEndedData("l-0", "baseline", LaunchKind.Pilot, LaunchState.Completed, null, null, null, 40_000)),
        Of(5, 6, RunEventTypes.RateFound, new RateFoundData(12_345, "40 % of the lower arm's closed-loop rate")),
        Of(6, 7, RunEventTypes.Phase, new PhaseData("execute", 190)),
        Of(7, 7, RunEventTypes.LaunchStarted, new LaunchStartedData("l-1", "baseline", LaunchKind.Timed, 0, 0, 0, 8, 190)),
        Of(8, 15, RunEventTypes.LaunchEnded, new LaunchEndedData("l-1", "baseline", LaunchKind.Timed, LaunchState.Completed, null, 184.02, 6.12, 12_340)),
        Of(9, 15, RunEventTypes.LaunchStarted, new LaunchStartedData("l-2", "candidate", LaunchKind.Timed, 0, 0, 1, 8, 182)),
        Of(10, 20, RunEventTypes.LaunchEnded, new LaunchEndedData("l-2", "candidate", LaunchKind.Timed, LaunchState.Failed, "the target exited with code 134", null, null, null)),
        Of(11, 20, RunEventTypes.BlockEnded, new BlockEndedData(0, 0, "failed", "a launch failed", 0, 6)),
        Of(12, 20, RunEventTypes.LaunchStarted, new LaunchStartedData("l-3", "candidate", LaunchKind.Timed, 0, 1, 0, 8, 192)),
        Of(13, 28, RunEventTypes.LaunchEnded, new LaunchEndedData("l-3", "candidate", LaunchKind.Timed, LaunchState.Completed, null, 120.01, 5.98, 12_341)),
        Of(14, 28, RunEventTypes.Note, new NoteData("a note \u001b[31m with a control code")),
        Of(15, 52, RunEventTypes.BlockEnded, new BlockEndedData(0, 1, "accepted", null, 1, 6)),
        Of(16, 52, RunEventTypes.LaunchStarted, new LaunchStartedData("l-4", "baseline", LaunchKind.Diagnostic, 0, 0, 0, 8, 160)),
        Of(17, 60, RunEventTypes.LaunchEnded, new LaunchEndedData("l-4", "baseline", LaunchKind.Diagnostic, LaunchState.Completed, null, 184.3, null, null)),
        Of(18, 3700, RunEventTypes.RunEnded, new RunEndedData(RunState.Completed, VerdictKind.Keep, null)),
    ];
}
