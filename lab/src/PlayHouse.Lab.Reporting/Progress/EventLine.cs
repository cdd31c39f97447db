using System.Globalization;
using PlayHouse.Lab.Model;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Runs;

namespace PlayHouse.Lab.Reporting.Progress;

/// <summary>One line of plain text for an event; null where an event is no news.</summary>
internal static class EventLine
{
    /// <summary>The line, behind the time since the first event. The state has taken the event in already.</summary>
    public static string? Of(RunEvent runEvent, ProgressState state)
    {
        string? text = runEvent.Type switch
        {
            RunEventTypes.Phase => Phase(ProgressState.Data<PhaseData>(runEvent)),
            RunEventTypes.LaunchEnded => Launch(ProgressState.Data<LaunchEndedData>(runEvent), state),
            RunEventTypes.BlockEnded => Block(ProgressState.Data<BlockEndedData>(runEvent), state),
            RunEventTypes.Standing when ProgressState.Data<StandingData>(runEvent) is { Metrics.Count: > 0 } data => $"so far: {string.Join(", ", StandingText.Lines(data))}",
            RunEventTypes.RateFound => Rate(ProgressState.Data<RateFoundData>(runEvent)),
            RunEventTypes.RunEnded => End(ProgressState.Data<RunEndedData>(runEvent)),
            RunEventTypes.Note => ProgressState.Data<NoteData>(runEvent)?.Text,
            RunEventTypes.OwnerChanged => "another process took the run over",
            RunEventTypes.CancelRequested => "a user asked to cancel",
            _ => null,
        };
        return text is null ? null : $"{Elapsed(runEvent.Time - (state.StartedAt ?? runEvent.Time))}  {PlainText.Clean(text)}";
    }

    /// <summary>True for events that a live display keeps in view.</summary>
    public static bool IsMessage(RunEvent runEvent, string line) => runEvent.Type switch
    {
        RunEventTypes.Note or RunEventTypes.OwnerChanged or RunEventTypes.CancelRequested or RunEventTypes.RateFound => true,
        RunEventTypes.LaunchEnded => line.Contains("FAILED", StringComparison.Ordinal),
        RunEventTypes.BlockEnded => line.Contains("again", StringComparison.Ordinal),
        _ => false,
    };

    private static string? Phase(PhaseData? data) => data is null
        ? null
        : double.IsFinite(data.SecondsLeft) && data.SecondsLeft > 0
            ? $"phase {data.Phase}, up to about {Numbers.Duration(data.SecondsLeft)} left"
            : $"phase {data.Phase}";

    private static string? Rate(RateFoundData? data) =>
        data is null ? null : $"rate {Numbers.Count(data.RatePerSecond)} messages/s: {data.Explanation}";

    private static string? Launch(LaunchEndedData? data, ProgressState state)
    {
        if (data is null)
        {
            return null;
        }

        string arm = VerdictWords.Arm(data.Arm);
        string what = data.Kind switch
        {
            LaunchKind.Pilot when data.IsCalibration => "pilot of the load against an echo that does nothing",
            LaunchKind.Pilot => $"pilot {arm}",
            LaunchKind.Diagnostic => $"traced launch {arm}",
            _ => $"{BlockWords.One(state.IsOfPairs)} {state.Block}/{state.BlocksMax} {state.Slots} {arm}",
        };
        return data.State == LaunchState.Failed
            ? $"{what} FAILED: {data.Failure ?? "no reason recorded"}"
            : $"{what}{Figures(data)}";
    }

    private static string Figures(LaunchEndedData data)
    {
        List<string> parts = [];
        if (data.BytesPerMessage is { } bytes)
        {
            parts.Add($"{Numbers.Plain(bytes)} B/msg");
        }

        if (data.CpuUsPerMessage is { } cpu)
        {
            parts.Add($"{Numbers.Plain(cpu)} us/msg");
        }

        if (data.MessagesPerSecond is { } rate)
        {
            parts.Add($"{Numbers.Count(rate)} msg/s");
        }

        return parts.Count == 0 ? "" : ": " + string.Join(", ", parts);
    }

    private static string? Block(BlockEndedData? data, ProgressState state)
    {
        if (data is null)
        {
            return null;
        }

        string block = $"{BlockWords.One(state.IsOfPairs)} {data.Block + 1}/{state.BlocksMax} {data.Outcome}";
        return data.Outcome == "accepted"
            ? $"{block}, {data.BlocksAccepted} of at most {data.BlocksMax} count"
            : $"{block}, it is run again: {data.Cause ?? "no cause recorded"}";
    }

    private static string? End(RunEndedData? data)
    {
        if (data is null)
        {
            return null;
        }

        string verdict = data.Verdict is { } kind ? $", {VerdictWords.Of(kind)}" : "";
        return $"run {LabJson.Word(data.State)}{verdict}{(data.Error is null ? "" : $": {data.Error}")}";
    }

    private static string Elapsed(TimeSpan time) => time.TotalHours >= 1
        ? string.Create(CultureInfo.InvariantCulture, $"{(long)time.TotalHours}:{time.Minutes:00}:{time.Seconds:00}")
        : string.Create(CultureInfo.InvariantCulture, $"{time.Minutes:00}:{time.Seconds:00}");
}
