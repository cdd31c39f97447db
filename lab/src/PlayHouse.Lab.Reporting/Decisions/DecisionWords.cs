using PlayHouse.Lab.Model.Decisions;
using PlayHouse.Lab.Model.Experiments;

namespace PlayHouse.Lab.Reporting.Decisions;

/// <summary>The words of a decision, the same on every output. Pure functions, any thread.</summary>
public static class DecisionWords
{
    /// <summary>The word.</summary>
    public static string Of(DecisionChoice choice) => choice switch
    {
        DecisionChoice.Keep => "Keep",
        DecisionChoice.Rollback => "Roll back",
        DecisionChoice.Rerun => "Run again",
        _ => "Take back",
    };

    /// <summary>What the choice does, one sentence.</summary>
    public static string Meaning(DecisionChoice choice) => choice switch
    {
        DecisionChoice.Keep => "The candidate becomes what this workspace uses.",
        DecisionChoice.Rollback => "The baseline stays, or comes back where the candidate is in use.",
        DecisionChoice.Rerun => "Nothing changes: the data do not carry a decision yet.",
        _ => "An earlier decision is taken back, and with it what it changed.",
    };

    /// <summary>A setting in the file of strategies; the shipped default where there is none.</summary>
    public static string Setting(StrategySetting? setting) => setting is null ? "the shipped default" : RunText.Setting(setting);

    /// <summary>Where a decision stands: in force, waiting for its file, replaced.</summary>
    public static string Standing(StandingDecision standing)
    {
        ArgumentNullException.ThrowIfNull(standing);
        return standing switch
        {
            { SupersededBy: { } by } => $"replaced by {by}",
            { IsPending: true } => "recorded; strategies.json is not written yet",
            { Decision.Change: not null } => "recorded; strategies.json is written",
            _ => "recorded; strategies.json needs no change",
        };
    }

    /// <summary>What changes, one line per seam.</summary>
    public static IEnumerable<string> Changes(StrategiesChange? change) =>
        (change?.Seams ?? []).Select(s => $"{s.Seam}: {Setting(s.Before)} → {Setting(s.After)}");
}
