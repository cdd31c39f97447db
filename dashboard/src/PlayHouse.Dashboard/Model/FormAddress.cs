using PlayHouse.Lab.Model;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Scenarios;
using PlayHouse.Lab.Runner.Validate;

namespace PlayHouse.Dashboard.Model;

/// <summary>Addresses of the form of a new experiment. Pure.</summary>
internal static class FormAddress
{
    /// <summary>The form without anything in it.</summary>
    public const string Page = "experiments/new";

    /// <summary>Word of the address for an experiment's file to start from.</summary>
    public const string From = "from";

    /// <summary>Word of the address for a run to start from.</summary>
    public const string Run = "run";

    // Blocks of launches have no pilots that find a rate: a first one, for its writer to change.
    private const string FirstRate = "1000";

    /// <summary>The form with a file in it.</summary>
    public static string OfFile(string name) => Write([new(From, name)]);

    /// <summary>The form with what a run measured.</summary>
    public static string OfRun(string runId) => Write([new(Run, runId)]);

    /// <summary>The form with a draft as the candidate.</summary>
    public static string OfDraft(DraftConfiguration draft, ScenarioDescriptor scenario)
    {
        ArgumentNullException.ThrowIfNull(draft);
        ArgumentNullException.ThrowIfNull(scenario);
        List<KeyValuePair<string, string>> words =
        [
            new(FormField.Scenario, scenario.Id),
            new(FormField.BaselineSet, SetText.Write(draft.Baseline(scenario.Id))),
            new(FormField.CandidatePreset, draft.Preset),
            new(FormField.CandidateSet, SetText.Write(draft.Candidate())),
        ];
        if (scenario.PayloadBytesMin > new LoadSpec().PayloadBytes)
        {
            words.Add(new(FormField.Payload, scenario.PayloadBytesMin.ToString(System.Globalization.CultureInfo.InvariantCulture)));
        }

        if (!scenario.TakesTurns)
        {
            words.Add(new(FormField.Kind, LabJson.Word(DesignKind.Sequential)));
            if (scenario.Load.RatePerConnection is null)
            {
                words.Add(new(FormField.Rate, FirstRate));
            }
        }
        else if (draft.Lines.Any(l => ExperimentValidator.IsAboutWaiting(l.Seam.Id)))
        {
            EnvironmentSpec deployed = EnvironmentSpec.Usual.In(EnvironmentKind.Deployed);
            words.AddRange([new(FormField.Compilation, LabJson.Word(deployed.Compilation)), new(FormField.PoolSpin, deployed.PoolSpin ? "true" : "false")]);
        }

        return Write(words);
    }

    /// <summary>The form as it stands: what it starts from and what was changed.</summary>
    public static string Of(ExperimentForm form, string? from, string? run)
    {
        ArgumentNullException.ThrowIfNull(form);
        return Write([new(From, from ?? ""), new(Run, run ?? ""), .. form.Changes.OrderBy(c => c.Key, StringComparer.Ordinal)], keepsEmpty: form.Changes.Keys);
    }

    private static string Write(IEnumerable<KeyValuePair<string, string>> words, IEnumerable<string>? keepsEmpty = null)
    {
        HashSet<string> kept = [.. keepsEmpty ?? []];
        string query = string.Join('&', words.Where(w => w.Value.Length > 0 || kept.Contains(w.Key)).Select(w => $"{w.Key}={Uri.EscapeDataString(w.Value)}"));
        return query.Length == 0 ? Page : $"{Page}?{query}";
    }
}
