namespace PlayHouse.Lab.SelfTest;

/// <summary>One promise of the method that can be tried. A check decides by counts and words, never by how long something took.</summary>
public abstract class SelfCheck
{
    /// <summary>Kebab-case id, as the command line takes it.</summary>
    public abstract string Id { get; }

    /// <summary>What must hold, in one sentence.</summary>
    public abstract string Promise { get; }

    /// <summary>True when the quick form contains it.</summary>
    public abstract bool IsQuick { get; }

    /// <summary>Expected wall minutes in the long form, for the announcement.</summary>
    public abstract double Minutes { get; }

    /// <summary>Tries it.</summary>
    /// <param name="context">Workspace, sample and progress of this self-test.</param>
    /// <param name="ct">Ends the check; what it started ends with it.</param>
    public abstract Task<CheckResult> RunAsync(SelfTestContext context, CancellationToken ct);

    /// <summary>A result of this check.</summary>
    protected CheckResult Result(CheckOutcome outcome, string finding) => new() { Id = Id, Promise = Promise, Outcome = outcome, Finding = finding };

    /// <summary>Passed when the condition holds.</summary>
    protected CheckResult Result(bool holds, string finding) => Result(holds ? CheckOutcome.Passed : CheckOutcome.Failed, finding);
}
