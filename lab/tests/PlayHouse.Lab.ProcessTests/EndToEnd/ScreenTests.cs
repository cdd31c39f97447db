using System.Text.Json;

namespace PlayHouse.Lab.EndToEnd.Tests;

public sealed class ScreenTests
{
    // Bytes 4,000 and three times 1,000: either toggle alone saves 3,000 of the planted bytes, both together no more. Far above what the
    // engine's own strategies and a busy machine add.
    private const string Planted = "base=4000,reply-codec=-3000,message-id=-3000,reply-codec*message-id=3000";

    private static readonly string[] Toggles =
        ["--scenario", "c2s-proto-echo", "--toggle", "reply-codec=to-byte-array,write-to-span", "--toggle", "message-id=string-per-message"];

    private static readonly string[] Small =
        ["--rate", "3000", "--connections", "10", "--warmup", "0.5", "--window", "0.5", "--replicates", "2", "--rounds", "2", "--seed", "7"];

    [Trait("Run", "selftest-screens")]
    [Fact]
    public async Task Screen_TwoPlantedTogglesThatDependOnEachOther_ReportsTheInteractionAndTheMaskedToggle()
    {
        using var lab = new TempLab();

        (int exitCode, string output, string error) = await CommandLine.RunAsync(lab.Workspace, ["screen", .. Toggles, .. Small, "--plant", Planted, "--json"]);

        Assert.True(exitCode == 0, error);
        using JsonDocument json = JsonDocument.Parse(output);
        JsonElement screen = json.RootElement.GetProperty("screen");
        Assert.Equal((16, 16), (screen.GetProperty("launchesPlanned").GetInt32(), screen.GetProperty("launchesUsed").GetInt32()));
        Assert.All(screen.GetProperty("proofs").EnumerateArray(), p => Assert.True(p.GetProperty("isProved").GetBoolean()));
        JsonElement bytes = screen.GetProperty("metrics").EnumerateArray().Single(m => m.GetProperty("metric").GetString() == "bytes-per-message");

        JsonElement pair = Effect(bytes, "reply-codec × message-id");
        Assert.True(pair.GetProperty("standsOut").GetBoolean());
        Assert.Equal(1500, pair.GetProperty("change").GetDouble(), 200.0);
        // What single experiments from the baseline promise is 3,000 planted bytes more than what both together save.
        Assert.Equal(-3000, bytes.GetProperty("oneAtATime").GetDouble() - bytes.GetProperty("together").GetDouble(), 400.0);
        Assert.All(bytes.GetProperty("ablations").EnumerateArray(), a => Assert.True(a.GetProperty("isMasked").GetBoolean()));

        string run = json.RootElement.GetProperty("run").GetString()!;
        (int shown, string text, string shownError) = await CommandLine.RunAsync(lab.Workspace, "show", run);
        Assert.True(shown == 0, shownError);
        Assert.Contains("INJECTED", text, StringComparison.Ordinal);
        Assert.Contains("* reply-codec × message-id", text, StringComparison.Ordinal);
        Assert.Contains("half-normal plot", text, StringComparison.Ordinal);
        JsonElement final = screen.GetProperty("proposals").EnumerateArray().Last();
        Assert.True(final.GetProperty("isFinal").GetBoolean());
        Assert.True(File.Exists(Path.Combine(lab.Workspace.Root, final.GetProperty("path").GetString()!, "experiment.yaml")));
    }

    [Trait("Run", "selftest-screens")]
    [Fact]
    public async Task Screen_InterruptedAndResumed_KeepsItsBlocks()
    {
        using var lab = new TempLab();
        using var process = CommandLine.Start(lab.Workspace, ["screen", .. Toggles, .. Small, "--stages", "screen"]);
        process.StandardInput.Close();
        string? run = null;
        Task<string> output = process.StandardOutput.ReadToEndAsync();
        using var deadline = new CancellationTokenSource(TimeSpan.FromMinutes(4));
        while (await process.StandardError.ReadLineAsync(deadline.Token) is { } line)
        {
            run ??= line.StartsWith("Run r-", StringComparison.Ordinal) ? line.Split(' ', ';')[1] : null;
            if (line.Contains("block 1/2 accepted", StringComparison.Ordinal))
            {
                using var kill = System.Diagnostics.Process.Start("kill", ["-INT", $"{process.Id}"]);
                await kill.WaitForExitAsync(deadline.Token);
                break;
            }
        }

        await process.StandardError.ReadToEndAsync(deadline.Token);
        await process.WaitForExitAsync(deadline.Token);
        await output;
        Assert.Equal(130, process.ExitCode);
        Assert.NotNull(run);

        (int exitCode, string json, string error) = await CommandLine.RunAsync(lab.Workspace, "resume", run!, "--json");
        Assert.True(exitCode == 0, error);
        using JsonDocument resumed = JsonDocument.Parse(json);
        Assert.True(resumed.RootElement.GetProperty("screen").GetProperty("isComplete").GetBoolean());
        Assert.DoesNotContain("block 1/2 accepted", error, StringComparison.Ordinal);
        Assert.Contains("block 2/2 accepted", error, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("There is no scenario 'c2s-proto-eco'", "--scenario", "c2s-proto-eco", "--toggle", "reply-codec=to-byte-array", "--toggle", "message-id=string-per-message")]
    [InlineData("does not execute the seam", "--scenario", "c2s-echo", "--toggle", "reply-codec=to-byte-array", "--toggle", "message-id=string-per-message")]
    [InlineData("cannot be built", "--scenario", "c2s-echo", "--toggle", "stage-loop=awaiting-loop", "--toggle", "scheduler=inline")]
    [InlineData("there is no factor 'mailbx'", "--scenario", "c2s-proto-echo", "--toggle", "reply-codec=to-byte-array,write-to-span", "--toggle", "message-id=string-per-message", "--plant", "mailbx=100")]
    public async Task Screen_WhatCannotRun_IsRefusedByNameBeforeAnythingIsLaunched(string expected, params string[] arguments)
    {
        using var lab = new TempLab();

        (int exitCode, string output, string error) = await CommandLine.RunAsync(lab.Workspace, ["screen", .. arguments]);

        Assert.Equal(2, exitCode);
        Assert.Contains(expected, error, StringComparison.Ordinal);
        Assert.Empty(output);
    }

    private static JsonElement Effect(JsonElement metric, string name) =>
        metric.GetProperty("effects").EnumerateArray().Single(e => e.GetProperty("effect").GetString() == name);
}
