using System.Globalization;
using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Profiling;
using PlayHouse.Lab.Profiling.Capture;
using PlayHouse.Lab.Profiling.Reading;
using PlayHouse.Lab.Profiling.Stacks;
using PlayHouse.Lab.Runner.Analyse;
using PlayHouse.Lab.Runner.Plan;
using PlayHouse.Lab.Statistics.Blocks;

namespace PlayHouse.Lab.Runner.Execute;

/// <summary>Diagnostic launches: one per arm for every so many blocks and two at least, traced, never timed.</summary>
internal static class ProfilePhase
{
    /// <summary>Traces of an arm that are made at most for each one wanted: a refused trace is repeated, but not for ever.</summary>
    public const int TracesPerRoundMax = 3;

    private const double NotableBytes = 4;
    private const double NotableShare = 0.05;

    /// <summary>Rounds of diagnostic launches that this many blocks call for: at least two where any is wanted.</summary>
    public static int Rounds(RunPlan plan, int blocks) => PlanEstimate.DiagnosticLaunches(plan, blocks) / 2;

    /// <summary>Diagnostic launches left when this many blocks are done.</summary>
    public static int Left(RunPlan plan, int blocksDone) =>
        2 * (Rounds(plan, plan.Looks[^1]) - (plan.ProfileEveryBlocks <= 0 ? 0 : blocksDone / plan.ProfileEveryBlocks));

    /// <summary>
    /// True when an arm still lacks a usable trace and may have another. A busy machine can spoil a trace by chance: the
    /// refused one stays in the record and is made again. The reasons for refusal never look at a site, so repeating favours none.
    /// </summary>
    public static bool NeedsTrace(int rounds, int usable, int refused) =>
        usable < rounds && usable + refused < rounds * TracesPerRoundMax;

    /// <summary>Makes the missing rounds. Traced launches explain a verdict; that they fail takes none away.</summary>
    public static async Task TryRunAsync(RunContext context, int rounds, CancellationToken ct)
    {
        try
        {
            await RunAsync(context, rounds, ct);
        }
        catch (RunFailedException e)
        {
            context.ForgetFailures();
            await context.Journal.NoteAsync($"No call sites from these traces: {e.Message}");
        }
    }

    /// <summary>Makes the missing rounds for the blocks done so far.</summary>
    public static async Task RunAsync(RunContext context, int rounds, CancellationToken ct)
    {
        IReadOnlyList<AllocationProfile> profiles = await RunFigures.ProfilesAsync(context.Store, context.Plan.RunId, ct);
        foreach (ResolvedArm arm in (ResolvedArm[])[context.Plan.Baseline, context.Plan.Other])
        {
            int usable = profiles.Count(p => p.Arm == arm.Name && p.Invalid.Count == 0);
            int refused = profiles.Count(p => p.Arm == arm.Name && p.Invalid.Count > 0);
            while (NeedsTrace(rounds, usable, refused))
            {
                bool isUsable = await ProfileAsync(context, arm, usable, refused, ct);
                usable += isUsable ? 1 : 0;
                refused += isUsable ? 0 : 1;
            }
        }
    }

    /// <summary>One stored trace of an arm; true when it may be used.</summary>
    private static async Task<bool> ProfileAsync(RunContext context, ResolvedArm arm, int round, int refused, CancellationToken ct)
    {
        RunPlan plan = context.Plan;
        await context.Journal.WriteAsync(RunEventTypes.Phase, new PhaseData("profile", context.Clock.Traced));
        for (int attempt = refused; ; attempt++)
        {
            LaunchRequest request = context.Request(arm, LaunchKind.Diagnostic, round, attempt, 0);
            string tracePath = LaunchStacks.TracePath(context.Workspace.Traces, request.LaunchId);
            string folder = Path.GetDirectoryName(tracePath)!;
            Directory.CreateDirectory(folder);
            request = request with
            {
                WindowSeconds = PlanEstimate.TracedWindowSeconds(plan),
                // Bytes that a saturated server allocates must be seen where it is saturated. A search has no turns of its own kind.
                Turns = plan.Experiment.Design.Kind == DesignKind.Capacity ? null : plan.Pairs,
                TracePath = tracePath,
            };
            LaunchOutcome? outcome = null;
            try
            {
                outcome = await context.LaunchAsync(request, context.Clock.Traced, ct);
            }
            finally
            {
                if (outcome?.Record.State != LaunchState.Completed)
                {
                    // Nothing refers to this trace: retention would never find it.
                    Directory.Delete(folder, recursive: true);
                }
            }

            if (outcome.Record.State != LaunchState.Completed || outcome.Capture is null)
            {
                // Three failures in a row end the run inside LaunchAsync: this loop is bounded by that rule.
                continue;
            }

            return await StoreProfileAsync(context, outcome.Record, outcome.Capture, tracePath);
        }
    }

    /// <summary>
    /// A traced launch runs without inlining, which can defeat the JIT's escape analysis: when the arm then allocates
    /// noticeably more or less than in its timed launches, the reader is told.
    /// </summary>
    private static async Task<IReadOnlyList<string>> CompareWithTimedAsync(RunContext context, AllocationProfile profile)
    {
        IReadOnlyList<LaunchRecord> timed = await context.Store.Launches.ListAsync(context.Plan.RunId, LaunchKind.Timed, CancellationToken.None);
        double median = Resolution.Median(timed.Where(l => l.Arm == profile.Arm && l.Metrics.ContainsKey(MetricIds.BytesPerMessage)).Select(l => l.Metrics[MetricIds.BytesPerMessage]));
        if (double.IsNaN(median))
        {
            return [];
        }

        double difference = profile.ExactBytesPerMessage - median;
        return Math.Abs(difference) <= Math.Max(NotableBytes, NotableShare * median)
            ? []
            : [string.Create(CultureInfo.InvariantCulture, $"traced without inlining this arm allocated {profile.ExactBytesPerMessage:0.0} B/msg, in its timed launches {median:0.0} B/msg")];
    }

    private static async Task<bool> StoreProfileAsync(RunContext context, LaunchRecord record, CaptureResult capture, string tracePath)
    {
        MarkRecord begin = record.Begin!;
        MarkRecord end = record.End!;
        double messages = LaunchMetrics.Messages(begin, end);
        double allocated = LaunchMetrics.AllocatedBytes(begin, end);
        double control = LaunchMetrics.ControlBytes(begin, end);
        AllocationProfile profile;
        AllocationTrace? trace = null;
        try
        {
            (trace, profile) = await Task.Run(() =>
            {
                AllocationTrace read = AllocationTraceReader.Read(tracePath);
                return (read, AllocationProfiler.Profile(
                    read, TraceWindow.Between(begin, end), messages, allocated + control, record.Arm, record.Id, control));
            });
        }
        catch (TraceFormatException e)
        {
            profile = new AllocationProfile
            {
                LaunchId = record.Id,
                Arm = record.Arm,
                Messages = messages,
                ExactBytesPerMessage = allocated / messages,
                EstimatedBytesPerMessage = 0,
                Samples = 0,
                Sites = [],
                Invalid = capture.Problem is { } cut ? [cut, e.Message] : [e.Message],
            };
        }

        profile = profile with { Notes = [.. profile.Notes, .. await CompareWithTimedAsync(context, profile)] };
        await context.Store.Results.SaveProfileAsync(profile, CancellationToken.None);
        await RuntimeProfiles.StoreAsync(context, record, capture, tracePath);
        if (trace is not null && profile.Invalid.Count == 0)
        {
            await StoreStacksAsync(context, record, trace);
        }

        await TraceRetention.RegisterAsync(context, record.Id, tracePath);
        foreach (string reason in profile.Invalid)
        {
            await context.Journal.NoteAsync($"The trace of {record.Arm} ({record.Id}) is not used: {reason}");
        }

        return profile.Invalid.Count == 0;
    }

    private static async Task StoreStacksAsync(RunContext context, LaunchRecord record, AllocationTrace trace)
    {
        string path = LaunchStacks.StacksPath(context.Workspace.Traces, record.Id);
        try
        {
            await Task.Run(() => AllocationStacksFile.Write(path, LaunchStacks.Cut(trace, record)));
        }
        catch (Exception e) when (e is TraceFormatException or IOException)
        {
            // The profile is good without them, and the raw trace can give them as long as it is there.
            await context.Journal.NoteAsync($"The stacks of {record.Arm} ({record.Id}) are not kept: {e.Message}");
            return;
        }

        await TraceRetention.RegisterAsync(context, record.Id, path);
    }
}
