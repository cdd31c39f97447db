using System.Text.Json;
using PlayHouse.Lab.Cli.Tests.Fakes;
using PlayHouse.Lab.Profiling.Frames;
using PlayHouse.Lab.Profiling.Stacks;
using PlayHouse.Lab.Runner;

namespace PlayHouse.Lab.Cli.Tests;

/// <summary><c>plab hotspots</c> and <c>plab export</c>.</summary>
public sealed class AllocationCommandTests : IDisposable
{
    private readonly CliRig _rig = new();

    public AllocationCommandTests() => _rig.Service.Stacks = SampleStacks.Arms;

    public void Dispose() => _rig.Dispose();

    [Theory]
    [InlineData("hotspots-sites.txt")]
    [InlineData("hotspots-types.txt", "--by", "types", "--arm", "baseline")]
    [InlineData("hotspots-methods.txt", "--by", "methods", "--arm", "candidate")]
    [InlineData("hotspots-tree.txt", "--by", "tree", "--arm", "baseline")]
    [InlineData("hotspots-tree-top.txt", "--by", "tree", "--arm", "baseline", "--top", "5")]
    [InlineData("hotspots-tree-framework.txt", "--by", "tree", "--arm", "candidate", "--framework", "one", "--group", "Game.Rooms.*->rooms")]
    [InlineData("hotspots-callers.txt", "--by", "callers", "--arm", "baseline", "--top", "4")]
    [InlineData("hotspots-callers-focus.txt", "--by", "callers", "--arm", "baseline", "--focus", "Room.Visit")]
    [InlineData("hotspots-callees-focus.txt", "--by", "callees", "--arm", "baseline", "--focus", "Stage.Dispatch", "--fold", "Room.*")]
    [InlineData("hotspots-focus.txt", "--focus", "Room.Join", "--arm", "baseline")]
    [InlineData("hotspots-flame.txt", "--flame", "--arm", "candidate")]
    [InlineData("hotspots.csv", "--csv", "--arm", "candidate")]
    [InlineData("hotspots.json", "--json", "--arm", "candidate", "--by", "tree", "--top", "6")]
    public async Task Hotspots_OfARun_LooksAsItShould(string golden, params string[] arguments)
    {
        int code = await _rig.RunAsync(["hotspots", "r-20250101-1", .. arguments]);

        Assert.Equal((0, ""), (code, _rig.Error));
        // The file of a version control system has one kind of line end; comma-separated values end in another.
        GoldenText.Check(golden, _rig.Out.ReplaceLineEndings("\n"));
        if (golden.EndsWith(".txt", StringComparison.Ordinal))
            Assert.All(_rig.Out.Split('\n'), line => Assert.InRange(Reporting.PlainText.Columns(line), 0, 80));
    }

    [Theory]
    [InlineData(40)]
    [InlineData(57)]
    [InlineData(160)]
    public async Task Hotspots_AnyWidth_FitsIt(int width)
    {
        foreach (string[] view in (string[][])[["--by", "sites"], ["--by", "methods"], ["--by", "tree"], ["--by", "callers"], ["--flame"]])
        {
            using StringWriter output = new();
            CommandContext narrow = new()
            {
                Console = new CliConsole { Out = output, Error = TextWriter.Null, Width = width },
                Services = _rig.Context.Services,
                Workspace = _rig.Context.Workspace,
            };
            Assert.Equal(0, await new LabCommandLine(narrow).RunAsync(["hotspots", "r-1", .. view]));
            Assert.All(output.ToString().Split('\n'), line => Assert.True(Reporting.PlainText.Columns(line) <= width, line));
        }
    }

    [Theory]
    [InlineData("has no arm 'other'. Arms: baseline, candidate.", "--arm", "other")]
    [InlineData("Methods that contain it: Game.Stages.Stage.Dispatch.", "--focus", "dispatc")]
    [InlineData("Did you mean 'Encode'?", "--focus", "Encodes")]
    [InlineData("plab hotspots SOURCE --by methods lists them.", "--focus", "Zzzzzzzzzzzz")]
    [InlineData("at character 2", "--fold", "/*/")]
    [InlineData("has no '->'", "--group", "a*")]
    [InlineData("needs --focus METHOD", "--by", "callees")]
    [InlineData("exclude each other", "--json", "--csv")]
    [InlineData("--flame draws the tree", "--flame", "--by", "types")]
    [InlineData("--top takes a whole number", "--top", "-1")]
    [InlineData("bogus", "--by", "bogus")]
    public async Task Hotspots_BadInput_SaysWhatToDo(string said, params string[] arguments)
    {
        Assert.Equal(2, await _rig.RunAsync(["hotspots", "r-20250101-1", .. arguments]));
        Assert.Equal("", _rig.Out);
        Assert.Contains(said, _rig.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Hotspots_RunWithoutStacks_PassesTheReasonOn()
    {
        _rig.Service.Failure = new LabInputException(["Run r-1 has no usable trace: no diagnostic launch was made."]);

        Assert.Equal(2, await _rig.RunAsync("hotspots", "r-1"));
        Assert.Contains("no diagnostic launch was made", _rig.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Hotspots_StacksFile_NeedsNoRun()
    {
        string file = Save(SampleStacks.Arms[0]);

        Assert.Equal(0, await _rig.RunAsync("hotspots", file));
        Assert.StartsWith("baseline of a.stacks: 1 trace, 600 samples, 250,000 messages.", _rig.Out, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Hotspots_InvalidTrace_IsRefusedUnlessAskedForAndThenMarkedEverywhere()
    {
        string file = Save(SampleStacks.Arms[0] with { Invalid = ["7 events were lost"] });

        Assert.Equal(2, await _rig.RunAsync("hotspots", file));
        Assert.Contains("may not be used: 7 events were lost. --anyway", _rig.Error, StringComparison.Ordinal);
        Assert.Equal("", _rig.Out);
        foreach (string[] form in (string[][])[["--by", "sites"], ["--flame"], ["--csv"], ["--json"]])
        {
            using CliRig rig = new();
            Assert.Equal(0, await rig.RunAsync(["hotspots", file, "--anyway", .. form]));
            Assert.Contains("7 events were lost", rig.Out, StringComparison.Ordinal);
        }
    }

    [Theory]
    [InlineData("none.stacks")]
    [InlineData("none.nettrace")]
    public async Task Hotspots_FileThatIsNotThere_IsBadInput(string name)
    {
        Assert.Equal(2, await _rig.RunAsync("hotspots", Path.Combine(_rig.Root, name)));
        Assert.Contains("There is no", _rig.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Hotspots_FileOfSomethingElse_IsBadInput()
    {
        string file = Path.Combine(_rig.Root, "notes.txt");
        await File.WriteAllTextAsync(file, "hello");

        Assert.Equal(2, await _rig.RunAsync("hotspots", file));
        Assert.Contains("notes.txt", _rig.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Hotspots_HostileNames_PrintNoControlCodes()
    {
        var builder = new AllocationStacksBuilder();
        builder.Add(builder.Stack([new StackFrame("A\u001b[2J.B", "M", FrameKind.Program, "F\u0007.cs:1")]), builder.Type("T\u202e"), 100);
        _rig.Service.Stacks = [builder.Build() with { Arm = "a\u001b]0;x\u0007", Messages = 5 }];
        foreach (string by in (string[])["sites", "types", "methods", "tree", "callers"])
            Assert.Equal(0, await _rig.RunAsync("hotspots", "r-1", "--by", by));
        Assert.Equal(0, await _rig.RunAsync("hotspots", "r-1", "--flame"));

        Assert.DoesNotContain(_rig.Out, c => (char.IsControl(c) && c != '\n') || c == '\u202e');
    }

    [Fact]
    public async Task Json_OfEveryView_IsOneDocumentWithIntervals()
    {
        foreach (string by in (string[])["sites", "types", "methods", "tree", "callers"])
        {
            using CliRig rig = new();
            rig.Service.Stacks = SampleStacks.Arms;
            Assert.Equal(0, await rig.RunAsync("hotspots", "r-1", "--json", "--by", by));
            using JsonDocument document = JsonDocument.Parse(rig.Out);
            JsonElement view = document.RootElement.GetProperty("views")[0];
            Assert.Equal(("playhouse-lab/hotspots/1", by, "message"), (document.RootElement.GetProperty("schema").GetString(),
                document.RootElement.GetProperty("by").GetString(), view.GetProperty("per").GetString()));
            JsonElement first = view.GetProperty(by is "tree" or "callers" ? "nodes" : "rows")[0].GetProperty("total");
            Assert.True(first.GetProperty("low").GetDouble() < first.GetProperty("bytes").GetDouble());
        }
    }

    [Theory]
    [InlineData("speedscope", "Open it: npx speedscope")]
    [InlineData("folded", "Wrote")]
    [InlineData("pprof", "Open it: go tool pprof")]
    [InlineData("csv", "Wrote")]
    [InlineData("json", "Wrote")]
    public async Task Export_EveryFormat_WritesAFile(string format, string said)
    {
        string file = Path.Combine(_rig.Root, "out");

        Assert.Equal(0, await _rig.RunAsync("export", "r-1", "--format", format, "--out", file));
        Assert.Contains(said, _rig.Out, StringComparison.Ordinal);
        Assert.Contains("3 traces, 1,457 samples.", _rig.Out, StringComparison.Ordinal);
        Assert.True(new FileInfo(file).Length > 100);
        Assert.Single(Directory.GetFiles(_rig.Root));
    }

    [Fact]
    public async Task Export_Json_SaysWhatWasWritten()
    {
        string file = Path.Combine(_rig.Root, "out");

        Assert.Equal(0, await _rig.RunAsync("export", "r-1", "--format", "csv", "--out", file, "--arm", "candidate", "--json"));
        using JsonDocument document = JsonDocument.Parse(_rig.Out);
        Assert.Equal(("playhouse-lab/export/1", "csv", 1, new FileInfo(file).Length), (document.RootElement.GetProperty("schema").GetString(),
            document.RootElement.GetProperty("format").GetString(), document.RootElement.GetProperty("traces").GetInt32(), document.RootElement.GetProperty("bytes").GetInt64()));
    }

    [Theory]
    [InlineData("--format", "speedscope", "--out", "/nowhere/at/all")]
    [InlineData("--format", "gif", "--out", "x")]
    [InlineData("--format", "csv")]
    public async Task Export_BadInput_WritesNothing(params string[] arguments)
    {
        Assert.Equal(2, await _rig.RunAsync(["export", "r-1", .. arguments]));
        Assert.Equal("", _rig.Out);
        Assert.StartsWith("plab: ", _rig.Error, StringComparison.Ordinal);
    }

    private string Save(AllocationStacks stacks)
    {
        string file = Path.Combine(_rig.Root, "a.stacks");
        AllocationStacksFile.Write(file, stacks);
        return file;
    }
}
