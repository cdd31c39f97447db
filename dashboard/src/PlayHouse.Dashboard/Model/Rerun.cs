using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Runner;
using PlayHouse.Lab.Runner.Experiments;
using PlayHouse.Lab.Runner.Explain;

namespace PlayHouse.Dashboard.Model;

/// <summary>How a run is made again: from the experiment's file where it still says the same, else from what the run itself remembers. Pure.</summary>
/// <param name="Path">The experiment as a command line names it; null where the file says something else by now.</param>
/// <param name="Options">What is changed of the file.</param>
internal sealed record Rerun(string? Path, RunOptions Options)
{
    /// <summary>The command line; null without a file.</summary>
    public string? Command => Path is null ? null : $"./{PlanWords.Command(Path, Options)}";

    /// <summary>Of a run, with the experiments of its workspace.</summary>
    public static Rerun Of(RunReport report, IReadOnlyList<ExperimentEntry> there)
    {
        ArgumentNullException.ThrowIfNull(report);
        ExperimentEntry? entry = there.FirstOrDefault(e => e.Name == report.Run.ExperimentId);
        return ExperimentReview.Options(entry?.Spec, report.Run.Plan.Experiment) is { } options ? new Rerun(entry!.Path, options) : new Rerun(null, new RunOptions());
    }
}
