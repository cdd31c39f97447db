using PlayHouse.Lab.Model;
using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Runs;

namespace PlayHouse.Dashboard.Model;

/// <summary>Which runs a list shows. Comes from the address of the page: words that are not on a list count as "all".</summary>
/// <param name="State">State, or null for all.</param>
/// <param name="Verdict">Verdict, or null for all.</param>
/// <param name="Experiment">Experiment id, or null for all.</param>
/// <param name="Text">Part of a run's id, experiment, scenario or question; empty for all.</param>
public sealed record RunFilter(RunState? State, VerdictKind? Verdict, string? Experiment, string Text)
{
    private const int TextLengthMax = 200;

    /// <summary>True when every run is shown.</summary>
    public bool IsAll => State is null && Verdict is null && Experiment is null && Text.Length == 0;

    /// <summary>Reads the words of an address.</summary>
    public static RunFilter Of(string? state, string? verdict, string? experiment, string? text) => new(
        Word<RunState>(state),
        Word<VerdictKind>(verdict),
        string.IsNullOrWhiteSpace(experiment) ? null : experiment.Trim(),
        (text ?? "").Trim() is { Length: <= TextLengthMax } part ? part : "");

    /// <summary>The word of a value in an address.</summary>
    public static string Word<T>(T value)
        where T : struct, Enum => LabJson.Word(value);

    /// <summary>The runs that fit, in their order.</summary>
    public IReadOnlyList<RunReport> Apply(IReadOnlyList<RunReport> runs)
    {
        ArgumentNullException.ThrowIfNull(runs);
        return IsAll ? runs : [.. runs.Where(Fits)];
    }

    private static T? Word<T>(string? word)
        where T : struct, Enum
    {
        foreach (T value in Enum.GetValues<T>())
        {
            if (string.Equals(LabJson.Word(value), word, StringComparison.OrdinalIgnoreCase))
            {
                return value;
            }
        }

        return null;
    }

    private bool Fits(RunReport report) =>
        (State is null || report.Run.State == State)
        && (Verdict is null || report.Verdict?.Kind == Verdict)
        && (Experiment is null || report.Run.ExperimentId == Experiment)
        && (Text.Length == 0 || Texts(report).Any(t => t.Contains(Text, StringComparison.OrdinalIgnoreCase)));

    private static IEnumerable<string> Texts(RunReport report) =>
        [report.Run.Id, report.Run.ExperimentId, report.Run.Plan.Experiment.Scenario, report.Run.Plan.Experiment.Question];
}
