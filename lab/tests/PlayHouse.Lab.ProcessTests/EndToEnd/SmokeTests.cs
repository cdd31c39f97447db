using System.Diagnostics;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Runner;

namespace PlayHouse.Lab.EndToEnd.Tests;

/// <summary>One real block by the real command: real processes, sockets, counters and Ctrl-C. It judges no figure, since another program may have the machine.</summary>
public sealed class SmokeTests
{
    private static readonly TimeSpan Deadline = TimeSpan.FromMinutes(4);

    [Fact]
    public async Task Run_StoppedAfterItsFirstBlock_CanBeResumedAndLostNoMessageUncounted()
    {
        using var lab = new TempLab();
        string path = lab.WriteExperiment(
            "001-smoke", "c2s-proto-echo", "{ preset: default, set: { reply-codec: to-byte-array } }", "{ preset: default, set: { reply-codec: write-to-span } }", profileEvery: 0);
        using CancellationTokenSource deadline = new(Deadline);
        using Process process = CommandLine.Start(lab.Workspace, "run", path);
        process.StandardInput.Close();
        Task<string> output = process.StandardOutput.ReadToEndAsync(deadline.Token);
        List<string> said = [];
        while (await process.StandardError.ReadLineAsync(deadline.Token) is { } line)
        {
            said.Add(line);
            if (line.Contains("block 1/6 accepted", StringComparison.Ordinal))
            {
                using var interrupt = Process.Start("kill", ["-INT", $"{process.Id}"]);
                await interrupt.WaitForExitAsync(deadline.Token);
            }
        }

        await process.WaitForExitAsync(deadline.Token);

        Assert.True(process.ExitCode == 130, string.Join('\n', said));
        Assert.Empty(await output);
        string run = said.First(l => l.StartsWith("Run r-", StringComparison.Ordinal)).Split(' ', ',')[1];
        Assert.Contains($"Resume with: plab resume {run}", string.Join(' ', said.SelectMany(l => l.Split(' ', StringSplitOptions.RemoveEmptyEntries))), StringComparison.Ordinal);
        await using LabService service = await lab.OpenAsync();
        RunReport report = await service.ReportAsync(run, CancellationToken.None);
        Assert.Equal((RunState.Interrupted, 1), (report.Run.State, report.BlocksAccepted));
        LaunchRecord[] block = [.. report.Launches.Where(l => l is { Block: 0, State: LaunchState.Completed }).TakeLast(4)];
        Assert.Equal(["baseline", "baseline", "candidate", "candidate"], block.Select(l => l.Arm).Order());
        Assert.All(block.Select(l => l.Load!), load =>
        {
            Assert.True(load.Received > 0, "no reply came");
            Assert.Equal(load.Offered, load.Sent + load.Skipped);
            Assert.Equal(load.Sent, load.Received + load.Lost);
            Assert.Equal(0, load.WrongReplies + load.ErrorReplies);
        });
    }
}
