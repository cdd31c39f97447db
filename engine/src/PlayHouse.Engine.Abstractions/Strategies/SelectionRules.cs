using System.Globalization;

namespace PlayHouse.Engine.Strategies;

/// <summary>
/// What every selection must satisfy, whatever its seams: known ids, knobs in range. Pure functions, any thread, not on a message path.
/// </summary>
public static class SelectionRules
{
    /// <summary>All errors of the choices, one sentence each. Never throws on content.</summary>
    /// <param name="selection">What was chosen.</param>
    /// <param name="seams">The seams there are.</param>
    public static IReadOnlyList<string> Validate(StrategySelection selection, IReadOnlyList<SeamDescriptor> seams)
    {
        ArgumentNullException.ThrowIfNull(selection);
        ArgumentNullException.ThrowIfNull(seams);
        List<string> errors = [];
        foreach ((string seamId, StrategyChoice choice) in selection.Choices.OrderBy(c => c.Key, StringComparer.Ordinal))
        {
            CheckChoice(seamId, choice, seams, errors);
        }

        return errors;
    }

    /// <summary>Every seam with its strategy and all knob values, in the order of <paramref name="seams"/>.</summary>
    /// <param name="selection">A selection without errors.</param>
    /// <param name="seams">The seams there are.</param>
    public static IReadOnlyDictionary<string, StrategyChoice> Resolve(StrategySelection selection, IReadOnlyList<SeamDescriptor> seams)
    {
        ArgumentNullException.ThrowIfNull(selection);
        ArgumentNullException.ThrowIfNull(seams);
        OrderedDictionary<string, StrategyChoice> resolved = new(StringComparer.Ordinal);
        foreach (SeamDescriptor seam in seams)
        {
            StrategyChoice choice = selection.Choices.TryGetValue(seam.Id, out StrategyChoice? chosen)
                ? chosen
                : StrategyChoice.Of(seam.Default.Id);
            StrategyDescriptor strategy = seam.Find(choice.Id)!;
            OrderedDictionary<string, double> knobs = new(StringComparer.Ordinal);
            foreach (KnobDescriptor knob in strategy.Knobs)
            {
                knobs.Add(knob.Name, choice.Knob(strategy, knob.Name));
            }

            resolved.Add(seam.Id, new StrategyChoice(strategy.Id, knobs));
        }

        return resolved;
    }

    /// <summary>The same for a selection that has been looked at.</summary>
    /// <param name="selection">What was chosen.</param>
    /// <param name="seams">The seams there are.</param>
    /// <param name="errors">What was found.</param>
    /// <exception cref="ArgumentException">There are errors; the message holds every one.</exception>
    public static IReadOnlyDictionary<string, StrategyChoice> Resolve(
        StrategySelection selection, IReadOnlyList<SeamDescriptor> seams, IReadOnlyList<string> errors)
    {
        ArgumentNullException.ThrowIfNull(errors);
        return errors.Count == 0
            ? Resolve(selection, seams)
            : throw new ArgumentException(string.Join(Environment.NewLine, errors), nameof(selection));
    }

    private static void CheckChoice(string seamId, StrategyChoice? choice, IReadOnlyList<SeamDescriptor> seams, List<string> errors)
    {
        SeamDescriptor? seam = seams.FirstOrDefault(s => s.Id == seamId);
        if (seam is null)
        {
            errors.Add($"Unknown seam '{seamId}'. {NearestId.Suggest(seamId, seams.Select(s => s.Id))}");
            return;
        }

        if (choice?.Id is null || choice.Knobs is null)
        {
            errors.Add(
                $"Seam '{seamId}' names no strategy with knobs. {NearestId.Suggest(string.Empty, seam.Strategies.Select(s => s.Id))}");
            return;
        }

        StrategyDescriptor? strategy = seam.Find(choice.Id);
        if (strategy is null)
        {
            errors.Add(
                $"Unknown strategy '{choice.Id}' of seam '{seamId}'. {NearestId.Suggest(choice.Id, seam.Strategies.Select(s => s.Id))}");
            return;
        }

        if (!RunsHere(strategy))
        {
            IEnumerable<string> others = seam.Strategies.Where(RunsHere).Select(s => s.Id);
            errors.Add($"Strategy '{choice.Id}' of seam '{seamId}' needs {strategy.Needs}, which this is not. Run it there, or choose {string.Join(", ", others)}.");
        }

        foreach ((string name, double value) in choice.Knobs.OrderBy(k => k.Key, StringComparer.Ordinal))
        {
            CheckKnob(strategy, name, value, errors);
        }
    }

    private static bool RunsHere(StrategyDescriptor strategy) => strategy.Needs is not { } system || OperatingSystem.IsOSPlatform(system);

    private static void CheckKnob(StrategyDescriptor strategy, string name, double value, List<string> errors)
    {
        KnobDescriptor? knob = strategy.Knobs.FirstOrDefault(k => k.Name == name);
        if (knob is null)
        {
            errors.Add(
                $"Unknown knob '{name}' of {strategy.Seam}: {strategy.Id}. {NearestId.Suggest(name, strategy.Knobs.Select(k => k.Name))}");
        }
        else if (!(value >= knob.Min && value <= knob.Max) || value != Math.Floor(value))
        {
            errors.Add(string.Create(
                CultureInfo.InvariantCulture,
                $"Knob '{name}' of {strategy.Seam}: {strategy.Id} is {value}; it takes a whole number of {knob.Unit} from {knob.Min} to {knob.Max}."));
        }
    }
}
