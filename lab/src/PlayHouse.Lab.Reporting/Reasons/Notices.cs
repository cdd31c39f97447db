using PlayHouse.Lab.Model.Reasons;

namespace PlayHouse.Lab.Reporting.Reasons;

/// <summary>Sentences that carry no number.</summary>
internal static class Notices
{
    public static string Of(NoticeKind kind) => kind switch
    {
        NoticeKind.AwaitsConfirmation => "Provisional until the next run of the same question, declared before it starts, confirms it.",
        NoticeKind.BothArmsAreTheSame => "Both arms are the same (A/A run): any verdict other than NO-EFFECT or INCONCLUSIVE is a false alarm.",
        NoticeKind.NoPrimary => "The policy names no primary metric that these launches carry.",
        NoticeKind.Injected => "INJECTED: an arm carries a planted effect; this run checks the method, not a strategy.",
        _ => throw new ArgumentOutOfRangeException(nameof(kind), kind, null),
    };

    public static string Of(AdviceKind kind) => kind switch
    {
        AdviceKind.RunAgain => "A second run with a new seed, at another hour and freshly built, confirms or withdraws it.",
        AdviceKind.WeighTheMetrics => "No number of blocks: a person decides which of the metrics matters more, or changes the policy and runs again.",
        AdviceKind.ChangeTheCandidate => "A change of the candidate; the same code under the same load would be judged the same way.",
        AdviceKind.ChangeTheQuestion => "Another scenario or load, where the toggled code has a larger share of the work; or a policy that asks for less.",
        AdviceKind.MakeLaunchesEqual => "A run whose launches all come from one Release build on one machine with one layout.",
        AdviceKind.ExecuteTheToggledCode => "A scenario that executes the toggled code in every launch, equally often in both arms.",
        AdviceKind.UnburdenTheLoad => "A lower rate, more processors for the load, or more depth, so that the load offers what it should.",
        AdviceKind.SteadyTheAaRuns => "A/A runs that stay within their error rate on this machine.",
        _ => throw new ArgumentOutOfRangeException(nameof(kind), kind, null),
    };
}
