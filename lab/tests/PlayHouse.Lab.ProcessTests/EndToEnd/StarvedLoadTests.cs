using System.Collections.Concurrent;
using System.Diagnostics;
using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Reporting.Reasons;
using PlayHouse.Lab.Runner;

namespace PlayHouse.Lab.EndToEnd.Tests;

/// <summary>A load that gets no processor, and an arm that dies: neither may make a verdict of the other.</summary>
[Trait("Run", "selftest-interruptions")]
public sealed class StarvedLoadTests
{
    private const string Baseline = "{ preset: default, set: { reply-codec: to-byte-array } }";
    private const string Candidate = "{ preset: default, set: { reply-codec: write-to-span } }";
    private static readonly TimeSpan Deadline = TimeSpan.FromMinutes(6);

    [Theory]
    [InlineData(null, 24)]
    [InlineData("kind: pairs, blocks: 6", 12)]
    public async Task Load_StoppedFourFifthsOfTheTime_EndsUnfitAtTheFirstLookAndNeverInAKeep(string? design, int launches)
    {
        using var lab = new TempLab();
        string path = lab.WriteExperiment("906-starved", "c2s-proto-echo", Baseline, Candidate, profileEvery: 0, design: design);
        await using LabService service = await lab.OpenAsync();
        RunRecord run = await service.PrepareAsync(path, new RunOptions { Seed = 12 }, CancellationToken.None);
        await using Throttle throttle = new(stoppedMs: 80, runningMs: 20);
        service.ChildStarted += child =>
        {
            if (child.Role == "load")
            {
                throttle.Add(child.Pid);
            }
        };

        RunReport report = await service.ExecuteAsync(run.Id, new EventRecorder(), CancellationToken.None).WaitAsync(Deadline);

        Assert.Equal((VerdictKind.Unfit, 6), (report.Verdict?.Kind, report.Verdict?.Blocks));
        Assert.Equal(launches, report.Launches.Count(l => l.Kind == LaunchKind.Timed));
        Assert.Contains(ReasonText.Reasons(report), r => r.Contains("The load could not offer its rate", StringComparison.Ordinal));
        (_, string shown, _) = await CommandLine.RunAsync(lab.Workspace, "show", report.Run.Id);
        Assert.Contains("really sent: baseline", shown, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Candidate_DiesInEachLaunch_EndsInRollbackAfterThree()
    {
        using var lab = new TempLab();
        string path = lab.WriteExperiment("908-dying-candidate", "c2s-proto-echo", Baseline, Candidate);
        await using LabService service = await lab.OpenAsync();
        RunRecord run = await service.PrepareAsync(path, new RunOptions { Seed = 14 }, CancellationToken.None);
        service.ChildStarted += child =>
        {
            if (child is { Role: "target", Arm: "candidate" })
            {
                Process.GetProcessById(child.Pid).Kill();
            }
        };

        RunReport report = await service.ExecuteAsync(run.Id, new EventRecorder(), CancellationToken.None).WaitAsync(Deadline);

        Assert.Equal(RunState.Completed, report.Run.State);
        Assert.Equal(VerdictKind.Rollback, report.Verdict?.Kind);
        Assert.InRange(report.Launches.Count(l => l.Arm == "candidate"), 2, 4);
        Assert.All(report.Launches.Where(l => l.Arm == "baseline"), l => Assert.Null(l.Failure));
        Assert.All(report.Launches.Where(l => l.Arm == "candidate"), l => Assert.Equal(("target", "died"), (l.FailedRole, l.FailureCode)));
    }

    /// <summary>Stops and continues processes in turn, as a limit of a control group does.</summary>
    private sealed class Throttle(int stoppedMs, int runningMs) : IAsyncDisposable
    {
        private readonly ConcurrentDictionary<int, bool> _pids = new();
        private readonly CancellationTokenSource _end = new();
        private Task _loop = Task.CompletedTask;

        public void Add(int pid)
        {
            _pids.TryAdd(pid, true);
            _loop = _loop.IsCompleted ? Task.Run(LoopAsync) : _loop;
        }

        public async ValueTask DisposeAsync()
        {
            await _end.CancelAsync();
            await _loop;
            _end.Dispose();
        }

        private async Task LoopAsync()
        {
            while (!_end.IsCancellationRequested)
            {
                Signal(Stop);
                await Task.Delay(stoppedMs, CancellationToken.None);
                Signal(Continue);
                await Task.Delay(runningMs, CancellationToken.None);
            }
        }

        // The numbers are those of Linux on the processors .NET runs on.
        private const int Stop = 19;
        private const int Continue = 18;

        private void Signal(int signal)
        {
            foreach (int pid in _pids.Keys)
            {
                if (Native.Kill(pid, signal) != 0)
                {
                    _pids.TryRemove(pid, out _);
                }
            }
        }
    }

    private static class Native
    {
        [System.Runtime.InteropServices.DllImport("libc", EntryPoint = "kill", SetLastError = true)]
        [System.Runtime.InteropServices.DefaultDllImportSearchPaths(System.Runtime.InteropServices.DllImportSearchPath.SafeDirectories)]
        public static extern int Kill(int pid, int signal);
    }
}
