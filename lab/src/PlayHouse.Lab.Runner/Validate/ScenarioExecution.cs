using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Scenarios;

namespace PlayHouse.Lab.Runner.Validate;

/// <summary>Which seams a scenario executes with these arms.</summary>
/// <param name="scenario">The scenario.</param>
/// <param name="arms">Every seam with its strategy, for each arm.</param>
internal sealed class ScenarioExecution(ScenarioDescriptor scenario, IReadOnlyList<IReadOnlyDictionary<string, StrategySetting>> arms)
{
    /// <summary>Why a toggle of this seam cannot show anything here; null when it can.</summary>
    public string? Objection(string seam)
    {
        if (scenario.Seams.Contains(seam))
        {
            return null;
        }

        ConditionalSeam[] conditions = [.. scenario.ConditionalSeams.Where(c => c.Seam == seam)];
        if (conditions.Length == 0)
        {
            return $"scenario {scenario.Id} does not execute the seam '{seam}', so it cannot tell the arms apart";
        }

        return conditions.Any(IsMet)
            ? null
            : $"scenario {scenario.Id} executes the seam '{seam}' only with {string.Join(" or ", conditions.Select(c => $"{c.NeedsSeam}: {c.NeedsStrategy}"))} in both arms";
    }

    /// <summary>What to write instead.</summary>
    public string Remedy(string seam)
    {
        if (scenario.ConditionalSeams.FirstOrDefault(c => c.Seam == seam) is { } condition)
        {
            return $"set {condition.NeedsSeam}: {condition.NeedsStrategy} in both arms";
        }

        return Elsewhere(seam);
    }

    /// <summary>Where a seam is executed.</summary>
    public static string Elsewhere(string seam)
    {
        string[] others = [.. ScenarioCatalog.All.Where(s => s.MayExecute(seam)).Select(s => s.Id)];
        return others.Length == 0 ? "no scenario of this build executes it" : $"scenarios that do: {string.Join(", ", others)}";
    }

    private bool IsMet(ConditionalSeam condition) =>
        arms.All(a => a.TryGetValue(condition.NeedsSeam, out StrategySetting? setting) && setting.Use == condition.NeedsStrategy);
}
