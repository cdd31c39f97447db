namespace PlayHouse.Lab.SelfTest;

/// <summary>How one check ended.</summary>
public enum CheckOutcome
{
    /// <summary>What the method promises held.</summary>
    Passed,

    /// <summary>It did not hold.</summary>
    Failed,

    /// <summary>This machine cannot show it; the sentence says why. Counts neither as passed nor as failed.</summary>
    NotObservable,
}

/// <summary>One number that a check rests on.</summary>
/// <param name="Name">What it is, in words.</param>
/// <param name="Value">The value with its unit, formatted.</param>
/// <param name="Limit">What it must keep to; empty for a figure that is only shown.</param>
public sealed record CheckFigure(string Name, string Value, string Limit);

/// <summary>What one check found.</summary>
public sealed record CheckResult
{
    /// <summary>Id of the check.</summary>
    public required string Id { get; init; }

    /// <summary>What must hold, in one sentence.</summary>
    public required string Promise { get; init; }

    /// <summary>How it ended.</summary>
    public required CheckOutcome Outcome { get; init; }

    /// <summary>What was found, in one sentence.</summary>
    public required string Finding { get; init; }

    /// <summary>The numbers behind it.</summary>
    public IReadOnlyList<CheckFigure> Figures { get; init; } = [];

    /// <summary>Runs that were made or judged.</summary>
    public IReadOnlyList<string> Runs { get; init; } = [];

    /// <summary>Seed of every random draw; null where nothing is drawn.</summary>
    public ulong? Seed { get; init; }

    /// <summary>Wall seconds.</summary>
    public double Seconds { get; init; }
}

/// <summary>All checks of one self-test.</summary>
/// <param name="IsQuick">True for the quick form.</param>
/// <param name="StartedAt">When it began, UTC.</param>
/// <param name="Build">Version of the lab that checked itself.</param>
/// <param name="Machine">The machine in one line.</param>
/// <param name="Results">One result per check, in the order in which they ran.</param>
public sealed record SelfTestReport(bool IsQuick, DateTimeOffset StartedAt, string Build, string Machine, IReadOnlyList<CheckResult> Results)
{
    /// <summary>Checks that failed.</summary>
    public int Failed => Results.Count(r => r.Outcome == CheckOutcome.Failed);

    /// <summary>Checks that passed.</summary>
    public int Passed => Results.Count(r => r.Outcome == CheckOutcome.Passed);
}
