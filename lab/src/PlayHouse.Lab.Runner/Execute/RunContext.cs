using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Model.Scenarios;
using PlayHouse.Lab.Runner.Analyse;
using PlayHouse.Lab.Runner.Capacity;
using PlayHouse.Lab.Runner.Workspace;
using PlayHouse.Lab.Store;

namespace PlayHouse.Lab.Runner.Execute;

/// <summary>What the phases of one execution share, and the one way in which they make a launch.</summary>
internal sealed class RunContext
{
    private const int FailuresInARowMax = 3;
    private const double TracedShare = 0.5;

    private int _failuresInARow;

    public required RunPlan Plan { get; set; }

    public required LabStore Store { get; init; }

    public required LabWorkspace Workspace { get; init; }

    public required RunJournal Journal { get; init; }

    public required RunClock Clock { get; init; }

    public required ILauncher Launcher { get; init; }

    /// <summary>Highest rate that the load itself sustains, found by the pilots of a capacity design; null in other designs.</summary>
    public double? CeilingPerSecond { get; set; }

    /// <summary>Sets the count of failures in a row back to none.</summary>
    public void ForgetFailures() => _failuresInARow = 0;

    /// <summary>A request with everything that does not depend on the phase.</summary>
    public LaunchRequest Request(ResolvedArm arm, LaunchKind kind, int block, int attempt, int slot)
    {
        LaunchRequest request = Plain(arm, kind, block, attempt, slot);
        return (CeilingPerSecond, Plan.RatePerSecond, kind) switch
        {
            (null, _, _) or (_, null, _) => request,
            // A traced launch has one rate, at which both arms keep up.
            (_, { } rate, LaunchKind.Diagnostic) => request with { Load = request.Load with { RatePerSecond = TracedShare * rate } },
            ({ } ceiling, { } rate, _) => Searching(request, CapacityTask.Of(Plan, rate, ceiling, request.LoadSeed)),
        };
    }

    /// <summary>A request of a search. The rate of its load is the one of which every probe takes a share, within what a load allows.</summary>
    public static LaunchRequest Searching(LaunchRequest request, CapacityTask task) => request with
    {
        Capacity = task,
        Load = request.Load with { RatePerSecond = Math.Max(task.StartPerSecond, task.CeilingPerSecond / SlicePlan.SpeedMax) },
    };

    private LaunchRequest Plain(ResolvedArm arm, LaunchKind kind, int block, int attempt, int slot) => new()
    {
        LaunchId = LaunchIds.New(),
        RunId = Plan.RunId,
        Arm = arm,
        Kind = kind,
        Block = block,
        Attempt = attempt,
        Slot = slot,
        Scenario = Plan.Experiment.Scenario,
        Load = ScenarioLoadRules.AtRate(Plan.Experiment.Scenario, Plan.Experiment.Load, Plan.RatePerSecond),
        Environment = Plan.Experiment.Environment,
        Layout = Plan.Experiment.Design.Layout,
        WarmupSeconds = Plan.WarmupSeconds,
        WindowSeconds = Plan.WindowSeconds,
        LoadSeed = LaunchSeeds.For(Plan.Seed, (int)kind, block, attempt, slot),
        SaturatedDepth = Plan.Experiment.Load.Depth,
    };

    /// <summary>Makes launches that take turns and stores them; as <see cref="LaunchAsync"/>, those that failed together are one failure.</summary>
    public async Task<IReadOnlyList<LaunchRecord>> LaunchTurnsAsync(TurnsRequest request, double secondsLeft, CancellationToken ct)
    {
        ct.ThrowIfCancellationRequested();
        foreach (LaunchRequest arm in request.Arms)
        {
            await BeginAsync(arm, request.Seconds, secondsLeft);
        }

        IReadOnlyList<LaunchRecord> records = await Launcher.RunTurnsAsync(request, ct);
        foreach (LaunchRecord record in records)
        {
            Journal.Show(await Store.Launches.SaveAsync(record, CancellationToken.None));
        }

        LaunchRecord? failed = records.Where(r => r.State == LaunchState.Failed).MaxBy(r => r.FailureCode != HardFailureRule.PartnerCode);
        Count(failed);
        if (failed is null)
        {
            // The clock counts two launches to a block.
            Clock.Learn(request.Seconds + ((records[0].DurationSeconds - request.Seconds) * 2 / records.Count), request.Seconds);
        }

        return records;
    }

    private Task BeginAsync(LaunchRequest request, double expected, double secondsLeft) => Journal.WriteAsync(
        RunEventTypes.LaunchStarted,
        new LaunchStartedData(request.LaunchId, request.Arm.Name, request.Kind, request.Block, request.Attempt, request.Slot, expected, secondsLeft, request.IsCalibration));

    /// <summary>A failed launch or pair, or null for one that completed.</summary>
    private void Count(LaunchRecord? failed)
    {
        if (failed is null)
        {
            _failuresInARow = 0;
        }
        else if (++_failuresInARow == FailuresInARowMax)
        {
            throw new RunFailedException($"Three launches in a row failed. The last one ({failed.Id}, {failed.Arm}): {failed.Failure}. 'plab show {Plan.RunId} --json' has the last output of its processes.");
        }
    }

    /// <summary>
    /// Makes a launch and stores it. Throws <see cref="RunFailedException"/> after three failed launches in a row: a fourth
    /// would meet the same error.
    /// </summary>
    public async Task<LaunchOutcome> LaunchAsync(LaunchRequest request, double secondsLeft, CancellationToken ct)
    {
        ct.ThrowIfCancellationRequested();
        double expected = request.WarmupSeconds + request.WindowSeconds;
        await BeginAsync(request, expected, secondsLeft);
        LaunchOutcome outcome = await Launcher.RunAsync(request, ct);
        LaunchRecord record = outcome.Record;
        Journal.Show(await Store.Launches.SaveAsync(record, CancellationToken.None));
        Count(record.State == LaunchState.Completed ? null : record);
        if (record.State == LaunchState.Completed)
        {
            Clock.Learn(record.DurationSeconds, expected);
        }

        return outcome;
    }
}
