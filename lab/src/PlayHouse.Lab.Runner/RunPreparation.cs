using PlayHouse.Lab.Model.Decisions;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Policies;
using PlayHouse.Lab.Runner.Decisions;
using PlayHouse.Lab.Runner.Plan;
using PlayHouse.Lab.Runner.Roles;
using PlayHouse.Lab.Runner.Validate;
using PlayHouse.Lab.Runner.Workspace;

namespace PlayHouse.Lab.Runner;

/// <summary>
/// From an experiment to a plan: loads strictly, validates, resolves, for the command line, the form of the dashboard and screens alike.
/// Nothing is launched or stored.
/// </summary>
public static class RunPreparation
{
    /// <summary>The plan. Throws <see cref="LabInputException"/> with every error at once.</summary>
    public static RunPlan Prepare(LabWorkspace workspace, string experimentPath, RunOptions options)
    {
        string place = Locate(workspace, experimentPath);
        LoadedFile<ExperimentSpec> experiment = ExperimentLoader.Load(place);
        RunPlan plan = Prepare(workspace, experiment.Required(), experiment.Source, options);
        return plan with { RuleOrigin = RuleOrigins.Of(Directory.Exists(place) ? Path.Combine(place, ExperimentLoader.FileName) : place, Path.Combine(workspace.Experiments, plan.Experiment.Policy)) };
    }

    /// <summary>The file of an experiment, by path, name or id. Throws <see cref="LabInputException"/> when there is none.</summary>
    public static LoadedFile<ExperimentSpec> Load(LabWorkspace workspace, string experimentPath) => ExperimentLoader.Load(Locate(workspace, experimentPath));

    /// <summary>The plan of an experiment that is loaded or made. Throws <see cref="LabInputException"/> with every error at once.</summary>
    public static RunPlan Prepare(LabWorkspace workspace, ExperimentSpec experiment, SourceMap source, RunOptions options) =>
        Check(workspace, experiment, source, options).Required();

    /// <summary>Everything that the lab says of an experiment in a workspace before it may run.</summary>
    /// <param name="workspace">Whose policies, strategies and roles apply.</param>
    /// <param name="experiment">As loaded or made.</param>
    /// <param name="source">Where its keys stand.</param>
    /// <param name="options">Changes of the command line.</param>
    /// <exception cref="LabInputException">A file of the workspace is wrong (policy, strategies, roles), or an option.</exception>
    public static PreparedRun Check(LabWorkspace workspace, ExperimentSpec experiment, SourceMap source, RunOptions options)
    {
        ArgumentNullException.ThrowIfNull(workspace);
        ArgumentNullException.ThrowIfNull(experiment);
        ArgumentNullException.ThrowIfNull(source);
        ArgumentNullException.ThrowIfNull(options);
        ExperimentSpec spec = WithOptions(experiment, options);
        LoadedFile<Policy> policy = PolicyLoader.Load(Path.Combine(workspace.Experiments, spec.Policy));
        WorkspaceStrategies strategies = WorkspaceStrategiesFile.Load(workspace);
        EngineCatalog catalog = EngineCatalog.Of(spec.Scenario).With(strategies);
        ValidationResult validation = ExperimentValidator.Validate(RunPlanner.AsAsked(spec, options), policy.Required(), catalog, source);
        FileProblem[] errors = [.. validation.Errors, .. Placement(spec, source)];
        if (errors.Length > 0)
        {
            return new PreparedRun { Errors = errors, Warnings = validation.Warnings, Hint = Hint(strategies) };
        }

        // A wrong file of roles is reported now and not after an hour of measuring.
        RoleFile.Of(workspace);
        RunPlan plan = RunPlanner.Plan(spec, policy.Required(), policy.Bytes.Span, options, catalog);
        return new PreparedRun { Plan = strategies.Set.Count == 0 ? plan : plan with { WorkspaceDefault = strategies }, Warnings = validation.Warnings };
    }

    private static FileProblem[] Placement(ExperimentSpec spec, SourceMap source) => spec.Design.Layout != CpuLayout.Split || ProcessPlacement.CanSplit
        ? []
        : [source.At("design.layout", "layout split needs at least two processors and the program 'taskset' (package util-linux)", "use layout: shared")];

    // What the files say may be right in itself and wrong only together with what this workspace uses.
    private static string? Hint(WorkspaceStrategies strategies) => strategies.Set.Count == 0
        ? null
        : $"In this workspace the preset default means {string.Join(", ", strategies.Set.Select(s => $"{s.Key}: {s.Value.Use}"))} ({WorkspaceStrategies.FileName}{(strategies.Decision is null ? "" : $", decision {strategies.Decision}")}). Write every toggled seam in both arms.";

    private static ExperimentSpec WithOptions(ExperimentSpec spec, RunOptions options) => spec with
    {
        Environment = options.Environment is { } kind ? spec.Environment.In(kind) : spec.Environment,
        Design = spec.Design with { Aa = spec.Design.Aa || options.Aa },
        Load = spec.Load with { Hops = spec.Load.Hops || options.Hops },
    };

    /// <summary>A path as given, or the name or the id of an experiment of the workspace.</summary>
    private static string Locate(LabWorkspace workspace, string path)
    {
        if (File.Exists(path) || Directory.Exists(path))
        {
            return path;
        }

        string inWorkspace = Path.Combine(workspace.Experiments, path);
        if (File.Exists(inWorkspace) || Directory.Exists(inWorkspace))
        {
            return inWorkspace;
        }

        string beside = Path.Combine(workspace.Root, path);
        if (File.Exists(beside) || Directory.Exists(beside))
        {
            return beside;
        }

        if (Variant(workspace, Path.GetFileName(Path.TrimEndingDirectorySeparator(path))) is { } variant)
        {
            return variant;
        }

        string[] known = Directory.Exists(workspace.Experiments)
            ? [.. Directory.EnumerateDirectories(workspace.Experiments).Where(d => File.Exists(Path.Combine(d, ExperimentLoader.FileName))).Select(d => $"experiments/{Path.GetFileName(d)}").Order(StringComparer.Ordinal)]
            : [];
        throw new LabInputException([$"There is no experiment at '{path}'. This workspace has: {(known.Length == 0 ? "none" : string.Join(", ", known))}."]);
    }

    // A folder may hold variants of its experiment, each with an id of its own: that is what a finished run is called by.
    private static string? Variant(LabWorkspace workspace, string id) => !Directory.Exists(workspace.Experiments)
        ? null
        : Directory.EnumerateDirectories(workspace.Experiments).Order(StringComparer.Ordinal)
            .SelectMany(d => Directory.EnumerateFiles(d, ExperimentLoader.Variants).Order(StringComparer.Ordinal))
            .FirstOrDefault(f => ExperimentLoader.Load(f).Value?.Id == id);
}
