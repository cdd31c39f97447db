using System.Text.Json.Nodes;
using PlayHouse.Lab.Notebooks.Format;

namespace PlayHouse.Lab.Notebooks.Tests;

public sealed class FormatTests
{
    private const string Foreign = """
        {
         "cells": [
          {"cell_type": "markdown", "id": "a-1", "metadata": {"tags": ["mine"]}, "source": ["# 제목\n", "text <b>"], "attachments": {}},
          {"cell_type": "code", "execution_count": 7, "id": "b_2", "metadata": {"collapsed": true}, "outputs": [{"output_type": "stream", "name": "stdout", "text": "hi\n"}], "source": "1 + 1"},
          {"cell_type": "raw", "id": "c", "metadata": {}, "source": []}
         ],
         "metadata": {"kernelspec": {"name": "other"}, "custom": {"x": [1, 2]}},
         "nbformat": 4, "nbformat_minor": 5
        }
        """;

    [Fact]
    public void Ipynb_OfAnotherTool_KeepsWhatItSays()
    {
        NotebookDocument read = IpynbFile.Parse(Foreign);
        NotebookDocument again = IpynbFile.Parse(IpynbFile.Write(read));

        Assert.Equal([CellKind.Markdown, CellKind.Code, CellKind.Raw], again.Cells.Select(c => c.Kind));
        Assert.Equal(["a-1", "b_2", "c"], again.Cells.Select(c => c.Id));
        Assert.Equal(["# 제목\ntext <b>", "1 + 1", ""], again.Cells.Select(c => c.Source));
        Assert.Equal(["mine"], again.Cells[0].Tags);
        Assert.Equal(7, again.Cells[1].ExecutionCount);
        Assert.True((bool)again.Cells[1].Metadata["collapsed"]!);
        Assert.True(JsonNode.DeepEquals(read.Metadata, again.Metadata));
        Assert.Equal("hi\n", IpynbFile.Text(again.Cells[1].Outputs[0]!["text"]));
        Assert.Equal(IpynbFile.Write(read), IpynbFile.Write(again));
    }

    [Fact]
    public void Ipynb_Written_HasTheFormOfJupyter()
    {
        NotebookDocument document = new();
        document.Cells.Add(new NotebookCell("first", CellKind.Code, "a\nb") { Metadata = NotebookMetadata.CodeCell() });

        string text = IpynbFile.Write(document);

        Assert.StartsWith("{\n \"cells\": [\n  {\n   \"cell_type\": \"code\",\n   \"execution_count\": null,\n   \"id\": \"first\",", text, StringComparison.Ordinal);
        Assert.EndsWith(" \"nbformat\": 4,\n \"nbformat_minor\": 5\n}\n", text, StringComparison.Ordinal);
        Assert.Contains("\"source\": [\n    \"a\\n\",\n    \"b\"\n   ]", text, StringComparison.Ordinal);
        Assert.Contains("\"name\": \".net-csharp\"", text, StringComparison.Ordinal);
        Assert.Contains("\"defaultKernelName\": \"csharp\"", text, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("{", "line 1")]
    [InlineData("[]", "no JSON object")]
    [InlineData("{\"nbformat\": 3, \"cells\": []}", "'nbformat' is 3")]
    [InlineData("{\"nbformat\": 4}", "'cells' is missing")]
    [InlineData("{\"nbformat\": 4, \"cells\": [1]}", "cell 1 is no object")]
    [InlineData("{\"nbformat\": 4, \"cells\": [{\"cell_type\": \"sql\"}]}", "cell 1: 'cell_type' is 'sql'")]
    [InlineData("{\"nbformat\": 4, \"cells\": [{\"cell_type\": \"code\", \"id\": \"a b\", \"source\": \"\"}]}", "cell 1: its id")]
    [InlineData("{\"nbformat\": 4, \"cells\": [{\"cell_type\": \"code\", \"id\": \"a\", \"source\": [1]}]}", "cell 1: 'source'")]
    [InlineData("{\"nbformat\": 4, \"cells\": [{\"cell_type\": \"raw\", \"id\": \"a\", \"source\": \"\"}, {\"cell_type\": \"raw\", \"id\": \"a\", \"source\": \"\"}]}", "two cells have the id 'a'")]
    public void Ipynb_Damaged_IsRefusedWithThePlace(string text, string reason)
    {
        NotebookFormatException refused = Assert.Throws<NotebookFormatException>(() => IpynbFile.Parse(text));

        Assert.Contains(reason, refused.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Dib_ThereAndBack_IsTheSameNotebook()
    {
        const string Text = "#!csharp\n\nvar a = 1;\n\n#!markdown\n\n# Title\n\ntext\n\n#!csharp\n\na\n";

        NotebookDocument read = DibFile.Parse("#!meta\n\n{\"kernelInfo\":{}}\n\n" + Text.ReplaceLineEndings("\r\n"));
        NotebookDocument through = IpynbFile.Parse(IpynbFile.Write(read));

        Assert.Equal([CellKind.Code, CellKind.Markdown, CellKind.Code], read.Cells.Select(c => c.Kind));
        Assert.Equal("# Title\n\ntext", read.Cells[1].Source);
        Assert.Equal(Text, DibFile.Write(through));
        Assert.Throws<NotebookFormatException>(() => DibFile.Parse("#!fsharp\nlet a = 1"));
        NotebookDocument clash = new();
        clash.Cells.Add(new NotebookCell("a", CellKind.Markdown, "x\n#!csharp"));
        Assert.Throws<NotebookFormatException>(() => DibFile.Write(clash));
    }
}
