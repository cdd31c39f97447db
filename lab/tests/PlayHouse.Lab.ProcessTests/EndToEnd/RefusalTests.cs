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
}
