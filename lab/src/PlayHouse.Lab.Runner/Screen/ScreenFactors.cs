using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Scenarios;
using PlayHouse.Lab.Model.Screens;
using PlayHouse.Lab.Runner.Validate;
using PlayHouse.Lab.Statistics.Factorial;

namespace PlayHouse.Lab.Runner.Screen;

/// <summary>
/// Chooses what a screen varies. A seam is varied only if the scenario executes it in every combination; one that was not asked for by name
/// and is not executed stays at the baseline's strategy, with the reason. Pure.
/// </summary>
internal sealed class ScreenFactors
{
    private readonly ScenarioDescriptor _scenario;
    private readonly IReadOnlyDictionary<string, StrategySetting> _baseline;
    private readonly IReadOnlyDictionary<string, StrategySetting> _candidate;
    private readonly string[] _toggled;

    /// <summary>Starts from the two arms with every seam resolved.</summary>
    public ScreenFactors(
        ScenarioDescriptor scenario, IReadOnlyDictionary<string, StrategySetting> baseline, IReadOnlyDictionary<string, StrategySetting> candidate)
    {
        _scenario = scenario;
        _baseline = baseline;
        _candidate = candidate;
        _toggled = [.. ArmResolution.Differences(baseline, candidate)];
    }

    /// <summary>The factors and what is held. Throws <see cref="LabInputException"/> with every reason.</summary>
    /// <param name="names">Factors by name; empty for every seam that can be varied.</param>
    public (IReadOnlyList<ScreenFactor> Factors, IReadOnlyList<HeldSeam> Held) Choose(IReadOnlyList<string> names)
    {
        (IReadOnlyList<ScreenFactor> factors, IReadOnlyList<HeldSeam> held) = names.Count == 0 ? All() : Named(names);
        if (factors.Count < FactorialDesign.FactorsMin)
        {
            throw new LabInputException(
            [
                $"A screen needs at least {FactorialDesign.FactorsMin} toggles, and here there {(factors.Count == 0 ? "is none" : $"is one ({factors[0].Name})")} that scenario {_scenario.Id} executes. One toggle is a matter for 'plab run'.",
                .. held.Select(h => $"  {h.Seam}: {h.Reason}"),
            ]);
        }

        return factors.Count <= FactorialDesign.FactorsMax ? (factors, held) : throw new LabInputException(
        [
            $"A screen takes at most {FactorialDesign.FactorsMax} toggles; the arms differ in {factors.Count} that scenario {_scenario.Id} executes: {string.Join(", ", factors.Select(f => f.Name))}.",
            $"Choose some with --factors, and join those that belong together with '+', such as --factors {string.Join(',', factors.Take(3).Select(f => f.Name))},{factors[3].Name}+{factors[4].Name}. What is not chosen stays at the baseline.",
        ]);
    }

    private (IReadOnlyList<ScreenFactor>, IReadOnlyList<HeldSeam>) All()
    {
        List<ScreenFactor> factors = [.. _toggled.Select(Single)];
        List<HeldSeam> held = [];
        while (true)
        {
            // Holding one seam may leave another without what it needs, so the question is asked again until nothing changes.
            HeldSeam[] silent = [.. factors.Select(f => new HeldSeam(f.Name, Objection(factors, f.Name) ?? "")).Where(h => h.Reason.Length > 0)];
            if (silent.Length == 0)
            {
                return (factors, held);
            }

            held.AddRange(silent);
            factors.RemoveAll(f => silent.Any(h => h.Seam == f.Name));
        }
    }

    private (IReadOnlyList<ScreenFactor>, IReadOnlyList<HeldSeam>) Named(IReadOnlyList<string> names)
    {
        List<string> errors = [];
        List<ScreenFactor> factors = [];
        foreach (string name in names)
        {
            string[] seams = name.Split('+', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries);
            errors.AddRange(seams.Where(s => !_toggled.Contains(s)).Select(s =>
                $"The arms do not differ in {Suggestions.Quote(s)}; they differ in {(_toggled.Length == 0 ? "nothing" : string.Join(", ", _toggled))}."));
            errors.AddRange(seams.Where(s => factors.Any(f => f.Seams.ContainsKey(s))).Select(s => $"The factors name the seam '{s}' twice."));
            if (errors.Count == 0 && seams.Length > 0)
            {
                factors.Add(new ScreenFactor(string.Join('+', seams), seams.Distinct().ToDictionary(s => s, s => new SeamLevels(_baseline[s], _candidate[s]))));
            }
        }

        if (errors.Count == 0 && factors.Count <= FactorialDesign.FactorsMax)
        {
            errors.AddRange(factors.SelectMany(f => f.Seams.Keys).Select(s => (Seam: s, Objection: Objection(factors, s))).Where(o => o.Objection is not null)
                .Select(o => $"{Capital(o.Objection!)}. Leave '{o.Seam}' out of the factors."));
        }

        return errors.Count > 0
            ? throw new LabInputException(errors)
            : (factors, [.. _toggled.Where(s => !factors.Any(f => f.Seams.ContainsKey(s))).Select(s => new HeldSeam(s, WhyNotAsked(factors, s)))]);
    }

    // That a seam could not have been varied at all is the better reason.
    private string WhyNotAsked(List<ScreenFactor> factors, string seam) =>
        Objection([.. factors, Single(seam)], seam) ?? "it is not among the factors that were asked for";

    private ScreenFactor Single(string seam) =>
        new(seam, new Dictionary<string, SeamLevels> { [seam] = new(_baseline[seam], _candidate[seam]) });

    /// <summary>Why the scenario does not execute a seam in every combination; null when it does.</summary>
    private string? Objection(List<ScreenFactor> factors, string seam)
    {
        // Whether a seam is executed depends on single other seams, so two levels of each factor cover every combination.
        List<int> cells = [0, (1 << factors.Count) - 1, .. Enumerable.Range(0, factors.Count).Select(i => 1 << i)];
        string? objection = new ScenarioExecution(_scenario, [.. cells.Select(c => ScreenPlan.StrategiesOf(_baseline, factors, c))]).Objection(seam);
        return objection?.Replace("in both arms", "in every combination", StringComparison.Ordinal);
    }

    private static string Capital(string text) => char.ToUpperInvariant(text[0]) + text[1..];
}
