using PlayHouse.Lab.Model.Reasons;

namespace PlayHouse.Lab.Reporting.Reasons;

/// <summary>Sentences about launches: failures, flags, windows, and what must be equal in all of them.</summary>
internal static class LaunchReasonText
{
    /// <summary>The sentence; null for a fact of another subject.</summary>
    public static string? Of(Reason reason) => reason switch
    {
        ArmFailed r => $"{Failure(r)}; one-sided p = {MetricText.Number(r.P)} by Fisher's exact test.",
        PilotsDied r => $"The target of {r.Other} died or hung in {Numbers.Counted(r.Pilots, "pilot")}, that of {r.Baseline} in none.",
        FlagLeans r => $"A finding of its own: {Words(r.Flag)} in {Of(r.Other)} of {r.Other.Arm} and in {r.Baseline.Launches} of {r.Baseline.Of} of {r.Baseline.Arm} "
            + $"(exact test p = {MetricText.Number(r.P)}): it leans to one arm.",
        BlocksDisturbed r => $"{Numbers.Counted(r.Blocks, "block")} {Numbers.Noun(r.Blocks, "was", "were")} disturbed from outside and {Numbers.Noun(r.Blocks, "counts", "count")}: "
            + "the order of the launches is random, so noise widens the intervals and favours no arm.",
        WindowsNotSteady r => $"{r.Launches} of {r.Of} windows {Numbers.Noun(r.Launches, "was", "were")} not steady (launch {r.First}: {DriftText.Of(r.Drift)}); "
            + $"{Numbers.Noun(r.Launches, "it is", "they are")} kept.",
        CompilerWorked r => Compiler(r),
        MessagesMiscounted r => $"In {r.Launches} of {Numbers.Counted(r.Of, "launch")} the engine's count of messages and the load's replies differ by more than can be under way "
            + $"(launch {r.Worst}: {Numbers.Count(r.Counted)} counted, {Numbers.Count(Math.Round(r.Expected))} by the replies). Every figure per message is off by as much.",
        LaunchesMisplaced r => $"{Numbers.Counted(r.Launches, "launch")} did not run the arm that the plan drew for their place (first: {r.First}).",
        LaunchesDiffer r => $"Launches differ in {r.Key}: {Values(r.Values)}.",
        LaunchesSilent r => $"The launches do not report {r.Key}, so it cannot be shown that it was equal.",
        BuildNotRelease r => $"A {r.Build} build was measured; only Release builds are judged.",
        StrategiesMixed r => $"Launches of one arm were built with different strategies for {r.Seam}.",
        ToggleNotTaken r => $"Both arms were built with {r.Strategy} for {r.Seam}: the toggle did not take.",
        ArmsDifferUnasked r => $"The arms differ in {r.Seam} ({r.Baseline} and {r.Other}), which the experiment does not toggle.",
        _ => null,
    };

    /// <summary>Launches of an arm that show something: 3 of 12 launches.</summary>
    public static string Of(ArmCount count) => $"{count.Launches} of {Numbers.Counted(count.Of, "launch")}";

    /// <summary>Values of a fingerprint as a list.</summary>
    public static string Values(IEnumerable<string?> values) => string.Join(" and ", values.Select(v => v ?? "not reported"));

    private static string Failure(ArmFailed r) => r.Kind switch
    {
        "crash" => $"The target of {r.Other.Arm} died, hung or completed nothing in {Of(r.Other)}, that of {r.Baseline.Arm} in {Of(r.Baseline)}",
        "rate-not-held" => $"{r.Other.Arm} did not hold 99 % of the offered rate in {Of(r.Other)}, {r.Baseline.Arm} in {Of(r.Baseline)}",
        _ => $"{r.Other.Arm} had {Events(r.Kind)} in {Of(r.Other)} ({r.OtherEvents} in all), {r.Baseline.Arm} in {Of(r.Baseline)} ({r.BaselineEvents} in all)",
    };

    private static string Events(string kind) => kind switch
    {
        "wrong-replies" => "wrong replies",
        "errors" => "error replies",
        "lost" => "lost requests or connections",
        _ => kind,
    };

    private static string Words(LaunchFlag flag) => flag switch
    {
        LaunchFlag.LoadLate => "the load was late or busy",
        LaunchFlag.MachineDisturbed => "the machine was disturbed from outside",
        LaunchFlag.LaunchFailed => "the launch failed",
        _ => throw new ArgumentOutOfRangeException(nameof(flag), flag, null),
    };

    private static string Compiler(CompilerWorked r)
    {
        string time = r.ShareMost is { } share ? $", {Numbers.Percent(share)} of the processor time of one" : "";
        string what = $"he compiler worked inside the window of {r.Launches} of {Numbers.Counted(r.Of, "launch")} (at most {Numbers.Count(r.MethodsMost)} methods in one{time})";
        return r.IsUnfinished
            ? $"Warm-up not finished: t{what}. CPU and latency are left open; bytes per message decide."
            : $"T{what}; CPU and latency there are partly the compiler's.";
    }
}
