using System.Text.Json.Nodes;
using PlayHouse.Lab.Notebooks.Checking;
using PlayHouse.Lab.Notebooks.Format;
using PlayHouse.Lab.Notebooks.Workspace;
using PlayHouse.Lab.Runner;
using PlayHouse.Lab.Runner.Workspace;

namespace PlayHouse.Lab.Notebooks.Tests;

public sealed class NotebookFolderTests : IDisposable
{
    private readonly LabWorkspace _workspace = new(Directory.CreateTempSubdirectory("plab-folder-").FullName);

    public NotebookFolderTests() => Directory.CreateDirectory(_workspace.Notebooks);

    public void Dispose() => Directory.Delete(_workspace.Root, recursive: true);

    [Fact]
    public void List_OfAFolder_SaysWhatIsInEachFileOrWhatIsWrongWithIt()
    {
        NotebookDocument tour = Of("var a = Lab.Show(\"001-reply-codec\");", "#!lab compare r-20250102-030405-full:baseline 002-x");
        tour.Cells.Insert(0, new NotebookCell("t", CellKind.Markdown, "## Not this\n# A tour  \n"));
        tour.Save(PathOf("tour.ipynb"));
        File.WriteAllText(PathOf("plain.dib"), "#!markdown\n\n# Plain\n\n#!csharp\n\n1\n");
        File.WriteAllText(PathOf("broken.ipynb"), "{");
        File.WriteAllText(PathOf("twice.ipynb"), """{"nbformat":4,"nbformat":4,"cells":[]}""");
        File.WriteAllText(PathOf("list.ipynb"), "[]");
        File.WriteAllText(PathOf(".hidden.ipynb"), "{}");
        File.WriteAllText(PathOf("notes.md"), "x");
        Directory.CreateDirectory(Path.Combine(_workspace.Notebooks, "folder.ipynb"));
        File.WriteAllText(Path.Combine(_workspace.Root, "outside.ipynb"), IpynbFile.Write(tour));
        File.CreateSymbolicLink(PathOf("link.ipynb"), Path.Combine(_workspace.Root, "outside.ipynb"));

        IReadOnlyList<NotebookEntry> files = NotebookFolder.List(_workspace).Files;

        Assert.Equal(["broken.ipynb", "link.ipynb", "list.ipynb", "plain.dib", "tour.ipynb", "twice.ipynb"], files.Select(f => f.Name));
        NotebookSummary summary = files[4].Summary!;
        Assert.Equal(("A tour", 3, OutputsKind.Never), (summary.Title, summary.Cells, summary.Outputs.Kind));
        Assert.Equal(["001-reply-codec", "r-20250102-030405-full", "002-x"], summary.Subjects);
        Assert.Equal("Plain", files[3].Summary!.Title);
        Assert.All(files.Where(f => f.Name is "broken.ipynb" or "twice.ipynb"), f => Assert.Contains("not JSON", f.Problem, StringComparison.Ordinal));
        Assert.Contains("link", files[1].Problem, StringComparison.Ordinal);
        Assert.All(files.Where(f => f.Problem is not null), f => Assert.DoesNotContain(_workspace.Root, f.Problem!, StringComparison.Ordinal));
    }

    [Fact]
    public void List_MoreFilesThanTheLimit_CountsTheRest()
    {
        for (int i = 0; i < NotebookFolder.FilesMax + 3; i++)
        {
            File.WriteAllText(PathOf($"n{i:000}.dib"), "1");
        }

        NotebookListing listing = NotebookFolder.List(_workspace);

        Assert.Equal((NotebookFolder.FilesMax, 3), (listing.Files.Count, listing.LeftOut));
        Assert.Throws<LabInputException>(() => NotebookFolder.Read(_workspace, $"n{NotebookFolder.FilesMax:000}.dib"));
        Assert.Equal((0, 0), (NotebookFolder.List(new LabWorkspace("/nowhere")).Files.Count, NotebookFolder.Names(new LabWorkspace("/nowhere")).Count));
    }

    [Fact]
    public void File_LargerThanTheLimit_IsNotRead()
    {
        using (FileStream file = File.Create(PathOf("large.ipynb")))
        {
            file.SetLength(NotebookFolder.BytesMax + 1L);
        }

        Assert.Contains("larger than 16 MiB", Assert.Single(NotebookFolder.List(_workspace).Files).Problem, StringComparison.Ordinal);
        Assert.Contains("larger", Assert.Throws<LabInputException>(() => NotebookFolder.Read(_workspace, "large.ipynb")).Message, StringComparison.Ordinal);
    }

    [Fact]
    public void File_ThatTheUserNames_MayBeALinkAndLarger_ButHasALimitToo()
    {
        new NotebookDocument().Save(PathOf("a.ipynb"));
        File.CreateSymbolicLink(PathOf("link.ipynb"), PathOf("a.ipynb"));
        using (FileStream file = File.Create(PathOf("large.ipynb")))
        {
            file.SetLength(NotebookDocument.FileBytesMax + 1L);
        }

        Assert.Equal(NotebookFolder.Read(new FileInfo(PathOf("a.ipynb"))).Bytes.ToArray(), NotebookFolder.ReadNamed(new FileInfo(PathOf("link.ipynb"))).Bytes.ToArray());
        Assert.Contains("a link", Assert.Throws<NotebookFormatException>(() => NotebookFolder.Read(new FileInfo(PathOf("link.ipynb")))).Message, StringComparison.Ordinal);
        new NotebookDocument { Cells = { new NotebookCell("one", CellKind.Markdown, "written") } }.Save(PathOf("link.ipynb"));
        Assert.Equal(("a.ipynb", "written"), (Path.GetFileName(new FileInfo(PathOf("link.ipynb")).LinkTarget), Assert.Single(NotebookDocument.Load(PathOf("a.ipynb")).Cells).Source));
        Assert.EndsWith("large.ipynb: it is larger than 256 MiB.", Assert.Throws<NotebookFormatException>(() => NotebookDocument.Load(PathOf("large.ipynb"))).Message, StringComparison.Ordinal);
        Assert.Contains("it is a folder", Assert.Throws<NotebookFormatException>(() => NotebookDocument.Load(_workspace.Notebooks)).Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("none.ipynb")]
    [InlineData("")]
    [InlineData("../outside.ipynb")]
    [InlineData("..%2Foutside.ipynb")]
    [InlineData("/etc/passwd")]
    [InlineData("TOUR.ipynb")]
    [InlineData("tour.ipynb\0")]
    public void Read_ANameThatIsNotListed_IsRefused(string name)
    {
        Of("1").Save(PathOf("tour.ipynb"));
        Of("1").Save(Path.Combine(_workspace.Root, "outside.ipynb"));

        Assert.Throws<LabInputException>(() => NotebookFolder.Read(_workspace, name));
        Assert.Equal("tour.ipynb", NotebookFolder.Read(_workspace, "tour.ipynb").Name);
    }

    [Fact]
    public void Create_TakesALegalNameOnce()
    {
        Assert.Equal("new_1-a.ipynb", NotebookFolder.Create(_workspace, "new_1-a", Of("1")));
        string text = File.ReadAllText(PathOf("new_1-a.ipynb"));

        Assert.Contains("exists already", Assert.Throws<LabInputException>(() => NotebookFolder.Create(_workspace, "new_1-a", Of("2"))).Message, StringComparison.Ordinal);
        Assert.Equal(text, File.ReadAllText(PathOf("new_1-a.ipynb")));
        Assert.Equal([NotebookMetadata.Import, "new_1-a.ipynb"], Directory.GetFileSystemEntries(_workspace.Notebooks).Select(f => Path.GetFileName(f)).Order(StringComparer.Ordinal));
        Assert.All(["", " ", "a b", "../a", "a/b", "a.ipynb", "-a", ".a", "a\n", "é", new string('a', NotebookFolder.NameLengthMax + 1)],
            n => Assert.Throws<LabInputException>(() => NotebookFolder.Create(_workspace, n, Of("1"))));
    }

    [Fact]
    public void Outputs_OfCells_AreSaidInWords()
    {
        NotebookDocument document = Of("1", "2", " ");
        Assert.Equal("never executed", $"{OutputsState.Of(document)}");
        document.Cells[0].ExecutionCount = 1;
        Assert.Equal("partly executed, 1 of 2", $"{OutputsState.Of(document)}");
        document.Cells[1].Outputs = [Output("""{"output_type":"stream","text":"x"}""")];
        Assert.Equal("executed", $"{OutputsState.Of(document)}");
        document.Cells[1].Outputs = [Output("""{"output_type":"error","ename":"E"}""")];
        Assert.Equal("failed at cell 2", $"{OutputsState.Of(document)}");
        document.Cells[1].Metadata["tags"] = new JsonArray("raises-exception");
        Assert.Equal("executed", $"{OutputsState.Of(document)}");
        Assert.Equal("no code", $"{OutputsState.Of(Of())}");
    }

    private static JsonNode? Output(string text) => JsonNode.Parse(text);

    private static NotebookDocument Of(params string[] cells)
    {
        NotebookDocument document = new();
        document.Cells.AddRange(cells.Select((c, i) => new NotebookCell($"c{i}", CellKind.Code, c)));
        return document;
    }

    private string PathOf(string name) => Path.Combine(_workspace.Notebooks, name);
}
