using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Runs;

namespace PlayHouse.Lab.SampleText;

/// <summary>Hand-made runtime profiles: a busy arm, a quiet one, a refused one.</summary>
public static class SampleRuntime
{
    public static RuntimeProfile Busy(string launch, int collections) => new()
    {
        LaunchId = launch,
        Arm = "baseline",
        Messages = 500_000,
        WindowMs = 10_000,
        AllocatedBytesPerMessage = 288.1,
        Collector = new CollectorSetup(false, true, 1),
        Collections = [.. Enumerable.Range(0, collections).Select(i => Collection(i, i * 9_990.0 / collections))],
        Groups =
        [
            new CollectionGroup(0, "blocking", "alloc-small", collections - 3, 12.5, 1.75, 4_000_000),
            new CollectionGroup(1, "blocking", "alloc-small", 2, 3.25, 2, 1_000_000),
            new CollectionGroup(2, "background", "induced", 1, 0.5, 0.5, 0),
        ],
        PauseMs = 16.25,
        PauseMsMax = 2,
        Pauses = collections + 1,
        SurvivedBytes = 4_500_000,
        PromotedBytes = 5_000_000,
        Contentions =
        [
            new ContentionSite("PlayHouse.Engine.Strategies.Mailbox.LockedMailbox.Post", "LockedMailbox.cs:41", 1_200, 85.5, 3.25),
            new ContentionSite("System.Net.Sockets.SocketAsyncContext.Register", null, 3, 0.02, 0.01),
        ],
        UnfinishedWaits = 1,
        PoolChanges = [new PoolChange(100, 2, "thread-started"), new PoolChange(700, 3, "starvation"), new PoolChange(701, 3, "thread-started")],
        Starvations = 1,
        Exceptions = [new ExceptionSite("System.IO.IOException", "PlayHouse.Engine.Transport.TcpSession.Receive", "TcpSession.cs:88", 7)],
        Methods = new CompiledMethods(31, 30),
        Notes = ["31 methods were compiled inside the window: the program was not warm"],
    };

    public static RuntimeProfile Quiet(string launch) => new()
    {
        LaunchId = launch,
        Arm = "candidate",
        Messages = 500_000,
        WindowMs = 10_000,
        AllocatedBytesPerMessage = 120.1,
        Collector = new CollectorSetup(false, true, 0),
        Methods = new CompiledMethods(0, 0),
    };

    public static RuntimeProfile Refused(string launch) => Quiet(launch) with { Invalid = ["3 events were lost"] };

    public static IReadOnlyList<RuntimeProfile> Profiles { get; } =
        [Busy("l-1", 20), Quiet("l-2"), Busy("l-3", 24) with { PauseMs = 18.25, PauseMsMax = 2.5 }, Quiet("l-4"), Refused("l-5")];

    /// <summary>A run whose traced launches inlined nothing and took a quarter more CPU.</summary>
    public static RunReport Report() => SampleReports.KeepReport() with
    {
        Launches =
        [
            Launch("l-10", "baseline", LaunchKind.Timed, 20, 8_000), Launch("l-11", "baseline", LaunchKind.Timed, 22, 8_000),
            Launch("l-1", "baseline", LaunchKind.Diagnostic, 25.2, 7_920), Launch("l-3", "baseline", LaunchKind.Diagnostic, 27.3, 7_920),
            Launch("l-12", "candidate", LaunchKind.Timed, 20, 8_000),
            Launch("l-2", "candidate", LaunchKind.Diagnostic, 25, 8_000),
            Launch("l-13", "candidate", LaunchKind.Diagnostic, 500, 1) with { State = LaunchState.Failed },
            Launch("l-14", "candidate", LaunchKind.Pilot, 500, 1),
        ],
    };

    public static LaunchRecord Launch(string id, string arm, LaunchKind kind, double cpu, double rate, bool isInlined = false) =>
        SampleReports.Launch(id, arm, 0, 0, 100) with
        {
            Kind = kind,
            Fingerprint = new Dictionary<string, string>
            {
                [FingerprintKeys.RuntimeSettings] = kind == LaunchKind.Diagnostic && !isInlined ? "DOTNET_JitNoInline=1 DOTNET_gcServer=0" : "DOTNET_gcServer=0",
            },
            Metrics = new Dictionary<string, double> { [MetricIds.CpuUsPerMessage] = cpu, [MetricIds.AchievedRate] = rate },
        };

    private static CollectionRow Collection(int index, double startMs) => new()
    {
        Number = index + 1,
        Generation = index % 7 == 3 ? 1 : 0,
        Kind = "blocking",
        Reason = "alloc-small",
        StartMs = startMs,
        PauseMs = 0.5 + index % 4,
        SuspendMs = 0.1,
        AllocatedBytes = index == 0 ? double.NaN : 7_000_000,
        PromotedBytes = 200_000,
        SurvivedBytes = 180_000,
        HeapAfter = new HeapSizes(80_000, 1_600_000, 400_000, 0, 274_000),
    };
}
