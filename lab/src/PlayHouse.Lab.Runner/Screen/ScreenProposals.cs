using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Policies;
using PlayHouse.Lab.Model.Screens;

namespace PlayHouse.Lab.Runner.Screen;

/// <summary>
/// What to put to the proof after a screen. A screen proposes and never decides: it looks at many effects at once, and what it names is named
/// for being large. Pure.
/// </summary>
internal static class ScreenProposals
{
    /// <summary>Most experiments besides the final one.</summary>
    public const int EffectsMax = 4;

    /// <summary>The effects that stand out in a primary metric, the one that stands out most first, then all kept against the baseline.</summary>
    public static IEnumerable<ScreenProposal> Of(RunPlan plan, ScreenResult result)
    {
        ScreenPlan screen = plan.Screen!;
        HashSet<string> unproved = [.. result.Proofs.Where(p => !p.IsProved).Select(p => p.Seam)];
        bool IsProved(string factor) => !screen.Factors.First(f => f.Name == factor).Seams.Keys.Any(unproved.Contains);
        IEnumerable<ScreenProposal> effects = result.Metrics.Where(m => m.Policy.Role == MetricRole.Primary)
            .SelectMany(m => m.Effects.Where(e => e.StandsOut && e.Factors.All(IsProved)))
            .OrderBy(e => e.P).ThenByDescending(e => e.HalfNormal)
            .Select(e => Of(screen, e)).DistinctBy(p => (p.Baseline, p.Candidate)).Take(EffectsMax);
        ScreenProposal final = new("all", $"What do {string.Join(", ", screen.Factors.Select(f => f.Name))} change together?", 0, screen.AllKept, true);
        return ((IEnumerable<ScreenProposal>)[.. effects, final]).Select(p => p with { ExperimentId = ScreenExperiments.IdOf(plan, p.Name) });
    }

    private static ScreenProposal Of(ScreenPlan screen, ScreenEffect effect)
    {
        int Bit(string factor) => 1 << screen.Factors.ToList().FindIndex(f => f.Name == factor);
        string first = effect.Factors[0];
        if (!effect.IsInteraction)
        {
            return new ScreenProposal(first, $"What does {first} change alone, from the baseline?", 0, Bit(first), false);
        }

        string second = effect.Factors[1];
        return new ScreenProposal($"{second} with {first}", $"What does {second} change once {first} is kept?", Bit(first), Bit(first) | Bit(second), false);
    }
}
