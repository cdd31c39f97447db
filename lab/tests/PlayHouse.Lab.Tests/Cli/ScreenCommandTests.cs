using System.Text.Json;
using PlayHouse.Lab.Cli.Tests.Fakes;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Model.Screens;
using PlayHouse.Lab.Runner;

namespace PlayHouse.Lab.Cli.Tests;

public sealed class ScreenCommandTests : IDisposable
{
    private readonly CliRig _rig = new();

    public ScreenCommandTests() => _rig.Service.ScreenRun = SampleScreens.Report().Run;

    public void Dispose() => _rig.Dispose();

    [Fact]
    public async Task Screen_Options_ReachTheLab()
    {
        _rig.Service.Reports.Add(SampleScreens.Report());

        Assert.Equal(0, await _rig.RunAsync(
            "screen", "--scenario", "c2s-echo", "--toggle", "a=low,high", "--toggle", "b=high", "--base", "seed", "--stages", "ablate", "--replicates", "3", "--rounds", "5",
            "--warmup", "0.5", "--window", "2", "--rate", "1000", "--connections", "7", "--seed", "9", "--plant", "base=100,a*b=-50"));

        ScreenOptions asked = _rig.Service.ScreenAsked!;
        Assert.Equal([new ScreenToggle("a", "low", "high"), new ScreenToggle("b", null, "high")], asked.Toggles);
        Assert.Equal(("c2s-echo", "seed", (int?)3, 5, 0.5, 2.0), (asked.Scenario, asked.Base, asked.Replicates, asked.Rounds, asked.WarmupSeconds, asked.WindowSeconds));
        Assert.Equal(((double?)1000, (int?)7, (ulong?)9), (asked.RatePerSecond, asked.Connections, asked.Seed));
        Assert.Equal([ScreenStage.Ablate], asked.Stages);
        Assert.Empty(asked.Planted[0].Factors);
        Assert.Equal([100, -50], asked.Planted.Select(p => p.BytesPerMessage));
        Assert.Equal(["a", "b"], asked.Planted[1].Factors);
    }

    [Theory]
    [InlineData("--scenario with at least two --toggle", "--scenario", "c2s-echo")]
    [InlineData("leave out --scenario", "experiments/x", "--scenario", "c2s-echo")]
    [InlineData("--toggle takes SEAM=STRATEGY", "--scenario", "c2s-echo", "--toggle", "mailbox")]
    [InlineData("--toggle takes SEAM=STRATEGY", "--scenario", "c2s-echo", "--toggle", "mailbox=a,b,c")]
    [InlineData("names mailbox twice", "--scenario", "c2s-echo", "--toggle", "mailbox=a", "--toggle", "mailbox=b")]
    [InlineData("--stages takes", "experiments/x", "--stages", "everything")]
    [InlineData("needs screen or ablate", "experiments/x", "--stages", "final")]
    [InlineData("--plant takes", "experiments/x", "--plant", "a=many")]
    [InlineData("--replicates takes", "experiments/x", "--replicates", "1")]
    public async Task Screen_BadArguments_AreRefusedWithWhatIsLegal(string expected, params string[] arguments)
    {
        Assert.Equal(2, await _rig.RunAsync(["screen", .. arguments]));
        Assert.Contains(expected, _rig.Error, StringComparison.Ordinal);
        Assert.Null(_rig.Service.ScreenAsked);
    }

    [Fact]
    public async Task Screen_Text_RanksEffectsAndSaysWhatDepends()
    {
        _rig.Service.Reports.Add(SampleScreens.Report());

        Assert.Equal(0, await _rig.RunAsync("screen", "experiments/x"));

        Assert.Contains("* a × b", _rig.Out, StringComparison.Ordinal);
        Assert.Contains("+50.00 B", _rig.Out, StringComparison.Ordinal);
        Assert.Contains("b changes bytes/msg by -100.0 B without a and by 0 B with it", Flat(_rig.Out), StringComparison.Ordinal);
        Assert.Contains("masked", _rig.Out, StringComparison.Ordinal);
        Assert.Contains("1 replicate of 2 launches that are alive at once", Flat(_rig.Out), StringComparison.Ordinal);
        Assert.Contains("the number to publish", Flat(_rig.Out), StringComparison.Ordinal);
        Assert.Contains("2 launches", _rig.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Screen_Plan_LaunchesNothing()
    {
        Assert.Equal(0, await _rig.RunAsync("screen", "experiments/x", "--plan", "--json"));

        using JsonDocument json = JsonDocument.Parse(_rig.Out);
        Assert.Equal("playhouse-lab/screen-plan/1", json.RootElement.GetProperty("schema").GetString());
        Assert.Equal(1.414, json.RootElement.GetProperty("standardErrorPerLaunchDeviation").GetDouble(), 1e-3);
        Assert.Null(_rig.Service.Executed);
    }

    [Theory]
    [InlineData(new[] { "--stages", "all" }, ".lab/drafts/900-all")]
    [InlineData(new[] { "--confirm" }, ".lab/drafts/900-b")]
    public async Task Screen_Following_PreparesTheProposedExperiments(string[] arguments, string expected)
    {
        _rig.Service.Reports.Add(SampleScreens.Report());

        await _rig.RunAsync(["screen", "experiments/x", "--design", "sequential", .. arguments]);

        Assert.Equal((expected, (DesignKind?)DesignKind.Sequential), (_rig.Service.Prepared?.Path, _rig.Service.Prepared?.Options.Design));
    }

    [Fact]
    public async Task Screen_Refused_IsBadInput()
    {
        _rig.Service.Failure = new LabInputException(["The combination a: x cannot be built: it cannot."]);

        Assert.Equal(2, await _rig.RunAsync("screen", "experiments/x"));
        Assert.Contains("The combination a: x cannot be built", _rig.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Show_Screen_HasTextMarkdownAndJson()
    {
        RunReport report = SampleScreens.Report();
        _rig.Service.Reports.Add(report);

        Assert.Equal(0, await _rig.RunAsync("show", report.Run.Id, "--markdown"));
        Assert.Contains("| a × b | +50.00 B |", _rig.Out, StringComparison.Ordinal);
        Assert.Contains("INJECTED: base +400.0 B", Flat(_rig.Out), StringComparison.Ordinal);
        Assert.Equal(0, await _rig.RunAsync("show", report.Run.Id));
        Assert.Contains("half-normal plot", _rig.Out, StringComparison.Ordinal);
    }

    private static string Flat(string text) => string.Join(' ', text.Split((char[])[' ', '\n'], StringSplitOptions.RemoveEmptyEntries));
}
