using System.Text.Json;
using PlayHouse.Lab.Cli.Tests.Fakes;
using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Noise;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Policies;
using PlayHouse.Lab.Runner;

namespace PlayHouse.Lab.Cli.Tests;

public sealed class PlanCommandTests : IDisposable
{
    private static readonly MetricPolicy Cpu = new() { Id = MetricIds.CpuUsPerMessage, Role = MetricRole.Primary, Scale = MetricScale.Ratio, DeltaRel = 0.03, Unit = "us" };
    private static readonly MetricPolicy P99 = new() { Id = MetricIds.LatencyP99, Role = MetricRole.Guard, Scale = MetricScale.Ratio, DeltaRel = 0.25, Unit = "us" };

    private readonly CliRig _rig = new();

    public void Dispose() => _rig.Dispose();

    [Fact]
    public async Task Plan_KnownNoise_ShowsTimesChancesAndSource()
    {
        _rig.Service.Outlook = () => Outlook(0.66, 0.999);

        Assert.Equal(0, await _rig.RunAsync("plan", "e", "--design", "sequential", "--blocks", "24"));

        Assert.Equal(("e", new RunOptions { Design = DesignKind.Sequential, Blocks = 24 }), _rig.Service.OutlookAsked);
        Assert.Null(_rig.Service.Executed);
        string[] lines = _rig.Out.Split('\n');
        Assert.Contains(lines, l => l.Contains("5 min 00 s", StringComparison.Ordinal));
        Assert.Contains(lines, l => l.StartsWith("cpu-us/msg", StringComparison.Ordinal) && l.Contains("66 %", StringComparison.Ordinal) && l.Contains("> 99 %", StringComparison.Ordinal));
        Assert.Contains(lines, l => l.StartsWith("latency-p99", StringComparison.Ordinal) && l.Contains("40 %", StringComparison.Ordinal) && l.Contains("93 %", StringComparison.Ordinal));
        Assert.Contains("of 1 past run of this scenario", _rig.Out, StringComparison.Ordinal);
        Assert.EndsWith("This plan can decide.\n", _rig.Out, StringComparison.Ordinal);
        Assert.All(lines, l => Assert.InRange(l.Length, 0, 80));
    }

    [Fact]
    public async Task Plan_NoNoiseKnown_SaysHowToGetIt()
    {
        Assert.Equal(0, await _rig.RunAsync("plan", "e"));

        Assert.Contains("plab doctor --noise", _rig.Out.ReplaceLineEndings(" "), StringComparison.Ordinal);
        Assert.Contains("not known yet", _rig.Out.ReplaceLineEndings(" "), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Plan_ThatDecidesNothing_ExitsUnfitUnlessForced()
    {
        _rig.Service.Outlook = () => Outlook(0.1, 0.2);

        Assert.Equal(4, await _rig.RunAsync("plan", "e"));
        Assert.Contains("can decide nothing here", _rig.Out.ReplaceLineEndings(" "), StringComparison.Ordinal);
        Assert.Equal(0, await _rig.RunAsync("plan", "e", "--force"));
    }

    [Fact]
    public async Task Run_APlanThatDecidesNothing_IsRefusedUnlessForced()
    {
        _rig.Service.Outlook = () => Outlook(0.1, 0.2);
        _rig.Service.Reports.Add(SampleReports.KeepReport());

        Assert.Equal(4, await _rig.RunAsync("run", "e"));
        Assert.Null(_rig.Service.Prepared);
        Assert.Contains("--force", _rig.Error, StringComparison.Ordinal);

        Assert.Equal(0, await _rig.RunAsync("run", "e", "--force"));
        Assert.NotNull(_rig.Service.Executed);
    }

    [Fact]
    public async Task Plan_Json_CarriesEveryChance()
    {
        _rig.Service.Outlook = () => Outlook(0.66, 0.999);

        Assert.Equal(0, await _rig.RunAsync("plan", "e", "--json"));

        using JsonDocument json = JsonDocument.Parse(_rig.Out);
        JsonElement root = json.RootElement;
        Assert.Equal("playhouse-lab/plan/1", root.GetProperty("schema").GetString());
        Assert.Equal([0.66, 0.9, 0.95], root.GetProperty("primaries")[0].GetProperty("chanceAtDeltas").EnumerateArray().Select(e => e.GetDouble()));
        Assert.Equal((0.40, 0.93), (root.GetProperty("guards")[0].GetProperty("passesAtFirstLook").GetDouble(), root.GetProperty("guards")[0].GetProperty("passesAtLastLook").GetDouble()));
        Assert.Equal([300, 1200], root.GetProperty("looks").EnumerateArray().Select(l => l.GetProperty("seconds").GetInt32()));
        Assert.True(root.GetProperty("canDecide").GetBoolean());
    }

    [Fact]
    public async Task Doctor_Noise_MeasuresAndSaysWhatItSees()
    {
        WritePolicy();
        _rig.Service.Noise = Noise();

        Assert.Equal(0, await _rig.RunAsync("doctor", "--noise"));

        Assert.Contains("[1/17] pilot that finds the rate, about 1 min 48 s left", _rig.Error, StringComparison.Ordinal);
        string text = _rig.Out.ReplaceLineEndings(" ");
        Assert.Contains("cpu-us/msg", text, StringComparison.Ordinal);
        Assert.Contains("seen by", text, StringComparison.Ordinal);
        Assert.Contains("not seen", text, StringComparison.Ordinal);
        Assert.All(_rig.Out.Split('\n'), l => Assert.InRange(l.Length, 0, 80));
    }

    [Fact]
    public async Task Doctor_WithoutNoise_SaysHowToMeasureIt()
    {
        Assert.Equal(0, await _rig.RunAsync("doctor"));

        Assert.Contains("plab doctor --noise", _rig.Out, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Doctor_NoiseJson_HasTheFloors()
    {
        WritePolicy();
        _rig.Service.Noise = Noise();

        Assert.Equal(0, await _rig.RunAsync("doctor", "--noise", "--json"));

        using JsonDocument json = JsonDocument.Parse(_rig.Out);
        JsonElement[] metrics = [.. json.RootElement.GetProperty("noise").GetProperty("metrics").EnumerateArray()];
        Assert.Equal([true, false], metrics.Select(m => m.GetProperty("canDecide").GetBoolean()));
    }

    private void WritePolicy()
    {
        string policies = Path.Combine(_rig.Root, "experiments", "policies");
        Directory.CreateDirectory(policies);
        File.WriteAllText(Path.Combine(policies, "default.yaml"), """
            version: 1
            metrics:
              - { id: cpu-us-per-message, role: primary, scale: ratio, deltaRel: 0.03, unit: us }
              - { id: latency-p99, role: guard, scale: ratio, deltaRel: 0.25, unit: us }

            """);
    }

    private static NoiseRecord Noise() => new()
    {
        MeasuredAt = SampleReports.Time, Scenario = "c2s-echo", Load = new LoadSpec { RatePerSecond = 5_000 }, Layout = CpuLayout.Shared, Pairs = 6, Fingerprint = new Dictionary<string, string>(),
        Metrics = [new MetricNoise(Cpu.Id, 20, 0.02, 0.4), new MetricNoise(P99.Id, 900, 0.8, 500)],
    };

    private static PlanOutlook Outlook(double atOne, double shownEqual)
    {
        double[] improved = shownEqual < 0.5 ? [atOne, 0.2, 0.3] : [atOne, 0.9, 0.95];
        return new PlanOutlook
        {
            Plan = SampleReports.Plan() with { Policy = new Policy { Metrics = [Cpu, P99] } },
            Looks = [new PlannedLook(6, 300), new PlannedLook(24, 1_200)],
            Noise = new NoiseSource(NoiseKind.PastRuns, [SampleReports.RunId], SampleReports.Time, null),
            Primaries = [new PrimaryChance(Cpu, Math.Log(1.03), 0.03, improved, shownEqual, 0.019)],
            Guards = [new GuardChance(P99, Math.Log(1.25), 0.2, 0.40, 0.93)],
        };
    }
}
