using System.Text;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Policies;
using PlayHouse.Lab.Runner;
using PlayHouse.Lab.Runner.Experiments;
using PlayHouse.Lab.Runner.Validate;
using PlayHouse.Lab.Runner.Workspace;

namespace PlayHouse.Dashboard.Model;

/// <summary>Something to say about a field of a form.</summary>
/// <param name="Field">The field; empty for what no field holds.</param>
/// <param name="Text">One sentence, with what to do.</param>
internal sealed record FieldNote(string Field, string Text);

/// <summary>What the lab says to a form: the loader and the preparation of <c>plab run</c>, with the workspace's policies, strategies and roles.</summary>
internal sealed record ExperimentReview
{
    /// <summary>The file.</summary>
    public required string Yaml { get; init; }

    /// <summary>Why it may not run; empty when it may.</summary>
    public IReadOnlyList<FieldNote> Errors { get; private init; } = [];

    /// <summary>What a reader of its result must know.</summary>
    public IReadOnlyList<FieldNote> Warnings { get; private init; } = [];

    /// <summary>The experiment; null when it may not run.</summary>
    public ExperimentSpec? Spec { get; private init; }

    /// <summary>What would be done; null when it may not run.</summary>
    public RunPlan? Plan { get; private init; }

    /// <summary>Reviews a form against a workspace's policies.</summary>
    public static ExperimentReview Of(ExperimentForm form, LabWorkspace workspace)
    {
        ArgumentNullException.ThrowIfNull(form);
        ExperimentYaml yaml = ExperimentYaml.Of(form);
        ExperimentReview review = new() { Yaml = yaml.Text };
        byte[] bytes = Encoding.UTF8.GetBytes(yaml.Text);
        LoadedFile<ExperimentSpec> loaded = ExperimentLoader.Parse(ExperimentLoader.FileName, bytes);
        // The name comes from a page: only one that stands in the folder is read.
        if (!ExperimentFolder.Policies(workspace).Contains(form[FormField.Policy]))
        {
            FieldNote missing = new(FormField.Policy, $"There is no such policy. Known: {string.Join(", ", ExperimentFolder.Policies(workspace))}.");
            return review with { Errors = [.. loaded.Problems.Select(p => Note(yaml, p)).Where(n => n.Field != FormField.Policy), missing] };
        }

        LoadedFile<Policy> policy = PolicyLoader.Load(Path.Combine(workspace.Experiments, form[FormField.Policy]));
        if (loaded.Value is not { } spec || policy.Value is null)
        {
            return review with { Errors = [.. loaded.Problems.Select(p => Note(yaml, p)), .. policy.Problems.Select(p => new FieldNote(FormField.Policy, Sentence(p)))] };
        }

        try
        {
            PreparedRun prepared = RunPreparation.Check(workspace, spec, loaded.Source, new RunOptions());
            return review with
            {
                Errors = [.. prepared.Errors.Select(p => Note(yaml, p)), .. prepared.Hint is { } hint ? (FieldNote[])[new(FormField.Arms, hint)] : []],
                Warnings = [.. prepared.Warnings.Select(p => Note(yaml, p))],
                Spec = prepared.Plan is null ? null : spec,
                Plan = prepared.Plan,
            };
        }
        catch (LabInputException wrong)
        {
            // A file of the workspace, which no field holds.
            return review with { Errors = [.. wrong.Errors.Select(e => new FieldNote("", e))] };
        }
    }

    /// <summary>
    /// What a command line changes of a file so that it runs an experiment; null where a command line cannot say it and the file has to
    /// be written.
    /// </summary>
    public static RunOptions? Options(ExperimentSpec? file, ExperimentSpec? wanted)
    {
        if (wanted is null || file is null)
        {
            return null;
        }

        bool isOtherSize = file.Design.Kind != wanted.Design.Kind;
        DesignSpec design = isOtherSize ? file.Design with { Kind = wanted.Design.Kind, Blocks = null, WarmupSeconds = null, WindowSeconds = null } : file.Design;
        RunOptions options = new()
        {
            Design = isOtherSize ? wanted.Design.Kind : null,
            Blocks = wanted.Design.Blocks == design.Blocks ? null : wanted.Design.Blocks,
            Aa = wanted.Design.Aa && !file.Design.Aa,
            Hops = wanted.Load.Hops && !file.Load.Hops,
            RatePerSecond = wanted.Load.RatePerSecond == file.Load.RatePerSecond ? null : wanted.Load.RatePerSecond,
        };
        ExperimentSpec changed = file with
        {
            Design = design with { Blocks = options.Blocks ?? design.Blocks, Aa = design.Aa || options.Aa },
            Load = file.Load with { Hops = file.Load.Hops || options.Hops, RatePerSecond = options.RatePerSecond ?? file.Load.RatePerSecond },
        };
        return TextOf(changed) == TextOf(wanted) ? options : null;
    }

    /// <summary>The file of an experiment as this page would write it: equal texts are equal experiments.</summary>
    public static string TextOf(ExperimentSpec spec) => ExperimentYaml.Of(ExperimentForm.Of(spec)).Text;

    private static FieldNote Note(ExperimentYaml yaml, FileProblem problem) => new(yaml.FieldAt(problem.Line), Sentence(problem));

    private static string Sentence(FileProblem problem)
    {
        string text = problem.Suggestion is null ? problem.Message : $"{problem.Message}; {problem.Suggestion}";
        // A key of the file is spelled as it stands there.
        bool isKey = text.Split(' ')[0].Contains('.', StringComparison.Ordinal);
        return $"{(isKey ? text[0] : char.ToUpperInvariant(text[0]))}{text[1..]}{(text[^1] is '.' or '?' ? "" : ".")}";
    }
}
