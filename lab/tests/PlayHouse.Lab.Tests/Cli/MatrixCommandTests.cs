using System.Text.Json;
using PlayHouse.Lab.Cli.Tests.Fakes;
using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Matrix;
using PlayHouse.Lab.Runner;

namespace PlayHouse.Lab.Cli.Tests;

public sealed class MatrixCommandTests : IDisposable
{
    private readonly CliRig _rig = new();

    public void Dispose() => _rig.Dispose();

    [Fact]
    public async Task Matrix_Options_ReachTheLab()
    {
        _rig.Service.Matrix = Result();

        Assert.Equal(0, await _rig.RunAsync("matrix", "mailbox", "lock", "--scenario", "c2s-echo", "--rounds", "3", "--window", "1.5", "--warmup", "0.5", "--seed", "7"));

        MatrixOptions asked = _rig.Service.MatrixAsked!;
        Assert.Equal(["mailbox", "lock"], asked.Seams);
        Assert.Equal(("c2s-echo", 3, 1.5, 0.5, (ulong?)7), (asked.Scenario, asked.Rounds, asked.WindowSeconds, asked.WarmupSeconds, asked.Seed));
    }

    [Fact]
    public async Task Matrix_Text_NamesEveryRowItsRangeItsTwinAndWhatIsWrong()
    {
        _rig.Service.Matrix = Result();

        Assert.Equal(0, await _rig.RunAsync("matrix"));

        string[] lines = _rig.Out.Split('\n');
        Assert.Contains(lines, l => l.Contains("* to-byte-array", StringComparison.Ordinal) && l.Contains("288.0", StringComparison.Ordinal));
        Assert.Contains(lines, l => l.Contains("write-to-span", StringComparison.Ordinal) && l.Contains("121.0 (120.0–122.0)", StringComparison.Ordinal));
        Assert.Contains(lines, l => l.Contains("A'", StringComparison.Ordinal) && l.Contains("288.0", StringComparison.Ordinal));
        string all = string.Join(' ', lines);
        Assert.Contains("write-to-span: not proved to run; 1 launch failed: the target left", all, StringComparison.Ordinal);
        Assert.Contains("seed 5", all, StringComparison.Ordinal);
        Assert.Contains("[1/1] round 1", _rig.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Matrix_Interrupted_PrintsWhatThereIsAndExits130()
    {
        _rig.Service.Matrix = Result() with { IsComplete = false };

        Assert.Equal(130, await _rig.RunAsync("matrix"));
        Assert.Contains("INTERRUPTED", _rig.Out, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Matrix_JsonAndMarkdown_CarryTheSameFigures()
    {
        _rig.Service.Matrix = Result();
        string page = Path.Combine(_rig.Root, "page.md");

        Assert.Equal(0, await _rig.RunAsync("matrix", "--json", "--markdown", page));

        using JsonDocument json = JsonDocument.Parse(_rig.Out);
        Assert.Equal("playhouse-lab/matrix/1", json.RootElement.GetProperty("schema").GetString());
        JsonElement row = json.RootElement.GetProperty("rows")[1];
        Assert.Equal("write-to-span", row.GetProperty("strategy").GetString());
        Assert.Equal(122, row.GetProperty("samples")[1].GetProperty("bytesPerMessage").GetDouble());
        Assert.Contains("| write-to-span | 121.0 (120.0–122.0) |", await File.ReadAllTextAsync(page), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("--rounds", "0")]
    [InlineData("--rounds", "101")]
    [InlineData("--window", "0.4")]
    [InlineData("--warmup", "601")]
    [InlineData("--seed", "x")]
    public async Task Matrix_OptionOutOfRange_IsBadInput(string option, string value)
    {
        Assert.Equal(2, await _rig.RunAsync("matrix", option, value));
        Assert.Contains(option, _rig.Error, StringComparison.Ordinal);
        Assert.Null(_rig.Service.MatrixAsked);
    }

    [Fact]
    public async Task Matrix_PageThatCannotBeWritten_IsBadInputAfterTheResult()
    {
        _rig.Service.Matrix = Result();

        Assert.Equal(2, await _rig.RunAsync("matrix", "--markdown", Path.Combine(_rig.Root, "no-folder", "page.md")));

        Assert.Contains("write-to-span", _rig.Out, StringComparison.Ordinal);
        Assert.Contains("cannot be written", _rig.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Matrix_LabRefuses_IsBadInput()
    {
        _rig.Service.Failure = new LabInputException(["There is no seam 'x'."]);

        Assert.Equal(2, await _rig.RunAsync("matrix", "x"));
        Assert.Contains("There is no seam 'x'.", _rig.Error, StringComparison.Ordinal);
    }

    private static MatrixResult Result() => new()
    {
        Rows =
        [
            Row("to-byte-array", true, Sample(288), Sample(288)),
            Row("write-to-span", false, Sample(120, hits: 0.1), Sample(122)) with { Failures = ["the target left"] },
        ],
        Twins = [new MatrixTwin("c2s-proto-echo", new Dictionary<string, string>(), [Sample(288, double.NaN)], [Sample(288, double.NaN)])],
        Load = new LoadSpec(),
        Rounds = 2,
        WarmupSeconds = 1,
        WindowSeconds = 2,
        Seed = 5,
        IsComplete = true,
    };

    private static MatrixRow Row(string strategy, bool isDefault, params MatrixSample[] samples) => new()
    {
        Seam = "reply-codec",
        Strategy = strategy,
        Scenario = "c2s-proto-echo",
        Beside = new Dictionary<string, string>(),
        IsDefault = isDefault,
        MinHitsPerMessage = 0.9,
        Samples = samples,
        Failures = [],
    };

    private static MatrixSample Sample(double bytes, double hits = 1) => new(bytes, 3, 0.1, 0.1, hits, 1000);
}
