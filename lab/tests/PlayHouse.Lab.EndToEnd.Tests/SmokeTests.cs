using System.Diagnostics;
using System.Text.Json;

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
        (_, string shown, string error) = await CommandLine.RunAsync(lab.Workspace, "show", run, "--json");
        Assert.True(shown.Length > 0, error);
        using JsonDocument json = JsonDocument.Parse(shown);
        Assert.Equal("interrupted", json.RootElement.GetProperty("run").GetProperty("state").GetString());
        JsonElement[] launches = [.. json.RootElement.GetProperty("launches").EnumerateArray()
            .Where(l => l.GetProperty("state").GetString() == "completed" && l.GetProperty("block").GetInt32() == 0).TakeLast(4)];
        Assert.Equal(["baseline", "baseline", "candidate", "candidate"], launches.Select(l => l.GetProperty("arm").GetString()).Order());
        Assert.All(launches, launch =>
        {
            JsonElement load = launch.GetProperty("load");
            long Count(string name) => load.GetProperty(name).GetInt64();
            Assert.True(Count("received") > 0, "no reply came");
            Assert.Equal(Count("offered"), Count("sent") + Count("skipped"));
            Assert.Equal(Count("sent"), Count("received") + Count("lost"));
            Assert.Equal(0, Count("wrongReplies") + Count("errorReplies"));
        });
    }
}
