using System.Text.Json;
using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Profiling.Comparison;
using PlayHouse.Lab.Profiling.Stacks;
using PlayHouse.Lab.Runner.Roles;
using PlayHouse.Lab.Runner.Workspace;

namespace PlayHouse.Lab.Runner.Explain;

/// <summary>What one run said about a seam.</summary>
/// <param name="RunId">The run.</param>
/// <param name="Experiment">Its experiment.</param>
/// <param name="Scenario">Its scenario.</param>
/// <param name="Verdict">Its verdict.</param>
/// <param name="Baseline">Strategy of the seam in the baseline.</param>
/// <param name="Other">Strategy in the other arm.</param>
/// <param name="SeamsToggled">Seams in which the arms differed; above 1 the verdict is about the combination.</param>
/// <param name="BytesChange">Change of bytes per message with its interval; null without one.</param>
/// <param name="CreatedAt">When the run was made, UTC.</param>
/// <param name="IsCommitted">True when it comes from a result in the repository, false from this workspace's store.</param>
public sealed record SeamEvidence(
    string RunId,
    string Experiment,
    string Scenario,
    VerdictKind Verdict,
    string Baseline,
    string Other,
    int SeamsToggled,
    BytesInterval? BytesChange,
    DateTimeOffset CreatedAt,
    bool IsCommitted)
{
    /// <summary>Name of the run's baseline arm.</summary>
    public string BaselineArm { get; init; } = "baseline";

    /// <summary>The most that exchanging the seam could save in the run's baseline; null where the run's stacks are not kept.</summary>
    public SeamCoverage? Coverage { get; init; }
}

/// <summary>A change in bytes per message.</summary>
/// <param name="Change">Other minus baseline.</param>
/// <param name="Low">Low end of the decision interval.</param>
/// <param name="High">High end.</param>
public sealed record BytesInterval(double Change, double Low, double High);

/// <summary>Gathers what is known about a seam: the runs of the store and the results that experiments keep in the repository.</summary>
public static class StrategyEvidence
{
    private const int RunsMax = 10_000;
    private const long ResultBytesMax = 64L * 1024 * 1024;

    // Reading stacks takes a moment each: the newest runs say what there is to say.
    private const int CoveredRunsMax = 3;

    /// <summary>
    /// All runs with a verdict in which the arms differed in the seam and its code was proved to run, newest first; planted effects
    /// and A/A runs are left out.
    /// </summary>
    public static async Task<IReadOnlyList<SeamEvidence>> OfAsync(ILabService service, LabWorkspace workspace, string seam, CancellationToken ct)
    {
        ArgumentNullException.ThrowIfNull(service);
        ArgumentNullException.ThrowIfNull(workspace);
        IReadOnlyList<RunReport> runs = await service.ListAsync(RunsMax, ct);
        SeamEvidence[] stored = [.. runs.Select(r => FromStore(r, seam)).OfType<SeamEvidence>()];
        IEnumerable<SeamEvidence> committed = CommittedFiles(workspace).Select(f => FromFile(f, seam)).OfType<SeamEvidence>()
            .Where(c => stored.All(s => s.RunId != c.RunId));
        SeamEvidence[] newest = [.. stored.Concat(committed).OrderByDescending(e => e.CreatedAt)];
        int left = CoveredRunsMax;
        for (int i = 0; i < newest.Length && left > 0; i++)
        {
            if (!newest[i].IsCommitted && await CoverageAsync(service, workspace, newest[i], seam, ct) is { } coverage)
            {
                newest[i] = newest[i] with { Coverage = coverage };
                left--;
            }
        }

        return newest;
    }

    /// <summary>Null for a run without stacks, or where the seam's code was on no stack.</summary>
    private static async Task<SeamCoverage?> CoverageAsync(ILabService service, LabWorkspace workspace, SeamEvidence evidence, string seam, CancellationToken ct)
    {
        try
        {
            IReadOnlyList<AllocationStacks> stacks = await service.StacksAsync(evidence.RunId, ct);
            return CoverageMaker.Of([.. stacks.Where(s => s.Arm == evidence.BaselineArm)], RoleFile.Of(workspace))
                .FirstOrDefault(c => c.Role == seam && c.Samples > 0);
        }
        catch (LabInputException)
        {
            return null;
        }
    }

    private static SeamEvidence? FromStore(RunReport report, string seam)
    {
        if (report.Verdict is not { } verdict || report.IsInjected || report.Run.Plan.Origin is not null || report.Run.Plan.Other.Name == ArmNames.Twin || !verdict.Proofs.Any(p => p.Seam == seam && p.IsProved))
        {
            return null;
        }

        MetricEstimate? bytes = verdict.Estimates.FirstOrDefault(e => e.Policy.Id == MetricIds.BytesPerMessage);
        return new SeamEvidence(
            report.Run.Id,
            report.Run.ExperimentId,
            report.Run.Plan.Experiment.Scenario,
            verdict.Kind,
            report.Run.Plan.Baseline.Strategies[seam].Use,
            report.Run.Plan.Other.Strategies[seam].Use,
            report.Run.Plan.ToggledSeams.Count,
            bytes is null ? null : new BytesInterval(bytes.ShownChange, -bytes.Upper, -bytes.Lower),
            report.Run.CreatedAt,
            IsCommitted: false)
        {
            BaselineArm = report.Run.Plan.Baseline.Name,
        };
    }

    private static IEnumerable<string> CommittedFiles(LabWorkspace workspace) =>
        Directory.Exists(workspace.Experiments)
            ? Directory.EnumerateDirectories(workspace.Experiments).Select(d => Path.Combine(d, "results")).Where(Directory.Exists)
                .SelectMany(d => Directory.EnumerateFiles(d, "*.json")).Where(f => new FileInfo(f).Length <= ResultBytesMax)
            : [];

    /// <summary>Null for a result about other seams and for a file that is none: evidence is what can be read.</summary>
    private static SeamEvidence? FromFile(string file, string seam)
    {
        try
        {
            using JsonDocument document = JsonDocument.Parse(File.ReadAllBytes(file));
            JsonElement run = document.RootElement;
            if (!IsProved(run, seam) || run.GetProperty("isAa").GetBoolean() || run.GetProperty("isInjected").GetBoolean()
                || !TryVerdict(run.GetProperty("verdictWord").GetString(), out VerdictKind verdict))
            {
                return null;
            }

            JsonElement.ArrayEnumerator arms = run.GetProperty("arms").EnumerateArray();
            string[] uses = [.. arms.Select(a => a.GetProperty("strategies").GetProperty(seam).GetProperty("use").GetString() ?? "")];
            return new SeamEvidence(
                run.GetProperty("run").GetString()!,
                run.GetProperty("experiment").GetString()!,
                run.GetProperty("scenario").GetString()!,
                verdict,
                uses[0],
                uses[1],
                run.GetProperty("toggledSeams").GetArrayLength(),
                Bytes(run.GetProperty("verdict")),
                run.GetProperty("createdAt").GetDateTimeOffset(),
                IsCommitted: true);
        }
        catch (Exception e) when (e is JsonException or KeyNotFoundException or InvalidOperationException or IndexOutOfRangeException or FormatException)
        {
            return null;
        }
    }

    private static bool IsProved(JsonElement run, string seam) =>
        run.TryGetProperty("verdict", out JsonElement verdict) && verdict.ValueKind == JsonValueKind.Object
        && verdict.GetProperty("executionProof").EnumerateArray().Any(p => p.GetProperty("seam").GetString() == seam && p.GetProperty("isProved").GetBoolean());

    private static bool TryVerdict(string? word, out VerdictKind kind) =>
        Enum.TryParse(word?.Replace("-", "", StringComparison.Ordinal), ignoreCase: true, out kind) && Enum.IsDefined(kind);

    private static BytesInterval? Bytes(JsonElement verdict)
    {
        JsonElement metric = verdict.GetProperty("metrics").EnumerateArray().FirstOrDefault(m => m.GetProperty("id").GetString() == MetricIds.BytesPerMessage);
        return metric.ValueKind == JsonValueKind.Undefined
            ? null
            : new BytesInterval(metric.GetProperty("change").GetDouble(), metric.GetProperty("low").GetDouble(), metric.GetProperty("high").GetDouble());
    }
}
