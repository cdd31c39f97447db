using PlayHouse.Lab.Model.Decisions;
using PlayHouse.Lab.Notebooks.Display;
using PlayHouse.Lab.Reporting.Decisions;
using PlayHouse.Lab.Runner.Decisions;

namespace PlayHouse.Lab.Notebooks.Api;

/// <summary>A decision about a run, as <c>plab decide</c> says it: prepared, or recorded.</summary>
public sealed class DecisionView : IDisplayable
{
    private readonly string _head;
    private readonly string _markdown;

    private DecisionView(Decision decision, string head, string markdown) => (Decision, _head, _markdown) = (decision, head, markdown);

    /// <summary>The decision.</summary>
    public Decision Decision { get; }

    internal static DecisionView Proposed(DecisionProposal proposal) => new(
        proposal.Decision,
        proposal.NeedsOverride
            ? $"Not recorded, and not to be recorded like this: {string.Join(' ', proposal.Decision.Objections)}"
            : "Not recorded: with record, it is.",
        proposal.Markdown);

    internal static DecisionView Made(StandingDecision standing) => new(
        standing.Decision, $"{standing.Decision.Id}: {DecisionWords.Standing(standing)}.", DecisionMarkdown.Of(standing.Decision));

    /// <summary>The record in Markdown.</summary>
    public string ToMarkdown() => _markdown;

    /// <inheritdoc/>
    public DisplayData ToDisplay() => new DisplayData(ToString()).With(DisplayData.Markdown, $"{_head}\n\n{_markdown}");

    /// <inheritdoc/>
    public override string ToString() => $"{_head}\n\n{DecisionText.Of(Decision, _markdown)}";
}
