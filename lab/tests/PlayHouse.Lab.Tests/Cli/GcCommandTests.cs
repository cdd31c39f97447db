using System.Text.Json.Nodes;
using PlayHouse.Lab.Cli.Tests.Fakes;
using PlayHouse.Lab.Reporting;

namespace PlayHouse.Lab.Cli.Tests;

public sealed class GcCommandTests : IDisposable
{
    private readonly CliRig _rig = new();

    public GcCommandTests()
    {
        _rig.Service.Reports.Add(SampleRuntime.Report());
        _rig.Service.RuntimeProfiles.AddRange(SampleRuntime.Profiles);
    }

    public void Dispose() => _rig.Dispose();

    [Fact]
    public async Task Run_PrintsBothArms()
    {
        Assert.Equal(0, await _rig.RunAsync("gc", SampleReports.RunId));
        Assert.Equal(RuntimeText.Of(SampleRuntime.Report(), SampleRuntime.Profiles, ["baseline", "candidate"]), _rig.Out);
    }

    [Fact]
    public async Task Run_WithArmAndJson_PrintsThatArmOnly()
    {
        Assert.Equal(0, await _rig.RunAsync("gc", SampleReports.RunId, "--arm", "candidate", "--json"));
        Assert.All(JsonNode.Parse(_rig.Out)!["profiles"]!.AsArray(), p => Assert.Equal("candidate", (string?)p!["arm"]));
    }

    [Fact]
    public async Task Run_UnknownArm_IsAnsweredWithTheArmsThereAre()
    {
        Assert.Equal(2, await _rig.RunAsync("gc", SampleReports.RunId, "--arm", "other"));
        Assert.Contains("its arms are baseline and candidate", _rig.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Run_WithoutRuntimeEvents_SaysWhatToDo()
    {
        _rig.Service.RuntimeProfiles.Clear();
        Assert.Equal(2, await _rig.RunAsync("gc", SampleReports.RunId));
        Assert.Contains("keeps no runtime events", _rig.Error, StringComparison.Ordinal);
        Assert.Contains("again", _rig.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Run_Unknown_IsBadInput() => Assert.Equal(2, await _rig.RunAsync("gc", "r-none"));

    [Theory]
    [InlineData(null, "no trace file")]
    [InlineData("", "is empty")]
    [InlineData("garbage", "does not begin as a nettrace file")]
    public async Task File_ThatIsNoTrace_IsBadInput(string? content, string why)
    {
        string path = Path.Combine(_rig.Root, "x.nettrace");
        if (content is not null)
        {
            await File.WriteAllTextAsync(path, content);
        }

        Assert.Equal(2, await _rig.RunAsync("gc", path));
        Assert.Contains(why, _rig.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task File_WithArm_IsRefused()
    {
        Assert.Equal(2, await _rig.RunAsync("gc", "x.nettrace", "--arm", "a"));
        Assert.Contains("leave --arm out", _rig.Error, StringComparison.Ordinal);
    }
}
