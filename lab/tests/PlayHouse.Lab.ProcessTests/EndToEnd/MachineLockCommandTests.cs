using System.Diagnostics;
using PlayHouse.Lab.Runner;
using PlayHouse.Lab.Runner.Execute;

namespace PlayHouse.Lab.EndToEnd.Tests;

/// <summary>The lock as a user meets it: another terminal, another folder for temporary files.</summary>
public sealed class MachineLockCommandTests
{
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Run_AnotherOneMeasures_IsRefusedByNameAndLeavesNoRun(bool isDetached)
    {
        using var lab = new TempLab();
        string path = lab.WriteExperiment(
            "909-second", "c2s-proto-echo", "{ preset: default, set: { reply-codec: to-byte-array } }", "{ preset: default, set: { reply-codec: write-to-span } }");
        string temporary = Directory.CreateDirectory(Path.Combine(lab.Workspace.Root, "tmp")).FullName;
        using MachineLock held = MachineLock.Take(CommandLine.LockOf(lab.Workspace));

        using Process second = CommandLine.Start(lab.Workspace, new Dictionary<string, string> { ["TMPDIR"] = temporary }, isDetached ? ["run", path, "--detach"] : ["run", path]);
        second.StandardInput.Close();
        Task<string> output = second.StandardOutput.ReadToEndAsync();
        string error = await second.StandardError.ReadToEndAsync();
        await second.WaitForExitAsync();

        Assert.Equal(2, second.ExitCode);
        Assert.Empty(await output);
        Assert.Contains($"process {Environment.ProcessId} of user {Environment.UserName}", error, StringComparison.Ordinal);
        await using LabService service = await lab.OpenAsync();
        Assert.Empty(await service.ListAsync(10, CancellationToken.None));
    }
}
