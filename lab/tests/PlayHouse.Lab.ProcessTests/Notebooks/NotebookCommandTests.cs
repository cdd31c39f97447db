using System.Text.Json.Nodes;
using System.Xml.Linq;
using PlayHouse.Lab.Notebooks.Format;

namespace PlayHouse.Lab.Notebooks.Tests;

/// <summary>The commands as a user types them, in a workspace without runs unless a test unpacks one.</summary>
public sealed class NotebookCommandTests : IDisposable
{
    private const string Codec = "001-reply-codec";
    private readonly CommandFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Run_OfANotebookThatFails_ShowsTheCellAndChangesNothing()
    {
        string file = _folder.Save("a.ipynb", "int n = 1;", "n++;\nint half = n / (n - 2);", "n");
        string before = await File.ReadAllTextAsync(file), junit = _folder.PathOf("a.xml");

        (int code, string shown, _) = await _folder.PlabAsync("notebook", "run", file, "--junit", junit);

        Assert.Equal(5, code);
        Assert.Contains("1 cell of 3 failed, 1 not run", shown, StringComparison.Ordinal);
        Assert.Contains("cell 2 (cell-b), line 2: ", shown, StringComparison.Ordinal);
        Assert.Contains(">   2 | int half = n / (n - 2);", shown, StringComparison.Ordinal);
        Assert.Equal(before, await File.ReadAllTextAsync(file));
        XElement suite = XDocument.Load(junit).Root!.Element("testsuite")!;
        Assert.Equal(("3", "1", "1"), ((string)suite.Attribute("tests")!, (string)suite.Attribute("failures")!, (string)suite.Attribute("skipped")!));
    }

    [Fact]
    public async Task Run_WithAValueOfOnesOwn_GoesIntoAnotherFile()
    {
        string file = _folder.Save("b.ipynb", "int n = 1;", "n * 2"), other = _folder.PathOf("c.ipynb"), before = await File.ReadAllTextAsync(file);
        (int code, string shown, string said) = await _folder.PlabAsync("notebook", "run", file, "--param", "n=21", "--out", other, "--json");

        Assert.Equal(0, code);
        JsonNode json = JsonNode.Parse(shown)!;
        Assert.Equal(("playhouse-lab/notebook-run/1", true, 2), ((string)json["schema"]!, (bool)json["notebooks"]![0]!["ok"]!, json["notebooks"]![0]!["cells"]!.AsArray().Count));
        Assert.Contains("recorded runs", said, StringComparison.Ordinal);
        Assert.Equal(before, await File.ReadAllTextAsync(file));
        Assert.Equal("2", IpynbFile.Text(NotebookDocument.Load(other).Cells[1].Outputs[0]!["data"]!["text/plain"]));

        Assert.Equal(2, (await _folder.HereAsync("notebook", "run", file, "--param", "n")).Code);
        Assert.Equal(2, (await _folder.HereAsync("notebook", "run", _folder.PathOf("none.ipynb"))).Code);
    }

    [Fact]
    public async Task New_ForARun_IsANotebookThatChecksRunsAndExports()
    {
        string file = _folder.PathOf("result.ipynb");
        Assert.Equal(0, (await _folder.HereAsync("unpack", Path.Combine(Repository.Root, "lab", "samples", Codec + ".plabrun"))).Code);

        Assert.Equal(0, (await _folder.HereAsync("notebook", "new", file, "--compare", Codec)).Code);
        Assert.Equal(0, (await _folder.HereAsync("notebook", "check", file)).Code);
        Assert.Equal(0, (await _folder.PlabAsync("notebook", "run", file)).Code);
        Assert.Contains("KEEP", await File.ReadAllTextAsync(file), StringComparison.Ordinal);
        Assert.Equal(2, (await _folder.HereAsync("notebook", "new", file)).Code);
        Assert.Equal(2, (await _folder.HereAsync("notebook", "new", _folder.PathOf("x.ipynb"), "--compare", "999-was-never-run")).Code);
        Assert.False(File.Exists(_folder.PathOf("x.ipynb")));

        foreach ((string format, string expected) in new[] { ("html", "<!DOCTYPE html>"), ("markdown", "# " + Codec), ("ipynb", "{\n \"cells\""), ("dib", "#!markdown") })
        {
            string exported = _folder.PathOf("result." + format);
            Assert.Equal(0, (await _folder.HereAsync("notebook", "export", file, "--format", format, "--out", exported)).Code);
            Assert.StartsWith(expected, await File.ReadAllTextAsync(exported), StringComparison.Ordinal);
        }
    }

    [Fact]
    public async Task New_ForTwoArms_PutsThemSideBySide_OrRefuses()
    {
        string file = _folder.PathOf("two.dib");

        Assert.Equal(0, (await _folder.HereAsync("notebook", "new", file, "--compare", $"{Codec}:baseline", $"{Codec}:candidate")).Code);
        (int code, string shown, string said) = await _folder.HereAsync("notebook", "new", _folder.PathOf("no.ipynb"), "--compare", $"{Codec}:baseline", "002-mailbox-channel-vs-buffer-block:candidate");

        Assert.Contains($"Lab.Compare(\"{Codec}:baseline\", \"{Codec}:candidate\")", await File.ReadAllTextAsync(file), StringComparison.Ordinal);
        Assert.Equal((2, ""), (code, shown));
        Assert.Contains("The scenario differs", said, StringComparison.Ordinal);
    }
}
