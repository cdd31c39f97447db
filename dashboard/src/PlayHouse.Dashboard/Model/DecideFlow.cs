using PlayHouse.Lab.Model.Decisions;
using PlayHouse.Lab.Runner;
using PlayHouse.Lab.Runner.Decisions;

namespace PlayHouse.Dashboard.Model;

/// <summary>Where a person is on the way to a decision.</summary>
public enum DecideStep
{
    /// <summary>Chooses and says why.</summary>
    Choose,

    /// <summary>Reads what would be recorded.</summary>
    Review,

    /// <summary>The record is made; the workspace's strategies wait for a word of their own.</summary>
    Confirm,

    /// <summary>Nothing is left to do.</summary>
    Done,
}

/// <summary>
/// The way from a run to a decision: choose, read the record, record it, confirm the change of <c>strategies.json</c>. Errors stay
/// on the step at which they came, with everything that was typed. Not thread-safe: one page uses it.
/// </summary>
public sealed class DecideFlow
{
    private readonly Func<Task<ILabService>> _lab;
    private readonly string _subject;

    private DecideFlow(Func<Task<ILabService>> lab, string subject)
    {
        _lab = lab;
        _subject = subject;
    }

    /// <summary>Where it stands.</summary>
    public DecideStep Step { get; private set; }

    /// <summary>What is chosen; null before a choice.</summary>
    public DecisionChoice? Choice { get; set; }

    /// <summary>Why.</summary>
    public string Reason { get; set; } = "";

    /// <summary>Why although the evidence does not carry it.</summary>
    public string Override { get; set; } = "";

    /// <summary>What would be recorded; null before it was asked for.</summary>
    public DecisionProposal? Proposal { get; private set; }

    /// <summary>The decision that was recorded.</summary>
    public StandingDecision? Made { get; private set; }

    /// <summary>What is wrong, one sentence each.</summary>
    public IReadOnlyList<string> Errors { get; private set; } = [];

    /// <summary>True while the lab works.</summary>
    public bool IsBusy { get; private set; }

    /// <summary>True when an earlier decision is taken back.</summary>
    public bool IsUndo => Choice == DecisionChoice.Undo;

    /// <summary>Begins with a run.</summary>
    public static DecideFlow OfRun(Func<Task<ILabService>> lab, string runId) => new(lab, runId);

    /// <summary>Begins with a decision that is taken back.</summary>
    public static DecideFlow Undo(Func<Task<ILabService>> lab, string decisionId) => new(lab, decisionId) { Choice = DecisionChoice.Undo };

    /// <summary>Begins with a decision whose change was not written yet.</summary>
    public static DecideFlow Confirm(Func<Task<ILabService>> lab, StandingDecision pending)
    {
        ArgumentNullException.ThrowIfNull(pending);
        return new(lab, pending.Decision.Id) { Made = pending, Step = DecideStep.Confirm };
    }

    /// <summary>Shows what would be recorded; stays where it is when something is missing.</summary>
    public Task ReviewAsync(CancellationToken ct) => TryAsync(async service =>
    {
        if (Choice is null)
        {
            Errors = ["Choose what to do first."];
            return;
        }

        Proposal = await service.ProposeDecisionAsync(Request(Choice.Value), ct);
        if (Proposal.NeedsOverride)
        {
            return;
        }

        Step = DecideStep.Review;
    });

    /// <summary>Goes back to the choice; what was typed stays.</summary>
    public void Back()
    {
        Errors = [];
        Step = DecideStep.Choose;
    }

    /// <summary>Records what was read.</summary>
    public Task RecordAsync(CancellationToken ct) => TryAsync(async service =>
    {
        Made = await service.DecideAsync(Request(Choice!.Value), Proposal!.Token, ct);
        Step = Made.IsPending ? DecideStep.Confirm : DecideStep.Done;
    });

    /// <summary>Writes the workspace's strategies.</summary>
    public Task ApplyAsync(CancellationToken ct) => TryAsync(async service =>
    {
        Made = await service.ApplyDecisionAsync(Made!.Decision.Id, ct);
        Step = DecideStep.Done;
    });

    private DecisionRequest Request(DecisionChoice choice) => new()
    {
        Subject = _subject, Choice = choice, Reason = Reason, Override = string.IsNullOrWhiteSpace(Override) ? null : Override,
    };

    private async Task TryAsync(Func<ILabService, Task> work)
    {
        if (IsBusy)
        {
            return;
        }

        IsBusy = true;
        Errors = [];
        try
        {
            await work(await _lab());
        }
        catch (LabInputException e)
        {
            Errors = e.Errors;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // The decision may be stored already: then its files follow with the next look.
            Errors = [$"The files could not be written ({e.Message})."];
        }
        finally
        {
            IsBusy = false;
        }
    }
}
