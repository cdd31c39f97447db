using System.Diagnostics;
using System.Text.Json.Nodes;
using System.Xml.Linq;
using PlayHouse.Lab.Notebooks.Format;
using PlayHouse.Lab.Notebooks.Tests.Kernel;

namespace PlayHouse.Lab.Notebooks.Tests;

/// <summary>The commands as a user types them: a process of its own in a workspace without runs.</summary>
public sealed class NotebookCommandTests : IDisposable
{
    private const string Codec = "001-reply-codec";
    private readonly string _folder = Directory.CreateTempSubdirectory("plab-notebook-cli-").FullName;

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Fact]
    public async Task Run_OfANotebookThatFails_ShowsTheCellAndChangesNothing()
    {
        string file = Save("a.ipynb", "int n = 1;", "n++;\nint half = n / (n - 2);", "n");
        string before = await File.ReadAllTextAsync(file), junit = PathOf("a.xml");

        (int code, string shown, _) = await PlabAsync("notebook", "run", file, "--junit", junit);

        Assert.Equal(5, code);
        Assert.Contains("1 cell of 3 failed, 1 not run", shown, StringComparison.Ordinal);
        Assert.Contains("cell 2 (cell-2), line 2: ", shown, StringComparison.Ordinal);
        Assert.Contains(">   2 | int half = n / (n - 2);", shown, StringComparison.Ordinal);
        Assert.Equal(before, await File.ReadAllTextAsync(file));
        XElement suite = XDocument.Load(junit).Root!.Element("testsuite")!;
        Assert.Equal(("3", "1", "1"), ((string)suite.Attribute("tests")!, (string)suite.Attribute("failures")!, (string)suite.Attribute("skipped")!));

        Assert.Equal(5, (await PlabAsync("notebook", "run", file, "--keep-going")).Code);
        NotebookDocument went = NotebookDocument.Load(file);
        Assert.Equal("error", IpynbFile.Text(went.Cells[1].Outputs[0]!["output_type"]));
        Assert.Equal("2", IpynbFile.Text(went.Cells[2].Outputs[0]!["data"]!["text/plain"]));
        Assert.Equal(5, (await PlabAsync("notebook", "check", file)).Code);
    }

    [Fact]
    public async Task Run_WithAValueOfOnesOwn_GoesIntoAnotherFile()
    {
        string file = Save("b.ipynb", "int n = 1;", "n * 2"), other = PathOf("c.ipynb"), before = await File.ReadAllTextAsync(file);
        (int code, string shown, string said) = await PlabAsync("notebook", "run", file, "--param", "n=21", "--out", other, "--json");

        Assert.Equal(0, code);
        JsonNode json = JsonNode.Parse(shown)!;
        Assert.Equal(("playhouse-lab/notebook-run/1", true, 2), ((string)json["schema"]!, (bool)json["notebooks"]![0]!["ok"]!, json["notebooks"]![0]!["cells"]!.AsArray().Count));
        Assert.Contains("recorded runs", said, StringComparison.Ordinal);
        Assert.Equal(before, await File.ReadAllTextAsync(file));
        Assert.Equal("2", IpynbFile.Text(NotebookDocument.Load(other).Cells[1].Outputs[0]!["data"]!["text/plain"]));

        Assert.Equal(2, (await PlabAsync("notebook", "run", file, "--param", "n")).Code);
        Assert.Equal(2, (await PlabAsync("notebook", "run", PathOf("none.ipynb"))).Code);
    }

    [Fact]
    public async Task New_ForARun_IsANotebookThatChecksRunsAndExports()
    {
        string file = PathOf("result.ipynb");

        Assert.Equal(0, (await PlabAsync("notebook", "new", file, "--compare", Codec)).Code);
        Assert.Equal(0, (await PlabAsync("notebook", "check", file)).Code);
        Assert.Equal(0, (await PlabAsync("notebook", "run", file)).Code);
        Assert.Contains("KEEP", await File.ReadAllTextAsync(file), StringComparison.Ordinal);
        Assert.Equal(2, (await PlabAsync("notebook", "new", file)).Code);
        Assert.Equal(2, (await PlabAsync("notebook", "new", PathOf("x.ipynb"), "--compare", "999-nobody-ran-it")).Code);
        Assert.False(File.Exists(PathOf("x.ipynb")));

        foreach ((string format, string expected) in new[] { ("html", "<!DOCTYPE html>"), ("markdown", "# " + Codec), ("ipynb", "{\n \"cells\""), ("dib", "#!markdown") })
        {
            string exported = PathOf("result." + format);
            Assert.Equal(0, (await PlabAsync("notebook", "export", file, "--format", format, "--out", exported)).Code);
            Assert.StartsWith(expected, await File.ReadAllTextAsync(exported), StringComparison.Ordinal);
        }
    }

    [Fact]
    public async Task New_ForTwoArms_PutsThemSideBySide_OrRefuses()
    {
        string file = PathOf("two.dib");

        Assert.Equal(0, (await PlabAsync("notebook", "new", file, "--compare", $"{Codec}:baseline", $"{Codec}:candidate")).Code);
        (int code, string shown, string said) = await PlabAsync("notebook", "new", PathOf("no.ipynb"), "--compare", $"{Codec}:baseline", "002-mailbox-channel-vs-buffer-block:candidate");

        Assert.Contains($"Lab.Compare(\"{Codec}:baseline\", \"{Codec}:candidate\")", await File.ReadAllTextAsync(file), StringComparison.Ordinal);
        Assert.Equal((2, ""), (code, shown));
        Assert.Contains("The scenario differs", said, StringComparison.Ordinal);
    }

    private string PathOf(string name) => Path.Combine(_folder, name);

    private string Save(string name, params string[] cells)
    {
        NotebookDocument document = new() { Metadata = NotebookMetadata.New() };
        document.Cells.AddRange(cells.Select((c, i) => new NotebookCell($"cell-{i + 1}", CellKind.Code, c)));
        document.Save(PathOf(name));
        return PathOf(name);
    }

    private async Task<(int Code, string Shown, string Said)> PlabAsync(params string[] arguments)
    {
        using Process process = KernelProcess.Start(_folder, arguments);
        Task<string> shown = process.StandardOutput.ReadToEndAsync(), said = process.StandardError.ReadToEndAsync();
        using CancellationTokenSource deadline = new(TimeSpan.FromMinutes(3));
        await process.WaitForExitAsync(deadline.Token);
        return (process.ExitCode, await shown, await said);
    }
}
