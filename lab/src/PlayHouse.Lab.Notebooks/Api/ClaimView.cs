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

    /// <summary>True when a run with a verdict names it.</summary>
    public bool IsSettled => _runs.Count > 0;

    /// <inheritdoc/>
    public DisplayData ToDisplay() => IsSettled
        ? ValueDisplay.Table(
            ["claim", "experiment", "verdict", "run"],
            [.. _runs.Select(r => (IReadOnlyList<string>)[Claim, r.Run.ExperimentId, new RunView(r).Word, r.Run.Id])])
        : new DisplayData($"{Claim}: not yet settled. No run of this store names it.");
}
