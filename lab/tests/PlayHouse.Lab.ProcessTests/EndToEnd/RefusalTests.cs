using PlayHouse.Lab.Runner;

namespace PlayHouse.Lab.EndToEnd.Tests;

public sealed class RefusalTests
{
    [Fact]
    public async Task Toggle_NotExecutedByTheScenario_IsRefusedByNameBeforeAnyLaunch()
    {
        using var lab = new TempLab();
        string path = lab.WriteExperiment(
            "905-unused",
            "c2s-echo",
            "{ preset: default, set: { reply-codec: to-byte-array } }",
            "{ preset: default, set: { reply-codec: write-to-span } }");

        (int exitCode, string output, string error) = await CommandLine.RunAsync(lab.Workspace, "run", path);

        Assert.Equal(2, exitCode);
        Assert.Empty(output);
        Assert.Contains("reply-codec", error, StringComparison.Ordinal);
        Assert.Contains("c2s-echo", error, StringComparison.Ordinal);
        await using LabService service = await lab.OpenAsync();
        Assert.Empty(await service.ListAsync(10, CancellationToken.None));
    }

    /// <summary>Four combinations are alive at once, and the runtime is told that it has 384 MiB.</summary>
    [Fact]
    public async Task Screen_ThatTakesMoreThanHalfOfTheMemory_IsRefusedBeforeAnyLaunch()
    {
        using var lab = new TempLab();
        Dictionary<string, string> small = new() { ["DOTNET_GCHeapHardLimit"] = "18000000" };

        (int exitCode, string output, string error) = await CommandLine.RunAsync(
            lab.Workspace, small, "screen", "--scenario", "c2s-proto-echo", "--toggle", "reply-codec=to-byte-array,write-to-span", "--toggle", "message-id=string-per-message");

        Assert.Equal((2, ""), (exitCode, output));
        Assert.Contains("4 combinations alive at once", error, StringComparison.Ordinal);
        Assert.Contains("384.0 MiB", error, StringComparison.Ordinal);
        await using LabService service = await lab.OpenAsync();
        Assert.Empty(await service.ListAsync(10, CancellationToken.None));
    }
}
