using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Notebooks.Display;

namespace PlayHouse.Lab.Notebooks.Api;

/// <summary>What a store knows of a claim.</summary>
public sealed class ClaimView : IDisplayable
{
    private readonly IReadOnlyList<RunReport> _runs;

    internal ClaimView(string claim, IReadOnlyList<RunReport> runs) => (Claim, _runs) = (claim, runs);

    /// <summary>The claim.</summary>
    public string Claim { get; }

    /// <summary>True when every experiment that names it has a verdict that says something.</summary>
    public bool IsSettled => _runs.Count > 0 && _runs.All(r => new RunView(r).IsSettled);

    /// <summary>The same in Markdown.</summary>
    public string ToMarkdown() => ValueDisplay.Markdown(this);

    /// <inheritdoc/>
    public DisplayData ToDisplay() => _runs.Count > 0
        ? ValueDisplay.Table(
            ["claim", "experiment", "verdict", "run"],
            [.. _runs.Select(r => (IReadOnlyList<string>)[Named(r), r.Run.ExperimentId, new RunView(r).Word, r.Run.Id])])
        : new DisplayData($"{Claim}: not yet settled. No run of this store names it.");

    // The words of the experiment, which say more than what was asked for.
    private string Named(RunReport run) => string.Join("; ", run.Run.Plan.Experiment.Claims.Where(c => c.Contains(Claim, StringComparison.OrdinalIgnoreCase)));
}
