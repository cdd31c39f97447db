using System.Collections.Concurrent;
using System.Threading.Channels;
using PlayHouse.Lab.Notebooks.Cells;
using PlayHouse.Lab.Notebooks.Display;

namespace PlayHouse.Lab.Notebooks.Tests;

/// <summary>Cells against the real compiler and a real store.</summary>
public sealed class CellSessionTests : IAsyncLifetime
{
    private readonly Heard _heard = new();
    private SampleLab _lab = null!;
    private CellSession _session = null!;

    public async Task InitializeAsync()
    {
        _lab = await SampleLab.OpenAsync();
        _session = await CellSession.StartAsync(_lab.Api);
    }

    public async Task DisposeAsync()
    {
        _session.Dispose();
        await _lab.DisposeAsync();
    }

    [Fact]
    public async Task Cells_OneAfterTheOther_SeeWhatEarlierOnesDeclared()
    {
        await OkAsync("int Twice(int n) => 2 * n;\nrecord Point(int X, int Y);\nvar n = 20;");
        await FailedAsync("var broken = ;");
        await FailedAsync("throw new InvalidOperationException(\"on purpose\");");

        Assert.Equal("42", (await OkAsync("Twice(n) + 2"))!.Plain);
        Assert.Contains("X = 1", (await OkAsync("new Point(1, 2).ToString()"))!.Plain, StringComparison.Ordinal);
        Assert.Equal("text", (await OkAsync("string n = \"text\"; n"))!.Plain);
        Assert.Null(await OkAsync("n = \"other\";"));
        Assert.Equal("3", (await OkAsync("await Task.FromResult(3)"))!.Plain);
    }

    [Fact]
    public async Task Errors_NameTheLineOfTheCell()
    {
        CellError compile = await FailedAsync("var a = 1;\nvar b = nothing;");
        CellError thrown = await FailedAsync("var c = 1;\n\nthrow new FormatException(\"on purpose\");");
        CellError below = await FailedAsync("void Deep()\n{\n    throw new FormatException();\n}\n\nDeep();");
        CellError lab = await FailedAsync("Lab.Show(\"r-none\")");

        Assert.Equal((CellErrors.CompileError, 2), (compile.Name, compile.Line));
        Assert.Contains("nothing", compile.Message, StringComparison.Ordinal);
        Assert.Equal(("FormatException", "on purpose", 3), (thrown.Name, thrown.Message, thrown.Line));
        Assert.Equal(3, below.Line);
        Assert.Contains("plab list", lab.Message, StringComparison.Ordinal);
        Assert.DoesNotContain(lab.Trace, t => t.Contains(".cs:line", StringComparison.Ordinal));
    }

    [Fact]
    public async Task Console_OfACellAndItsTasks_GoesToTheCell()
    {
        await OkAsync("Console.WriteLine(\"out\");\nConsole.Error.Write(\"err\");\nawait Task.Run(() => Console.Write($\"{1.5}\"));");

        Assert.Equal([(false, "out\n"), (true, "err"), (false, "1.5")], _heard.Written);
    }

    [Fact]
    public async Task Interrupt_OfACellThatPassesItsToken_EndsIt()
    {
        using CancellationTokenSource interrupt = new();
        Task<CellResult> cell = _session.ExecuteAsync("Console.Write(\"waiting\");\nawait Task.Delay(Timeout.Infinite, Lab.Cancellation);", "cell[1]", _heard, interrupt.Token);
        await _heard.WaitForAsync("waiting");

        await interrupt.CancelAsync();

        Assert.Equal(CellErrors.Interrupted, (await cell.WaitAsync(TimeSpan.FromSeconds(60))).Error!.Name);
        Assert.Equal("4", (await OkAsync("2 + 2"))!.Plain);
    }

    [Theory]
    [InlineData("#r \"nuget: Newtonsoft.Json\"", "packages are not downloaded")]
    [InlineData("var a = 1;\n#r \"nuget: Newtonsoft.Json\"", "packages are not downloaded")]
    [InlineData("#!lab frobnicate", "'#!lab frobnicate' is not known")]
    [InlineData("var a = 1;\n#!lab runs --top 3", "it is written: #!lab runs")]
    public async Task Lines_ThatAreNoCells_AreRefusedWithWhatToDo(string source, string reason)
    {
        CellError error = await FailedAsync(source);

        Assert.Contains(reason, error.Message, StringComparison.Ordinal);
        Assert.Equal(source.Split('\n').Length, error.Line);
    }

    [Theory]
    [InlineData("#!fsharp", "fsharp")]
    [InlineData("#!lab show", "--run")]
    [InlineData("#!lab hotspots r-1 --top many", "--top takes a number")]
    [InlineData("#!lab decide keep", "--because")]
    public async Task Directives_ThatAreWrong_SayWhat(string source, string reason) =>
        Assert.Contains(reason, (await FailedAsync(source)).Message, StringComparison.Ordinal);

    [Fact]
    public async Task Magics_ShowWhatTheCallShows()
    {
        string run = _lab.Runs[0].Run.Id;

        await OkAsync($"#!csharp\n#!lab runs\n#!lab show {run}\n#!lab compare \"{run}\"\n#!lab chart {run} --name forest\n#!lab help\n#!lab hotspots {run} --top 3\n#!lab flame {run} --arm candidate\n"
            + $"#!lab flame {run} --diff baseline\n#!lab decide keep --because \"it saves a copy\"");

        Assert.Equal(9, _heard.Shown.Count);
        Assert.Contains(run, _heard.Shown[0].Plain, StringComparison.Ordinal);
        Assert.Equal(_lab.Api.Show(run).ToDisplay().Plain, _heard.Shown[1].Plain);
        Assert.Contains("<svg", _heard.Shown[3].Forms[DisplayData.Svg], StringComparison.Ordinal);
        Assert.Contains("#!lab compare", _heard.Shown[4].Plain, StringComparison.Ordinal);
        Assert.Contains("baseline of " + run, _heard.Shown[5].Plain, StringComparison.Ordinal);
        Assert.Contains("<svg", _heard.Shown[6].Forms[DisplayData.Svg], StringComparison.Ordinal);
        Assert.Contains("what is allocated differently", _heard.Shown[7].Forms[DisplayData.Svg], StringComparison.Ordinal);
        Assert.Contains("> it saves a copy", _heard.Shown[8].Plain, StringComparison.Ordinal);
        Assert.Contains(run, _heard.Shown[8].Plain, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Values_ShowAsTheyAreRead()
    {
        Assert.Equal("1.5", (await OkAsync("1.5"))!.Plain);
        Assert.Null(await OkAsync("(string)null"));
        Assert.Equal("(empty)", (await OkAsync("new int[0]"))!.Plain);
        Assert.Equal("1\n2", (await OkAsync("new[] { 1, 2 }"))!.Plain);
        DisplayData table = (await OkAsync("new[] { new { Name = \"<b>\", Bytes = 12 }, new { Name = \"c\", Bytes = 3 } }"))!;
        Assert.Equal("Name  Bytes\n<b>   12\nc     3", table.Plain);
        Assert.Contains("&lt;b&gt;", table.Forms[DisplayData.Html], StringComparison.Ordinal);
        Assert.DoesNotContain("<b>", table.Forms[DisplayData.Html], StringComparison.Ordinal);
        Assert.Contains("not yet settled", (await OkAsync("Lab.Claim(\"a claim of no seed\")"))!.Plain, StringComparison.Ordinal);
    }

    [Fact]
    public void Check_FindsWhatTheCompilerFinds_AndRunsNothing()
    {
        IReadOnlyList<CellError?> found = CellCompiler.Check(
            [("var n = 1;", "cell[1]"), ("n++; var more = 1;", "cell[2]"), ("m++;", "cell[3]"), ("#!lab runs\nmore++;\ndisplay(Lab.Runs());", "cell[4]"), ("throw new Exception();", "cell[5]"), ("\n#r \"nuget: X\"", "cell[6]")],
            _lab.Folder);

        Assert.Equal([null, null, 1, null, null, 2], found.Select(f => f?.Line));
    }

    private async Task<DisplayData?> OkAsync(string source)
    {
        CellResult result = await _session.ExecuteAsync(source, "cell[1]", _heard, CancellationToken.None);
        Assert.True(result.IsOk, string.Join('\n', result.Error?.Trace ?? []));
        return result.Value;
    }

    private async Task<CellError> FailedAsync(string source)
    {
        CellResult result = await _session.ExecuteAsync(source, "cell[1]", _heard, CancellationToken.None);
        Assert.NotNull(result.Error);
        return result.Error;
    }

    private sealed class Heard : ICellOutput
    {
        private readonly ConcurrentQueue<(bool, string)> _written = new();
        private readonly Channel<string> _more = Channel.CreateUnbounded<string>();

        public IEnumerable<(bool IsError, string Text)> Written => _written;

        public List<DisplayData> Shown { get; } = [];

        public void Write(bool isError, string text)
        {
            _written.Enqueue((isError, text));
            _more.Writer.TryWrite(text);
        }

        public void Show(DisplayData data, string? id) => Shown.Add(data);

        public void Update(DisplayData data, string id) => Shown.Add(data);

        public async Task WaitForAsync(string text)
        {
            while (await _more.Reader.ReadAsync().AsTask().WaitAsync(TimeSpan.FromSeconds(60)) != text)
            {
            }
        }
    }
}
