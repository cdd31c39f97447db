using System.Globalization;
using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Runner.Analyse;
using PlayHouse.Lab.Runner.Execute;

namespace PlayHouse.Lab.EndToEnd.Tests;

/// <summary>
/// Makes the launches that a test plans, in no time: everything above it is the lab itself. An arm allocates 500 bytes for each message
/// and what the experiment plants; every other metric is the same in both arms, but for a part in a thousand drawn from the launch's seed.
/// </summary>
/// <param name="change">Changes what a launch would have been; null for nothing.</param>
internal sealed class PlannedLauncher(Func<LaunchRequest, LaunchRecord, LaunchRecord>? change = null) : ILauncher
{
    public const double Bytes = 500;

    private static readonly DateTimeOffset Begun = new(2026, 11, 24, 12, 0, 0, TimeSpan.Zero);
    private static readonly string[] OfPairs = [MetricIds.MessagesPerSecond, MetricIds.CpuUsAtRate, MetricIds.StallShare, MetricIds.StallTime];
    private static readonly string[] Metrics = [.. typeof(MetricIds).GetFields().Where(f => f.IsLiteral && f.FieldType == typeof(string)).Select(f => (string)f.GetRawConstantValue()!).Except(OfPairs)];

    private int _made;

    event Action<ChildProcess>? ILauncher.ChildStarted
    {
        add { }
        remove { }
    }

    /// <summary>Called with the number of launches made before each one; a test stops or holds a run there.</summary>
    public Func<int, CancellationToken, Task> Before { get; init; } = static (_, _) => Task.CompletedTask;

    /// <summary>What each message of a paced turn takes of target and load, microseconds each; null for a fifth of a processor each, whatever the rate.</summary>
    public double? PacedUsPerMessage { get; init; }

    /// <summary>Where this launcher makes its launches, under a lock that nothing else takes.</summary>
    public LaunchSite Site => new(() => this, $"playhouse-lab-planned-{Guid.NewGuid():N}");

    public async Task<LaunchOutcome> RunAsync(LaunchRequest request, CancellationToken cancellationToken) => new(await MakeAsync(request, [], cancellationToken), null);

    private async Task<LaunchRecord> MakeAsync(LaunchRequest request, string[] further, CancellationToken cancellationToken)
    {
        int made = Interlocked.Increment(ref _made) - 1;
        await Before(made, cancellationToken);
        cancellationToken.ThrowIfCancellationRequested();
        LaunchRecord record = Record(request, further) with { StartedAt = Begun.AddSeconds(made) };
        return change?.Invoke(request, record) ?? record;
    }

    public async Task<IReadOnlyList<LaunchRecord>> RunTurnsAsync(TurnsRequest request, CancellationToken cancellationToken)
    {
        IReadOnlyList<SlicePlan> slices = request.Slices ?? DrawnTurns.Draw(request.Spec, request.Arms.Count, request.Arms[0].LoadSeed).Slices;
        List<LaunchRecord> records = [];
        foreach (LaunchRequest arm in request.Arms)
        {
            records.Add(await MakeAsync(arm, OfPairs, cancellationToken) with { Slices = Turns(arm, slices, records.Count) });
        }

        return TurnsRequest.Together(records);
    }

    /// <summary>Turns in which a saturated target completes 10,000 messages a second, and target and load use a fifth of a processor each.</summary>
    private SliceRecord[] Turns(LaunchRequest request, IReadOnlyList<SlicePlan> slices, int target) =>
    [
        .. slices.Index().Where(s => s.Item.Target == target).Select(s => new SliceRecord
        {
            Index = s.Index,
            Kind = s.Item.Kind,
            Seconds = s.Item.Seconds - s.Item.LeadSeconds,
            Messages = (long)(s.Item.Seconds * Rate(request, s.Item)),
            Arrived = (long)Math.Round((s.Item.Seconds - s.Item.LeadSeconds) * Rate(request, s.Item)),
            CpuUs = CpuUs(request, s.Item),
            LoadCpuUs = CpuUs(request, s.Item),
        }),
    ];

    private double CpuUs(LaunchRequest request, SlicePlan slice) =>
        slice.Seconds * (slice.Kind == SliceKind.Paced && PacedUsPerMessage is { } us ? us * Rate(request, slice) : 0.2e6);

    private static double Rate(LaunchRequest request, SlicePlan slice) => slice.Kind == SliceKind.Saturated ? 10_000 : request.Load.RatePerSecond!.Value * slice.Speed;

    /// <summary>A failed launch, as the launcher records a process that died.</summary>
    public static LaunchRecord Died(LaunchRecord record, string role) => record with
    {
        State = LaunchState.Failed, Failure = $"{role} died: exit code 137", FailedRole = role, FailureCode = "died", Metrics = new Dictionary<string, double>(), Load = null,
    };

    public static LaunchRecord Record(LaunchRequest request) => Record(request, []);

    private static LaunchRecord Record(LaunchRequest request, string[] further)
    {
        double rate = request.Load.RatePerSecond ?? 1_000;
        long messages = (long)(rate * request.WindowSeconds);
        double noise = 1 + (((request.LoadSeed >> 11) * (1.0 / (1UL << 53)) - 0.5) / 500);
        double bytes = Bytes + (request.Arm.Inject?.BytesPerMessage ?? 0);
        return new LaunchRecord
        {
            Id = request.LaunchId, RunId = request.RunId, Arm = request.Arm.Name, Kind = request.Kind, State = LaunchState.Completed, Block = request.Block, Attempt = request.Attempt, Slot = request.Slot,
            StartedAt = Begun,
            Inject = request.Arm.Inject,
            Fingerprint = new Dictionary<string, string>
            {
                [FingerprintKeys.Runtime] = "r", [FingerprintKeys.Build] = "Release", [FingerprintKeys.ProcessorCount] = "2",
                [FingerprintKeys.GcServer] = "false", [FingerprintKeys.Layout] = "shared",
            },
            Strategies = request.Arm.Strategies.ToDictionary(s => s.Key, s => Built(s.Value)),
            HitsPerMessage = request.Arm.Strategies.ToDictionary(s => s.Key, _ => 1.0),
            Begin = Mark(0, 0, 0),
            End = Mark(request.WindowSeconds, messages, messages * bytes),
            Metrics = new Dictionary<string, double>(Metrics.Concat(further).ToDictionary(m => m, m => IsNothing(m) ? 0 : 100 * noise)) { [MetricIds.BytesPerMessage] = bytes },
            Load = new LoadResult { WindowSeconds = request.WindowSeconds, Offered = messages, Sent = messages, Received = messages, AchievedRate = rate },
        };
    }

    private static MarkRecord Mark(double seconds, long messages, double bytes) => new("mark", (long)(1e9 * seconds), (long)(1e9 * seconds), new Dictionary<string, double>
    {
        ["engine." + CounterNames.EngineMessages] = messages, [CounterNames.AllocatedBytes] = bytes, [CounterNames.ControlBytes] = 0,
    });

    private static string Built(StrategySetting setting) => setting.Knobs.Count == 0
        ? setting.Use
        : $"{setting.Use}{{{string.Join(',', setting.Knobs.Select(k => string.Create(CultureInfo.InvariantCulture, $"{k.Key}={k.Value}")))}}}";

    private static bool IsNothing(string metric) => metric is MetricIds.Errors or MetricIds.Lost or MetricIds.Skipped || metric.EndsWith("-share", StringComparison.Ordinal);
}
