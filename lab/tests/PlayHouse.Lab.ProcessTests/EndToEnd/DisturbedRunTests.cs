using System.Diagnostics;
using System.Text.Json;
using PlayHouse.Lab.Model;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Runner;

namespace PlayHouse.Lab.EndToEnd.Tests;

/// <summary>Processes die; a run does not.</summary>
[Trait("Run", "selftest-interruptions")]
public sealed class DisturbedRunTests
{
    private const string Baseline = "{ preset: default, set: { reply-codec: to-byte-array } }";
    private const string Candidate = "{ preset: default, set: { reply-codec: write-to-span } }";
    private static readonly TimeSpan Deadline = TimeSpan.FromMinutes(3);

    [Theory]
    [InlineData("target")]
    [InlineData("load")]
    public async Task Child_KilledInMidBlock_LaunchIsRecordedAndBlockRepeated(string victim)
    {
        using var lab = new TempLab();
        string path = lab.WriteExperiment("902-killed", "c2s-proto-echo", Baseline, Candidate);
        await using LabService service = await lab.OpenAsync();
        RunRecord run = await service.PrepareAsync(path, new RunOptions { Seed = 9 }, CancellationToken.None);
        var recorder = new EventRecorder();
        int seen = 0;
        service.ChildStarted += child =>
        {
            if (child.Role == victim && Interlocked.Increment(ref seen) == 2)
            {
                Process.GetProcessById(child.Pid).Kill();
            }
        };
        using var stop = new CancellationTokenSource();
        Task<RunReport> execution = service.ExecuteAsync(run.Id, recorder, stop.Token);

        Task<RunEvent> repeated = recorder.WhenAsync(e => Block(e) is { Block: 0, Attempt: > 0, Outcome: "accepted" });
        Assert.Same(repeated, await Task.WhenAny(repeated, execution, Task.Delay(Deadline)));
        await stop.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => execution);

        Assert.Contains(recorder.Events, e => Block(e) is { Block: 0, Attempt: 0, Outcome: "failed" });
        RunReport report = await service.ReportAsync(run.Id, CancellationToken.None);
        LaunchRecord failed = Assert.Single(report.Launches, l => l.State == LaunchState.Failed);
        Assert.Contains(victim, failed.Failure, StringComparison.Ordinal);
        Assert.Equal(RunState.Interrupted, report.Run.State);
    }

    [Fact]
    public async Task Target_DiesInEveryLaunch_RunFailsAfterThreeWithAClearError()
    {
        using var lab = new TempLab();
        string path = lab.WriteExperiment("903-dying", "c2s-proto-echo", Baseline, Candidate);
        await using LabService service = await lab.OpenAsync();
        RunRecord run = await service.PrepareAsync(path, new RunOptions { Seed = 10 }, CancellationToken.None);
        service.ChildStarted += child =>
        {
            if (child.Role == "target")
            {
                Process.GetProcessById(child.Pid).Kill();
            }
        };

        RunReport report = await service.ExecuteAsync(run.Id, new EventRecorder(), CancellationToken.None);

        Assert.Equal(RunState.Failed, report.Run.State);
        Assert.Equal(3, report.Launches.Count);
        Assert.All(report.Launches, l => Assert.Equal(LaunchState.Failed, l.State));
        Assert.Contains("Three launches in a row failed", report.Run.Error, StringComparison.Ordinal);
        Assert.Null(report.Verdict);
    }

    [Fact]
    public async Task Runner_KilledAfterABlock_LeavesNoOrphan_AndResumeContinuesWithTheNextBlock()
    {
        using var lab = new TempLab();
        string path = lab.WriteExperiment("904-runner-killed", "c2s-proto-echo", Baseline, Candidate);
        using Process runner = CommandLine.Start(lab.Workspace, "run", path, "--seed", "11");
        _ = runner.StandardError.ReadToEndAsync();
        _ = runner.StandardOutput.ReadToEndAsync();
        await using LabService service = await lab.OpenAsync();
        string runId = await UntilAsync(async () =>
            (await service.ListAsync(1, CancellationToken.None)) is [var first, ..] ? first.Run.Id : null);
        await UntilAsync(async () =>
            (await service.EventsAfterAsync(runId, 0, CancellationToken.None)).FirstOrDefault(e => Block(e) is not null));
        int[] children = [.. await UntilAsync(() => Task.FromResult(ChildrenOf(runner.Id) is { Count: > 0 } c ? c : null))];

        runner.Kill();

        foreach (int child in children)
        {
            await UntilAsync(() => Task.FromResult(IsAlive(child) ? null : "gone"));
        }

        // By the same program: targets from another folder are other launches.
        using Process resumed = CommandLine.Start(lab.Workspace, "resume", runId);
        _ = resumed.StandardError.ReadToEndAsync();
        _ = resumed.StandardOutput.ReadToEndAsync();
        BlockEndedData second = await UntilAsync(async () =>
            (await service.EventsAfterAsync(runId, 0, CancellationToken.None)).Select(Block).OfType<BlockEndedData>().ElementAtOrDefault(1));
        using (Process interrupt = Process.Start("kill", ["-INT", $"{resumed.Id}"]))
        {
            await interrupt.WaitForExitAsync();
        }

        await resumed.WaitForExitAsync().WaitAsync(Deadline);
        Assert.Equal((130, 1), (resumed.ExitCode, second.Block));
        IReadOnlyList<RunEvent> events = await service.EventsAfterAsync(runId, 0, CancellationToken.None);
        Assert.Contains(events, e => e.Type == RunEventTypes.OwnerChanged);
        RunReport report = await service.ReportAsync(runId, CancellationToken.None);
        Assert.Equal(RunState.Interrupted, report.Run.State);
        var timed = report.Launches.Where(l => l is { Kind: LaunchKind.Timed, State: LaunchState.Completed }).Select(l => (l.Block, l.Attempt, l.Slot)).ToList();
        Assert.Equal(8, timed.Count(l => l.Block < 2));
        Assert.Equal(timed.Count, timed.Distinct().Count());
    }

    private static BlockEndedData? Block(RunEvent e) => e.Type == RunEventTypes.BlockEnded
        ? JsonSerializer.Deserialize<BlockEndedData>(e.Json, LabJson.Compact)
        : null;

    private static List<int> ChildrenOf(int pid) =>
    [
        .. Directory.EnumerateDirectories("/proc")
            .Select(d => int.TryParse(Path.GetFileName(d), out int p) ? p : 0)
            .Where(p => p > 0 && ParentOf(p) == pid),
    ];

    private static int ParentOf(int pid)
    {
        try
        {
            string stat = File.ReadAllText($"/proc/{pid}/stat");
            return int.Parse(stat[(stat.LastIndexOf(')') + 2)..].Split(' ')[1], System.Globalization.CultureInfo.InvariantCulture);
        }
        catch (IOException)
        {
            return 0;
        }
    }

    private static bool IsAlive(int pid)
    {
        try
        {
            string stat = File.ReadAllText($"/proc/{pid}/stat");
            return stat[stat.LastIndexOf(')') + 2] != 'Z';
        }
        catch (IOException)
        {
            return false;
        }
    }

    private static async Task<T> UntilAsync<T>(Func<Task<T?>> probe)
        where T : class
    {
        using var deadline = new CancellationTokenSource(Deadline);
        using var tick = new PeriodicTimer(TimeSpan.FromMilliseconds(50));
        while (true)
        {
            if (await probe() is { } found)
            {
                return found;
            }

            await tick.WaitForNextTickAsync(deadline.Token);
        }
    }
}
