using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Runner.Validate;

namespace PlayHouse.Lab.Runner;

/// <summary>An experiment that may run, or every reason why it may not. Immutable.</summary>
public sealed record PreparedRun
{
    /// <summary>What would be done; null when it may not run.</summary>
    public RunPlan? Plan { get; init; }

    /// <summary>Why it may not run, each with its place; empty when it may.</summary>
    public IReadOnlyList<FileProblem> Errors { get; init; } = [];

    /// <summary>What a reader of its result must know.</summary>
    public IReadOnlyList<FileProblem> Warnings { get; init; } = [];

    /// <summary>What this workspace uses in place of the shipped defaults, where that may be the reason; null without errors or choices.</summary>
    public string? Hint { get; init; }

    /// <summary>The plan, or <see cref="LabInputException"/> with every error.</summary>
    public RunPlan Required() => Plan
        ?? throw new LabInputException([.. Errors.Select(e => e.ToString()), .. Hint is null ? (string[])[] : [Hint]]);
}
