using System.Globalization;
using PlayHouse.Engine.Strategies;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Scenarios;
using PlayHouse.Lab.Reporting;
using PlayHouse.Lab.Runner;
using PlayHouse.Lab.Runner.Experiments;
using PlayHouse.Lab.Runner.Validate;

namespace PlayHouse.Dashboard.Model;

/// <summary>What a new experiment starts from: nothing, a draft configuration, a file, or a run. Pure.</summary>
internal static class ExperimentStart
{
    private const string NoName = "experiment";

    /// <summary>Of nothing: the defaults of every field, in the simplest scenario.</summary>
    public static ExperimentForm Blank() => ExperimentForm.Of(new ExperimentSpec
    {
        Id = "", Question = "", Scenario = ScenarioCatalog.Echo,
        Arms = new Dictionary<string, ArmSpec> { [ArmNames.Baseline] = new(), [ArmNames.Candidate] = new() },
        Environment = EnvironmentSpec.Usual,
    });

    /// <summary>Of a run: the same again, under a name of its own, because its own name stands for what was run.</summary>
    public static ExperimentForm OfRun(ExperimentSpec spec, IReadOnlyList<ExperimentEntry> there)
    {
        ExperimentForm form = ExperimentForm.Of(spec);
        return form.Proposing(FormField.Id, Numbered(there, Slug(spec.Id)));
    }

    /// <summary>Fills in name and question from what the arms differ in, unless the user has typed them.</summary>
    public static ExperimentForm Named(ExperimentForm form, IReadOnlyList<ExperimentEntry> there)
    {
        (string Seam, string Baseline, string Candidate)[] toggled = [.. Toggled(form)];
        string name = toggled.Length == 1 ? toggled[0].Seam : form[FormField.CandidatePreset] is var preset and not DraftConfiguration.PresetDefault ? preset : NoName;
        ExperimentForm named = form[FormField.Id].Length > 0 ? form : form.Proposing(FormField.Id, Numbered(there, name));
        return named[FormField.Question].Length > 0 || toggled.Length != 1
            ? named
            : named.Proposing(FormField.Question, $"What does {toggled[0].Seam} {toggled[0].Candidate} change against {toggled[0].Baseline} in {form[FormField.Scenario]}?");
    }

    /// <summary>The experiment of a file.</summary>
    /// <exception cref="LabInputException">There is none of this name, or its file has problems.</exception>
    public static ExperimentSpec Required(IReadOnlyList<ExperimentEntry> there, string name)
    {
        ExperimentEntry entry = there.FirstOrDefault(e => e.Name == name)
            ?? throw new LabInputException([$"There is no experiment '{PlainText.CutEnd(PlainText.Clean(name), 80)}' in this workspace. It has: {string.Join(", ", there.Select(e => e.Name))}."]);
        return entry.Spec ?? throw new LabInputException([.. entry.Problems.Select(p => p.ToString())]);
    }

    /// <summary>A name with the next number that no experiment has.</summary>
    public static string Numbered(IReadOnlyList<ExperimentEntry> there, string slug)
    {
        int last = there.Select(e => e.Name.Length > 3 && int.TryParse(e.Name[..3], NumberStyles.None, CultureInfo.InvariantCulture, out int n) ? n : 0).DefaultIfEmpty().Max();
        return string.Create(CultureInfo.InvariantCulture, $"{Math.Min(last + 1, 999):000}-{slug}");
    }

    /// <summary>Seams that a row of the arms shows: those an arm sets.</summary>
    public static IReadOnlyList<string> Seams(ExperimentForm form) =>
        [.. form.Set(FormField.BaselineSet).Keys.Union(form.Set(FormField.CandidateSet).Keys).Order(StringComparer.Ordinal)];

    /// <summary>Seams that can be added: those the scenario may execute and no arm sets, and what they need.</summary>
    public static IReadOnlyList<SeamDescriptor> Addable(ExperimentForm form)
    {
        IReadOnlyList<string> there = Seams(form);
        ScenarioDescriptor? scenario = ScenarioCatalog.Find(form[FormField.Scenario]);
        return scenario is null ? [] : [.. EngineCatalog.Of(scenario.Id).Seams.Where(s => scenario.MayExecute(s.Id) && !there.Contains(s.Id))];
    }

    private static string Slug(string id) => id.Length > 4 ? id[4..] : NoName;

    private static IEnumerable<(string Seam, string Baseline, string Candidate)> Toggled(ExperimentForm form)
    {
        IReadOnlyDictionary<string, SeamChoice> baseline = form.Set(FormField.BaselineSet), candidate = form.Set(FormField.CandidateSet);
        foreach (string seam in Seams(form))
        {
            string fallback = EngineCatalog.Of(form[FormField.Scenario]).Seam(seam)?.Default.Id ?? "";
            string a = baseline.TryGetValue(seam, out SeamChoice? x) ? x.Words : fallback, b = candidate.TryGetValue(seam, out SeamChoice? y) ? y.Words : fallback;
            if (a != b)
            {
                yield return (seam, a, b);
            }
        }
    }
}
