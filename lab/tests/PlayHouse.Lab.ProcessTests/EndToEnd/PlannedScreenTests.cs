using System.Text.Json;
using PlayHouse.Lab.Cli;
using PlayHouse.Lab.Model;
using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Runs;

namespace PlayHouse.Lab.EndToEnd.Tests;

/// <summary>Screens, matrices and noise by the command line, over planned launches: what they find is known to the byte.</summary>
public sealed class PlannedScreenTests
{
    // Bytes 4,000 and three times 1,000: either toggle alone saves 3,000 of the planted bytes, both together no more.
    private const string Planted = "base=4000,reply-codec=-3000,message-id=-3000,reply-codec*message-id=3000";

    private static readonly string[] Arguments =
    [
        "screen", "--scenario", "c2s-proto-echo", "--toggle", "reply-codec=to-byte-array,write-to-span", "--toggle", "message-id=string-per-message",
        "--rate", "3000", "--connections", "10", "--warmup", "0.5", "--window", "0.5", "--replicates", "2", "--rounds", "2", "--seed", "7",
    ];

    [Fact]
    public async Task Screen_TwoPlantedTogglesThatDependOnEachOther_ReportsTheInteractionAndTheMaskedToggle()
    {
        using var lab = new TempLab();
        // A byte up or down with the launch's seed: without any noise no interval has a width.
        PlannedLauncher launcher = new((request, record) => record with
        {
            Metrics = new Dictionary<string, double>(record.Metrics) { [MetricIds.BytesPerMessage] = record.Metrics[MetricIds.BytesPerMessage] + (request.LoadSeed % 3) - 1 },
        });

        (int exitCode, string output, string error) = await CommandLine.RunAsync(lab.Workspace, launcher, [.. Arguments, "--plant", Planted, "--json"]);

        Assert.True(exitCode == 0, error);
        using JsonDocument json = JsonDocument.Parse(output);
        JsonElement screen = json.RootElement.GetProperty("screen");
        Assert.Equal((16, 16), (screen.GetProperty("launchesPlanned").GetInt32(), screen.GetProperty("launchesUsed").GetInt32()));
        Assert.All(screen.GetProperty("proofs").EnumerateArray(), p => Assert.True(p.GetProperty("isProved").GetBoolean()));
        JsonElement bytes = screen.GetProperty("metrics").EnumerateArray().Single(m => m.GetProperty("metric").GetString() == "bytes-per-message");

        JsonElement pair = Effect(bytes, "reply-codec × message-id");
        Assert.True(pair.GetProperty("standsOut").GetBoolean());
        Assert.Equal(1500, pair.GetProperty("change").GetDouble(), 2.0);
        // What single experiments from the baseline promise is 3,000 planted bytes more than what both together save.
        Assert.Equal(-3000, bytes.GetProperty("oneAtATime").GetDouble() - bytes.GetProperty("together").GetDouble(), 4.0);
        Assert.All(bytes.GetProperty("ablations").EnumerateArray(), a => Assert.True(a.GetProperty("isMasked").GetBoolean()));

        string run = json.RootElement.GetProperty("run").GetString()!;
        (int shown, string text, string shownError) = await CommandLine.RunAsync(lab.Workspace, launcher, "show", run);
        Assert.True(shown == 0, shownError);
        Assert.Contains("INJECTED", text, StringComparison.Ordinal);
        Assert.Contains("* reply-codec × message-id", text, StringComparison.Ordinal);
        Assert.Contains("half-normal plot", text, StringComparison.Ordinal);
        JsonElement final = screen.GetProperty("proposals").EnumerateArray().Last();
        Assert.True(final.GetProperty("isFinal").GetBoolean());
        Assert.True(File.Exists(Path.Combine(lab.Workspace.Root, final.GetProperty("path").GetString()!, "experiment.yaml")));
    }

    [Fact]
    public async Task Screen_InterruptedAndResumed_KeepsItsBlocks()
    {
        using var lab = new TempLab();
        using Interrupts interrupts = new(static _ => { });
        // Ctrl-C in the sixth launch: the first block has four.
        PlannedLauncher stopped = new()
        {
            Before = (made, ct) =>
            {
                if (made == 5)
                {
                    interrupts.Interrupt();
                }

                return Task.CompletedTask;
            },
        };

        (int exitCode, _, string error) = await LabCommand.TryAsync(lab.Workspace, stopped.Site, interrupts, [.. Arguments, "--stages", "screen"]);
        Assert.Equal(130, exitCode);
        Assert.Contains("block 1/2 accepted", error, StringComparison.Ordinal);
        string run = error.Split('\n').First(l => l.StartsWith("Run r-", StringComparison.Ordinal)).Split(' ', ';')[1];

        (exitCode, string output, error) = await CommandLine.RunAsync(lab.Workspace, new PlannedLauncher(), "resume", run, "--json");

        Assert.True(exitCode == 0, error);
        using JsonDocument resumed = JsonDocument.Parse(output);
        Assert.True(resumed.RootElement.GetProperty("screen").GetProperty("isComplete").GetBoolean());
        Assert.DoesNotContain("block 1/2 accepted", error, StringComparison.Ordinal);
        Assert.Contains("block 2/2 accepted", error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Matrix_ReplyCodec_ShowsTheBytesOfEachAndStoresNothing()
    {
        using var lab = new TempLab();
        PlannedLauncher launcher = new((request, record) => record with
        {
            Metrics = new Dictionary<string, double>(record.Metrics) { [MetricIds.BytesPerMessage] = request.Arm.Strategies["reply-codec"].Use == "to-byte-array" ? 288 : 120 },
        });

        (int exitCode, string output, string error) =
            await CommandLine.RunAsync(lab.Workspace, launcher, "matrix", "reply-codec", "--rounds", "1", "--window", "0.5", "--warmup", "0.5", "--json");

        Assert.True(exitCode == 0, error);
        using JsonDocument json = JsonDocument.Parse(output);
        Dictionary<string, double> bytes = json.RootElement.GetProperty("rows").EnumerateArray()
            .ToDictionary(r => r.GetProperty("strategy").GetString()!, r => r.GetProperty("samples")[0].GetProperty("bytesPerMessage").GetDouble());
        Assert.Equal(168, bytes["to-byte-array"] - bytes["write-to-span"]);
        JsonElement twin = Assert.Single(json.RootElement.GetProperty("twins").EnumerateArray());
        Assert.Equal(twin.GetProperty("first")[0].GetProperty("bytesPerMessage").GetDouble(), twin.GetProperty("second")[0].GetProperty("bytesPerMessage").GetDouble());
        Assert.Equal("[1/", error[..3]);
        Assert.False(File.Exists(lab.Workspace.Store) && (await ListAsync(lab)).Count > 0, "a matrix leaves no run");
    }

    [Fact]
    public async Task Noise_OfPlannedPairs_IsThatOfTheirSeeds()
    {
        using var lab = new TempLab();

        (_, string output, string error) = await CommandLine.RunAsync(lab.Workspace, new PlannedLauncher(), "doctor", "--noise", "--json");

        using JsonDocument json = JsonDocument.Parse(output);
        JsonElement noise = json.RootElement.GetProperty("noise");
        Assert.Equal(6, noise.GetProperty("pairs").GetInt32());
        // A planned launch is off by one part in a thousand at most, and two of a pair differ by twice that.
        JsonElement cpu = noise.GetProperty("metrics").EnumerateArray().Single(m => m.GetProperty("metric").GetString() == MetricIds.CpuUsPerMessage);
        Assert.InRange(cpu.GetProperty("deviation").GetDouble(), 1e-5, 2e-3);
        Assert.True(cpu.GetProperty("canDecide").GetBoolean());
        Assert.Contains("[7/7] pair 6 of 6", error, StringComparison.Ordinal);
    }

    private static async Task<IReadOnlyList<RunReport>> ListAsync(TempLab lab)
    {
        await using Runner.LabService service = await lab.OpenAsync();
        return await service.ListAsync(10, CancellationToken.None);
    }

    private static JsonElement Effect(JsonElement metric, string name) =>
        metric.GetProperty("effects").EnumerateArray().Single(e => e.GetProperty("effect").GetString() == name);
}
