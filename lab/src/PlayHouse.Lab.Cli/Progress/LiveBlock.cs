using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Reporting;
using PlayHouse.Lab.Reporting.Progress;

namespace PlayHouse.Lab.Cli.Progress;

/// <summary>The lines of the live display at one moment. Pure.</summary>
internal static class LiveBlock
{
    private const int BarWidth = 24;

    /// <summary>The block: phase and time left, block with its slots, the launch with its bar, latest messages.</summary>
    public static IReadOnlyList<string> Lines(ProgressState state, DateTimeOffset now, int width)
    {
        double left = state.SecondsLeft(now);
        string time = double.IsFinite(left) ? $", up to about {Numbers.Duration(left)} left" : "";
        List<string> lines = [$"phase    {state.Phase}{time}"];
        if (state.Block > 0)
        {
            string attempt = state.Attempt > 1 ? $", attempt {state.Attempt}" : "";
            lines.Add($"{(state.IsOfPairs ? "pair " : "block")}    {state.Block} of {state.BlocksMax}  {state.Slots}  {state.BlocksAccepted} count{attempt}");
        }

        if (state.Launch is { } launch)
        {
            lines.Add($"launch   {Bar(launch, now - state.LaunchStartedAt)}  {What(launch)}");
        }

        lines.AddRange((state.Standing is { } standing ? StandingText.Lines(standing) : []).Select((line, i) => $"{(i == 0 ? "so far" : "      ")}   {line}"));
        lines.AddRange(state.Messages.Select(m => $"         {m}"));
        return [.. lines.Select(line => PlainText.CutEnd(PlainText.Clean(line), width))];
    }

    private static string What(LaunchStartedData launch)
    {
        string arm = VerdictWords.Arm(launch.Arm);
        return launch.Kind switch
        {
            LaunchKind.Pilot when launch.IsCalibration => "pilot, load alone",
            LaunchKind.Pilot => $"pilot {arm}",
            LaunchKind.Diagnostic => $"traced {arm}",
            _ => $"{ProgressState.Letter(launch.Arm)} {arm}",
        };
    }

    private static string Bar(LaunchStartedData launch, TimeSpan elapsed)
    {
        double seconds = Math.Max(0, elapsed.TotalSeconds);
        // A launch that takes longer than expected stays one step short of full: it is not done.
        double share = launch.Seconds > 0 ? Math.Min(seconds / launch.Seconds, (BarWidth - 1.0) / BarWidth) : 0;
        int done = (int)(share * BarWidth);
        return $"[{new string('#', done)}{new string('.', BarWidth - done)}] {Numbers.Duration(seconds)} of {Numbers.Duration(launch.Seconds)}";
    }
}
