using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Runs;

namespace PlayHouse.Lab.Cli;

/// <summary>Exit codes of every command; part of the interface, documented in help.</summary>
internal static class ExitCodes
{
    public const int Decided = 0;
    public const int InternalError = 1;
    public const int BadInput = 2;
    public const int Inconclusive = 3;
    public const int Unfit = 4;
    public const int Failed = 5;
    public const int Provisional = 6;
    public const int Interrupted = 130;

    /// <summary>Lines for help texts.</summary>
    public static IReadOnlyList<(int Code, string Meaning)> All { get; } =
    [
        (Decided, "decided: KEEP, ROLLBACK, NO-EFFECT or TRADE-OFF; or the command did its work"),
        (InternalError, "internal error"),
        (BadInput, "bad input: unknown command, option, run or experiment"),
        (Inconclusive, "INCONCLUSIVE: more blocks are needed; from budgets: not enough data"),
        (Unfit, "UNFIT: the measurements cannot support a verdict, or this machine cannot measure (doctor); from plan and run: the plan can decide nothing here"),
        (Failed, "failed or cancelled: the run ended without a verdict; from budgets: one is exceeded; from pack-engine: the build failed"),
        (Provisional, "with --require confirmed: KEEP or ROLLBACK that no second run has confirmed yet"),
        (Interrupted, "interrupted; resume it with: plab resume RUN"),
    ];

    /// <summary>The code a run ends with.</summary>
    public static int Of(RunReport report) => report.Run.State switch
    {
        // A screen proposes and gives no verdict: that it ran to its end is its result.
        RunState.Completed when report.Run.Plan.Screen is not null => Decided,
        RunState.Completed => Of(report.Verdict?.Kind),
        RunState.Failed or RunState.Cancelled => Failed,
        _ => Interrupted,
    };

    /// <summary>The code a run ends with for a script that acts on confirmed verdicts only.</summary>
    public static int Of(RunReport report, bool isConfirmationRequired) =>
        isConfirmationRequired && report is { Run.State: RunState.Completed, IsProvisional: true } ? Provisional : Of(report);

    private static int Of(VerdictKind? kind) => kind switch
    {
        VerdictKind.Keep or VerdictKind.Rollback or VerdictKind.NoEffect or VerdictKind.TradeOff => Decided,
        VerdictKind.Inconclusive => Inconclusive,
        VerdictKind.Unfit => Unfit,
        _ => Failed,
    };
}
