using PlayHouse.Engine.Strategies;
using PlayHouse.Lab.Model.Decisions;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Scenarios;
using PlayHouse.Lab.Runner.Validate;

namespace PlayHouse.Lab.Runner.Decisions;

/// <summary>What a decision does to the workspace's strategies. Pure.</summary>
internal static class StrategiesChanges
{
    /// <summary>The change of a choice; null when the workspace uses already what was decided.</summary>
    /// <exception cref="LabInputException">The outcome would not be a combination that can be built.</exception>
    public static StrategiesChange? Of(RunPlan plan, DecisionChoice choice, string decisionId, string beforeText)
    {
        if (choice is not (DecisionChoice.Keep or DecisionChoice.Rollback) || IsBeside(plan))
        {
            return null;
        }

        WorkspaceStrategies before = WorkspaceStrategiesFile.Parse(beforeText);
        List<SeamChange> seams = [];
        foreach (string seam in plan.ToggledSeams)
        {
            StrategySetting? baseline = Bare(seam, plan.Baseline.Strategies[seam]);
            StrategySetting? other = Bare(seam, plan.Other.Strategies[seam]);
            StrategySetting? now = before.Set.GetValueOrDefault(seam);

            // Rolling back what is not in use changes nothing: whatever the workspace uses there was decided by another run.
            StrategySetting? wanted = choice == DecisionChoice.Keep ? other : IsSame(now, other) ? baseline : now;
            if (!IsSame(now, wanted))
            {
                seams.Add(new SeamChange(seam, now, wanted));
            }
        }

        // What is taken back cannot be built here only where nothing in this workspace runs it, whatever the default of its seam is.
        bool isUnused = choice == DecisionChoice.Rollback && WorkspaceStrategiesFile.Problems(After(before, seams, decisionId)).Count > 0;
        return isUnused ? null : Change(before, seams, decisionId, beforeText);
    }

    /// <summary>The change that takes another one back; null when there was none.</summary>
    /// <exception cref="LabInputException">A seam was changed again since.</exception>
    public static StrategiesChange? Reverse(StrategiesChange? change, bool isApplied, string decisionId, string beforeText)
    {
        if (change is null || !isApplied)
        {
            return null;
        }

        WorkspaceStrategies before = WorkspaceStrategiesFile.Parse(beforeText);
        string[] moved = [.. change.Seams.Where(s => !IsSame(before.Set.GetValueOrDefault(s.Seam), s.After)).Select(s => s.Seam)];
        return moved.Length == 0
            ? Change(before, [.. change.Seams.Select(s => new SeamChange(s.Seam, s.After, s.Before))], decisionId, beforeText)
            : throw new LabInputException([.. moved.Select(s => $"{WorkspaceStrategies.FileName} sets {s} to something else since{(before.Decision is null ? "" : $" ({before.Decision})")}: take that back first.")]);
    }

    /// <summary>True for a run about a library that the workspace has no default for.</summary>
    public static bool IsBeside(RunPlan plan) => ScenarioCatalog.Find(plan.Experiment.Scenario)?.Subject == ScenarioSubject.FastPort;

    private static StrategiesChange? Change(WorkspaceStrategies before, List<SeamChange> seams, string decisionId, string beforeText)
    {
        if (seams.Count == 0)
        {
            return null;
        }

        WorkspaceStrategies after = After(before, seams, decisionId);
        IReadOnlyList<string> problems = WorkspaceStrategiesFile.Problems(after);
        return problems.Count == 0
            ? new StrategiesChange(seams, beforeText, WorkspaceStrategiesFile.Text(after))
            : throw new LabInputException([.. problems.Select(p => $"{WorkspaceStrategies.FileName} would not be a combination that can be built: {p}.")]);
    }

    private static WorkspaceStrategies After(WorkspaceStrategies before, List<SeamChange> seams, string decisionId)
    {
        Dictionary<string, StrategySetting> set = new(before.Set, StringComparer.Ordinal);
        foreach (SeamChange seam in seams)
        {
            if (seam.After is null)
            {
                set.Remove(seam.Seam);
            }
            else
            {
                set[seam.Seam] = seam.After;
            }
        }

        return new WorkspaceStrategies { Set = set, Decision = decisionId };
    }

    /// <summary>The setting without the knobs that have their default; null for what is shipped.</summary>
    private static StrategySetting? Bare(string seam, StrategySetting setting)
    {
        StrategyDescriptor? strategy = EngineCatalog.Shipped.Seam(seam)?.Find(setting.Use);
        if (strategy is null)
        {
            throw new LabInputException([$"This build has no strategy {Suggestions.Quote(setting.Use)} of {Suggestions.Quote(seam)}: the run was made by another one."]);
        }

        Dictionary<string, double> knobs = setting.Knobs
            .Where(k => strategy.Knobs.FirstOrDefault(d => d.Name == k.Key)?.Default.Equals(k.Value) != true).ToDictionary();
        return strategy.IsDefault && knobs.Count == 0 ? null : new StrategySetting(setting.Use, knobs);
    }

    private static bool IsSame(StrategySetting? a, StrategySetting? b) => a is null || b is null
        ? a is null && b is null
        : a.Use == b.Use && a.Knobs.Count == b.Knobs.Count && a.Knobs.All(k => b.Knobs.TryGetValue(k.Key, out double value) && value.Equals(k.Value));
}
