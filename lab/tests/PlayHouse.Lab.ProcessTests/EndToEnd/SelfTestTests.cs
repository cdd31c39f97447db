using System.Text.Json;

namespace PlayHouse.Lab.EndToEnd.Tests;

/// <summary>The quick form of the self-test, through the real command.</summary>
public sealed class SelfTestTests
{
    [Fact]
    public async Task Quick_RecordedNoise_KeepsEveryPromise()
    {
        using var lab = new TempLab();

        (int exitCode, string output, string error) = await CommandLine.RunAsync(lab.Workspace, "selftest", "--quick", "--json");

        Assert.True(exitCode == 0, error);
        using JsonDocument json = JsonDocument.Parse(output);
        string[] ids = [.. json.RootElement.GetProperty("results").EnumerateArray().Select(r => r.GetProperty("id").GetString()!)];
        Assert.Equal(["false-verdicts", "looks", "power", "interaction", "reanalysis"], ids);
        Assert.Contains("KEEP of ", output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task UnknownCheck_IsRefusedWithTheKnownOnes()
    {
        using var lab = new TempLab();

        (int exitCode, _, string error) = await CommandLine.RunAsync(lab.Workspace, "selftest", "nothing");

        Assert.Equal(2, exitCode);
        Assert.Contains("false-verdicts", error, StringComparison.Ordinal);
    }
}
