using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Reporting;

namespace PlayHouse.Dashboard.Model.Compare;

/// <summary>A run that can be picked.</summary>
/// <param name="Id">Run id.</param>
/// <param name="Label">What it is, for people.</param>
public sealed record RunChoice(string Id, string Label)
{
    /// <summary>Most runs a picker offers; the field takes the id of any other.</summary>
    public const int ChoicesMax = 200;

    /// <summary>The newest runs.</summary>
    public static IReadOnlyList<RunChoice> Of(IReadOnlyList<RunReport> runs)
    {
        ArgumentNullException.ThrowIfNull(runs);
        return [.. runs.Take(ChoicesMax).Select(r => new RunChoice(r.Run.Id, $"{r.Run.ExperimentId}, {VerdictLook.Of(r).Word}, {Numbers.Time(r.Run.CreatedAt)} UTC"))];
    }

    /// <summary>Runs with a verdict, for the page on which nothing is chosen yet.</summary>
    public static IReadOnlyList<RunReport> Suggested(IReadOnlyList<RunReport> runs)
    {
        ArgumentNullException.ThrowIfNull(runs);
        const int ShownMax = 8;
        return [.. runs.Where(r => r.Verdict is not null).Take(ShownMax)];
    }
}
