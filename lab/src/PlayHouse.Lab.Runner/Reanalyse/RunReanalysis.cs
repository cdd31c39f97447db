using System.Text.Json;
using PlayHouse.Lab.Model;
using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Reasons;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Runner.Analyse;
using PlayHouse.Lab.Runner.Decide;
using PlayHouse.Lab.Statistics.Verdicts;
using PlayHouse.Lab.Store;

namespace PlayHouse.Lab.Runner.Reanalyse;

/// <summary>
/// Judges a run again from its stored launches: the plan holds seed, looks and policy, so the same rule gives the same verdict to the
/// last byte. The A/A runs are taken as they stood when the verdict was made.
/// </summary>
internal sealed class RunReanalysis(LabStore store)
{
    /// <summary>The verdict of today and the stored one.</summary>
    /// <param name="report">The run.</param>
    /// <param name="minHitsPerMessage">Seam id to the hits per message that prove execution.</param>
    /// <param name="isRecorded">Puts the new verdict into the store when the rule has changed; the old one stays.</param>
    /// <param name="ct">Stops before the store is written.</param>
    public async Task<Reanalysis> AnalyseAsync(
        RunReport report, IReadOnlyDictionary<string, double> minHitsPerMessage, bool isRecorded, CancellationToken ct)
    {
        RunRecord run = report.Run;
        StoredVerdict stored = await store.Results.FindVerdictAsync(run.Id, ct)
            ?? throw new LabInputException([$"Run {run.Id} has no verdict, so there is nothing to judge again. 'plab show {run.Id}' says where it stands."]);
        VerdictRecord before = stored.Verdict;
        AnalysisResult analysis = RunAnalyzer.Analyze(run.Plan, await FinishedLaunches.ReadAsync(store, run.Id, ct), minHitsPerMessage);
        bool isSameRule = before.RuleVersion == VerdictRules.RuleVersion;
        VerdictRecord now = VerdictMaker.Decide(run.Plan, analysis, before.Aa) with
        {
            SaidAtTheTime = before.SaidAtTheTime ?? (isSameRule ? null : Past(stored)),
        };
        bool isNew = isRecorded && !isSameRule;
        if (isNew)
        {
            await store.Results.SaveVerdictAsync(now, stored.Comparison, ct);
        }

        return new Reanalysis
        {
            Report = report,
            SaidAtTheTime = before.SaidAtTheTime ?? Past(stored),
            Now = now,
            IsSameRule = isSameRule,
            IsIdentical = HoldsSentences(before) ? Text(WithoutWords(before)) == Text(WithoutWords(now)) : Text(before) == Text(now),
            IsRecorded = isNew,
        };
    }

    private static PastVerdict Past(StoredVerdict stored) =>
        new(stored.Verdict.RuleVersion, stored.Verdict.Kind, stored.Verdict.IsProvisional, stored.Verdict.Rule, stored.ComputedAt);

    // A verdict of the time when stores kept sentences is held to its figures: its words are those of that time.
    private static bool HoldsSentences(VerdictRecord verdict) =>
        verdict.Reasons.Concat(verdict.Warnings).Concat(verdict.WhatWouldChangeIt).Any(r => r is Said);

    private static VerdictRecord WithoutWords(VerdictRecord verdict) => verdict with
    {
        Reasons = [],
        Warnings = [],
        WhatWouldChangeIt = [],
        Proofs = [.. verdict.Proofs.Select(p => p with { Reason = null })],
        Aa = verdict.Aa is { } aa ? aa with { Alarm = null } : null,
    };

    private static string Text(VerdictRecord verdict) => JsonSerializer.Serialize(verdict, LabJson.Compact);
}
