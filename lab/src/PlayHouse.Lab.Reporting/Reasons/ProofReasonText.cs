using System.Globalization;
using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Reasons;

namespace PlayHouse.Lab.Reporting.Reasons;

/// <summary>Sentences about the proof that the toggled code ran, and about A/A runs.</summary>
internal static class ProofReasonText
{
    /// <summary>The sentence; null for a fact of another subject.</summary>
    public static string? Of(Reason reason, VerdictRecord? verdict) => reason switch
    {
        JudgedInPart r => $"Judged for {string.Join(", ", r.Seams)} only: the arms differ also in {string.Join(", ", r.NotExecuted)}, which this load does not execute; "
            + $"the verdict says nothing about {Numbers.Noun(r.NotExecuted.Count, "that", "those")}.",
        ToggledCodeRan => Ran(verdict?.Proofs ?? []),
        ProofUnknown { Arm: { } arm } r => $"The catalogue does not say what the code of {r.Seam} in the arm {arm} counts.",
        ProofUnknown r => $"The catalogue does not say how many hits per message prove that {r.Seam} ran.",
        HitsNotReported r => $"Launch {r.Launch} ({r.Arm}) did not report how often {r.Seam} ran.",
        HitsTooFew r => $"{r.Seam} ran {Hits(r.Hits)} times per message in launch {r.Launch} ({r.Arm}); {Hits(r.Required)} are needed to call it executed by this load.",
        HitsApart r => $"{r.Seam} ran {Hits(r.Baseline)} times per message in the baseline and {Hits(r.Other)} times in the other arm: "
            + $"{Hits(100 * Math.Abs(r.Baseline - r.Other) / Math.Max(r.Baseline, r.Other))} % apart, at most 10 % are allowed.",
        OwnCodeSilent r => $"{r.Seam}: the code of {r.Strategy} counted {OwnHits(r.Hits)} {r.Counted} per message in launch {r.Launch} "
            + $"({r.Arm}); {OwnHits(r.Required)} are needed to say that it ran under this load.",
        OtherCodeRan r => $"{r.Seam}: launch {r.Launch} ({r.Arm}) names {r.Strategy}, and the code behind {r.Counter} ran {OwnHits(r.Hits)} times per message.",
        AaCallsDifferences r => $"{r.Differences} of {r.Runs} {Place(r.Seam)} called {r.Metric} {(r.IsBetter ? "better" : "worse")} where nothing differs; "
            + "at a rate of 5 % that has a chance below 1 %.",
        AaLeans r => $"{r.Runs} {Place(r.Seam)} called {r.Metric} better {r.Better} times and worse {r.Worse} times where nothing differs; an even split has a chance below 1 % of that.",
        _ => null,
    };

    private static string Ran(IReadOnlyList<ExecutionProof> proofs)
    {
        string by = proofs.Any(p => p.OwnCode.Count == 0) ? ", by the counters of that time" : "";
        return $"The toggled code ran in every launch{by}: "
            + $"{string.Join("; ", proofs.Select(p => $"{p.Seam} {MetricText.Number(p.BaselineHits)} and {MetricText.Number(p.OtherHits)} times per message"))}.";
    }

    private static string Place(string seam) => $"A/A runs of {seam} in this scenario, layout and load";

    private static string Hits(double value) => value.ToString("0.###", CultureInfo.InvariantCulture);

    private static string OwnHits(double value) => value.ToString("0.####", CultureInfo.InvariantCulture);
}
