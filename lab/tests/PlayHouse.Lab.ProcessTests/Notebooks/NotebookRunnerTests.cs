using System.Text.Json.Nodes;
using System.Xml.Linq;
using PlayHouse.Lab.Notebooks.Cells;
using PlayHouse.Lab.Notebooks.Checking;
using PlayHouse.Lab.Notebooks.Format;
using PlayHouse.Lab.Notebooks.Running;

namespace PlayHouse.Lab.Notebooks.Tests;

public sealed class NotebookRunnerTests : IAsyncLifetime
{
    // In this version of the package, what display() returns is another thing than what it shows.
    private const string Shown = "var Shown = (object v) => Microsoft.DotNet.Interactive.KernelInvocationContextExtensions.Display(Microsoft.DotNet.Interactive.KernelInvocationContext.Current, v);\n";

    private SampleLab _lab = null!;

    public async Task InitializeAsync() => _lab = await SampleLab.OpenAsync();

    public async Task DisposeAsync() => await _lab.DisposeAsync();

    [Fact]
    public async Task Run_AllCells_KeepsOutputsAsTheFileHasThem()
    {
        NotebookDocument document = Of("Console.Write(\"a\");\nConsole.WriteLine(\"b\");", Shown + "var x = Shown(\"one\");\nx.Update(\"two\");\n1 + 1", "");

        NotebookRun run = await RunAsync(document, new NotebookRunOptions());

        Assert.True(run.IsOk);
        Assert.Equal("ab\n", IpynbFile.Text(Assert.Single(document.Cells[0].Outputs)!["text"]));
        Assert.Equal(["display_data", "execute_result"], document.Cells[1].Outputs.Select(o => IpynbFile.Text(o!["output_type"])));
        Assert.Equal("two", IpynbFile.Text(document.Cells[1].Outputs[0]!["data"]!["text/plain"]));
        Assert.Equal("2", IpynbFile.Text(document.Cells[1].Outputs[1]!["data"]!["text/plain"]));
        Assert.Equal([1, 2, null], document.Cells.Select(c => c.ExecutionCount));
        Assert.Equal(IpynbFile.Write(document), IpynbFile.Write(IpynbFile.Parse(IpynbFile.Write(document))));
    }

    [Fact]
    public async Task Update_OfWhatAnEarlierCellShowed_IsExchangedThere()
    {
        NotebookDocument document = Of(Shown + "var x = Shown(\"one\");", "x.Update(\"two\");", "display(\"three\");");

        await RunAsync(document, new NotebookRunOptions());

        Assert.Equal(
            ["two", "", "three"],
            document.Cells.Select(c => string.Concat(c.Outputs.Select(o => IpynbFile.Text(o!["data"]!["text/plain"])))));
    }

    [Fact]
    public async Task Run_ACellFails_StopsThereUnlessToldToGoOn()
    {
        NotebookDocument document = Of("1", "nothing", "2");

        NotebookRun stopped = await RunAsync(document, new NotebookRunOptions());
        NotebookRun went = await RunAsync(Of("1", "nothing", "2"), new NotebookRunOptions { KeepsGoing = true });

        Assert.Equal((2, 1, false), (stopped.Cells.Count, stopped.CellsLeft, stopped.IsOk));
        Assert.Equal(("cell-2", CellErrors.CompileError), (stopped.Cells[1].Id, stopped.Cells[1].Error!.Name));
        Assert.Equal("error", IpynbFile.Text(document.Cells[1].Outputs[0]!["output_type"]));
        Assert.Equal((3, 0, false), (went.Cells.Count, went.CellsLeft, went.IsOk));
    }

    [Fact]
    public async Task Run_ACellMeantToFail_IsAsked()
    {
        NotebookDocument fails = Of("throw new Exception(\"meant\");"), ends = Of("1");
        Tag(fails, CellTags.RaisesException);
        Tag(ends, CellTags.RaisesException);

        Assert.True((await RunAsync(fails, new NotebookRunOptions())).IsOk);
        Assert.Equal("NothingRaised", (await RunAsync(ends, new NotebookRunOptions())).Cells[0].Error!.Name);
    }

    [Fact]
    public async Task Parameters_ReplaceWhatTheCellDeclares_OrAreDeclared()
    {
        Dictionary<string, string> values = new() { ["name"] = "a \"b\"", ["count"] = "3", ["on"] = "true" };
        NotebookDocument declares = Of("string name = \"x\"; int count = 1; bool on = false;", "$\"{name} {count} {on}\"");
        Tag(declares, CellTags.Parameters);
        NotebookDocument none = Of("$\"{name} {count} {on}\"");

        Assert.True((await RunAsync(declares, new NotebookRunOptions { Parameters = values })).IsOk);
        Assert.True((await RunAsync(none, new NotebookRunOptions { Parameters = values })).IsOk);
        NotebookDocument wrong = Of("int count = 1;");
        Tag(wrong, CellTags.Parameters);
        NotebookRun refused = await RunAsync(wrong, new NotebookRunOptions { Parameters = new Dictionary<string, string> { ["cuont"] = "3" } });

        Assert.All([declares.Cells[1], none.Cells[0]], c => Assert.Equal("a \"b\" 3 True", IpynbFile.Text(c.Outputs[0]!["data"]!["text/plain"])));
        Assert.Contains("cuont", refused.Cells[0].Error!.Message, StringComparison.Ordinal);
        Assert.Equal(("a", "b=c"), CellParameters.Parse("a=b=c"));
        Assert.All(["", "=1", "1a=2", "class=3", "a b=4"], t => Assert.Null(CellParameters.Parse(t)));
    }

    [Fact]
    public async Task Run_ACellOverItsTime_EndsTheRun()
    {
        NotebookRunOptions options = new() { CellTimeout = TimeSpan.FromMilliseconds(200), KeepsGoing = true };

        NotebookRun run = await RunAsync(Of("await Task.Delay(Timeout.Infinite, Lab.Cancellation);", "1"), options);

        Assert.Equal((1, 1, NotebookRunner.TimedOut), (run.Cells.Count, run.CellsLeft, run.Cells[0].Error!.Name));
    }

    [Theory]
    [InlineData("kernelspec", "language", "python", "its cells are in 'python': the lab executes C#.")]
    [InlineData("language_info", "name", "F#", "its cells are in 'F#': the lab executes C#.")]
    [InlineData("kernelspec", "language", "C#", null)]
    [InlineData("kernelspec", "language", "polyglot-notebook", null)]
    [InlineData("language_info", "name", "csharp", null)]
    public async Task Run_OfAnotherLanguage_IsRefused(string part, string name, string language, string? refusal)
    {
        NotebookDocument document = new() { Metadata = new JsonObject { [part] = new JsonObject { [name] = language } } };
        document.Cells.Add(new NotebookCell("one", CellKind.Code, "1"));

        string? problem = (await Record.ExceptionAsync(() => RunAsync(document, new NotebookRunOptions())))?.Message;

        Assert.Equal(refusal, problem);
        Assert.Equal(refusal, NotebookLanguage.Refusal(document));
        Assert.Equal(refusal is not null, NotebookLint.Of(document).Any(p => p.Text == refusal));
    }

    [Theory]
    [InlineData("polyglot_notebook", "kernelName", "fsharp", "cell 2 (two) is in 'fsharp': the lab executes C#.")]
    [InlineData("dotnet_interactive", "language", "pwsh", "cell 2 (two) is in 'pwsh': the lab executes C#.")]
    [InlineData("polyglot_notebook", "kernelName", "csharp", null)]
    [InlineData("polyglot_notebook", "other", "fsharp", null)]
    public void Refusal_NamesTheCellOfAnotherLanguage(string part, string name, string language, string? refusal)
    {
        NotebookDocument document = new();
        document.Cells.Add(new NotebookCell("one", CellKind.Code, "1"));
        document.Cells.Add(new NotebookCell("two", CellKind.Code, "2") { Metadata = new JsonObject { [part] = new JsonObject { [name] = language } } });

        Assert.Equal(refusal, NotebookLanguage.Refusal(document));
    }

    [Fact]
    public async Task Run_InterruptedFromOutside_Throws()
    {
        using CancellationTokenSource interrupt = new();
        NotebookRunner runner = new(_lab.Api, text => interrupt.Cancel());

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => runner.RunAsync(
            Of("Console.Write(\"here\");\nawait Task.Delay(Timeout.Infinite, Lab.Cancellation);"), new NotebookRunOptions(), interrupt.Token));
    }

    [Fact]
    public async Task Run_MoreOutputThanACellKeeps_IsCutAndSaid()
    {
        NotebookDocument document = Of($"for (int i = 0; i < 12; i++) Console.Write(new string('x', {OutputWriter.CharactersMax / 10}));");

        await RunAsync(document, new NotebookRunOptions());

        string[] texts = [.. document.Cells[0].Outputs.Select(o => IpynbFile.Text(o!["text"])!)];
        Assert.Equal(OutputWriter.CharactersMax, texts[0].Length);
        Assert.Contains("2,000,000 characters more", texts[1], StringComparison.Ordinal);
    }

    [Fact]
    public async Task JUnit_OfRuns_IsWellFormedAndCountsThem()
    {
        NotebookRun run = await RunAsync(Of("1", "throw new Exception(\"<\\u0001&>\");", "2"), new NotebookRunOptions());

        XElement suite = XDocument.Parse(JUnitXml.Of([("a<b.ipynb", run)])).Root!.Element("testsuite")!;

        Assert.Equal(("3", "1", "1"), ((string)suite.Attribute("tests")!, (string)suite.Attribute("failures")!, (string)suite.Attribute("skipped")!));
        Assert.Equal(2, suite.Elements("testcase").Count());
        Assert.Equal("<�&>", (string)suite.Descendants("failure").Single().Attribute("message")!);
    }

    private Task<NotebookRun> RunAsync(NotebookDocument document, NotebookRunOptions options) =>
        new NotebookRunner(_lab.Api, static _ => { }).RunAsync(document, options, CancellationToken.None);

    private static NotebookDocument Of(params string[] cells)
    {
        NotebookDocument document = new();
        document.Cells.AddRange(cells.Select((c, i) => new NotebookCell($"cell-{i + 1}", CellKind.Code, c)));
        return document;
    }

    private static void Tag(NotebookDocument document, string tag) => document.Cells[0].Metadata["tags"] = new System.Text.Json.Nodes.JsonArray(tag);
}
