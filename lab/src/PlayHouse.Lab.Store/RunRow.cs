using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Runs;

namespace PlayHouse.Lab.Store;

/// <summary>A row of the run table.</summary>
internal sealed class RunRow
{
    public string Id { get; init; } = "";

    public string ExperimentId { get; init; } = "";

    public string State { get; init; } = "";

    public long CreatedMs { get; init; }

    public long? EndedMs { get; init; }

    public string Plan { get; init; } = "";

    public double? Rate { get; init; }

    public string? Error { get; init; }

    public RunRecord ToRecord() => new()
    {
        Id = Id,
        ExperimentId = ExperimentId,
        State = StoreJson.Parse<RunState>(State),
        CreatedAt = StoreJson.Time(CreatedMs),
        EndedAt = EndedMs is { } ended ? StoreJson.Time(ended) : null,
        Plan = StoreJson.Read<RunPlan>(Plan, $"the plan of run {Id}") with { RatePerSecond = Rate },
        Error = Error,
    };
}

/// <summary>
/// Which plan and verdict a run has. A stored plan changes once, when its warm-up is found, which changes its length, and a verdict is never overwritten, but another process may remove a run and
/// unpack it again with another mark or verdict: the same id and the same number of a verdict then name other texts. Row numbers are used
/// again, too; times and lengths tell the versions apart.
/// </summary>
internal readonly record struct BodyVersion(long CreatedMs, long PlanBytes, long? VerdictSeq, long? VerdictMs, long? VerdictBytes);

/// <summary>A row of the list of runs.</summary>
internal sealed class SummaryRow : OwnerRow
{
    public string Id { get; init; } = "";

    public string ExperimentId { get; init; } = "";

    public long CreatedMs { get; init; }

    public long? EndedMs { get; init; }

    public string? Error { get; init; }

    public double? Rate { get; init; }

    public long PlanBytes { get; init; }

    public long? VerdictSeq { get; init; }

    public long? VerdictMs { get; init; }

    public long? VerdictBytes { get; init; }

    public string? VerdictKind { get; init; }

    public long? IsProvisional { get; init; }

    public long AcceptedBlocks { get; init; }

    public long Decisions { get; init; }

    public BodyVersion Version => new(CreatedMs, PlanBytes, VerdictSeq, VerdictMs, VerdictBytes);

    public RunSummary ToSummary() => new()
    {
        Id = Id,
        ExperimentId = ExperimentId,
        State = StoreJson.Parse<RunState>(State),
        CreatedAt = StoreJson.Time(CreatedMs),
        EndedAt = EndedMs is { } ended ? StoreJson.Time(ended) : null,
        Error = Error,
        Owner = ToOwner(),
        Verdict = VerdictKind is null ? null : StoreJson.Parse<Model.Analysis.VerdictKind>(VerdictKind),
        IsProvisional = IsProvisional == 1,
        AcceptedBlocks = (int)AcceptedBlocks,
        Decisions = (int)Decisions,
    };
}
