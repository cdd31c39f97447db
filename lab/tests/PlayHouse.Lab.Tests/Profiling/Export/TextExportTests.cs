using System.Text;
using System.Text.Json;
using PlayHouse.Lab.Profiling.Export;
using PlayHouse.Lab.Profiling.Stacks;

namespace PlayHouse.Lab.Profiling.Tests.Export;

public sealed class TextExportTests
{
    private static readonly AllocationStacks Large = SampleStacks.Random(31, 8_000, 40, 2_000);

    [Fact]
    public void Folded_OneWindow_IsAStackALineWithWholeBytes()
        => Assert.Equal(
            "Main;Game.Codec.Encode;System.Byte[] 4097980\nMain;Game.Stage.Post;System.String 1229178\n",
            Text(StackExportFormat.Folded, ExportWindows.TwoArms[0]));

    [Fact]
    public void Folded_TwoWindows_BeginWithTheirNames()
        => Assert.Equal(
            ["baseline_l-1", "baseline_l-1", "candidate_l-2"],
            Text(StackExportFormat.Folded, ExportWindows.TwoArms).Split('\n', StringSplitOptions.RemoveEmptyEntries).Select(l => l.Split(';')[0]));

    [Fact]
    public void Folded_HostileNames_StayOneLineAndOneNumber()
    {
        string[] lines = Text(StackExportFormat.Folded, ExportWindows.Hostile).Split('\n', StringSplitOptions.RemoveEmptyEntries);

        Assert.Equal(2, lines.Length);
        Assert.All(lines, l => Assert.Matches("^[^ ]+ [0-9]+$", l));
        Assert.Equal(6, lines[0].Split(';').Length);
        Assert.Contains("INVALID_TRACE", lines[0], StringComparison.Ordinal);
    }

    [Fact]
    public void Csv_HasARowPerStackAndTypeWithItsInterval()
    {
        string[][] rows = Rows(Text(StackExportFormat.Csv, ExportWindows.TwoArms));
        (double low, double high) = ExportWindows.TwoArms[0].Cells[0].Estimate.Interval95();

        Assert.Equal(4, rows.Length);
        Assert.Equal(
            ["baseline", "l-1", "Game.Codec.Encode", "System.Byte[]", "Codec.cs:31", "40"], rows[1][..6]);
        Assert.Equal((low, high), (double.Parse(rows[1][7], null), double.Parse(rows[1][8], null)));
        Assert.Equal(("", "", "Game.Codec.Encode < Main"), (rows[3][7], rows[3][8], rows[3][13]));
    }

    [Fact]
    public void Csv_HostileNames_AreNoFormulas()
    {
        string[][] rows = Rows(Text(StackExportFormat.Csv, ExportWindows.Hostile));

        Assert.Equal(3, rows.Length);
        Assert.All(rows.SelectMany(r => r).Where(c => c.Length > 0), c => Assert.DoesNotContain(c.TrimStart()[0], "=+-@"));
        Assert.Equal("'@SUM(A1)", rows[1][2]);
        Assert.Equal("'=arm", rows[1][0]);
        Assert.Contains("\"really\"", rows[1][12], StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("plain", "plain")]
    [InlineData("", "")]
    [InlineData("a,b", "\"a,b\"")]
    [InlineData("a\"b", "\"a\"\"b\"")]
    [InlineData("=1+1", "'=1+1")]
    [InlineData("  =1+1", "'  =1+1")]
    [InlineData(" a", "\" a\"")]
    [InlineData("\t=1", "\"'\t=1\"")]
    [InlineData("-5", "'-5")]
    [InlineData("@x", "'@x")]
    [InlineData("+x,y", "\"'+x,y\"")]
    [InlineData("a\r\nb", "\"a\r\nb\"")]
    public void Cell_Table(string text, string expected) => Assert.Equal(expected, CsvText.Cell(text));

    [Fact]
    public void Json_HoldsEverything()
    {
        using JsonDocument document = JsonDocument.Parse(ExportWindows.Write(StackExportFormat.Json, ExportWindows.TwoArms));
        JsonElement window = document.RootElement.GetProperty("windows")[0];
        JsonElement cell = window.GetProperty("cells")[0];
        JsonElement stack = window.GetProperty("stacks")[cell.GetProperty("stack").GetInt32()];
        StackCell expected = ExportWindows.TwoArms[0].Cells[0];

        Assert.Equal("playhouse-lab/stacks/1", document.RootElement.GetProperty("schema").GetString());
        Assert.Equal("Game.Codec.Encode", window.GetProperty("frames")[stack.GetProperty("frame").GetInt32()].GetProperty("name").GetString());
        Assert.Equal(expected.Estimate.Variance, cell.GetProperty("variance").GetDouble());
        Assert.Equal(1_000, window.GetProperty("messages").GetDouble());
        Assert.Equal(JsonValueKind.Null, window.GetProperty("exactBytes").ValueKind);
    }

    [Fact]
    public void Json_HostileNames_IsADocument()
    {
        using JsonDocument document = JsonDocument.Parse(ExportWindows.Write(StackExportFormat.Json, ExportWindows.Hostile));

        Assert.Equal("2 events were lost, \"really\"", document.RootElement.GetProperty("windows")[0].GetProperty("invalid")[0].GetString());
    }

    /// <summary>What is written as it is made never waits in memory as a whole.</summary>
    [Theory]
    [InlineData(StackExportFormat.Speedscope)]
    [InlineData(StackExportFormat.Folded)]
    [InlineData(StackExportFormat.Csv)]
    [InlineData(StackExportFormat.Json)]
    [InlineData(StackExportFormat.Pprof)]
    public void AnyForm_OfALargeWindow_ArrivesInPieces(StackExportFormat format)
    {
        using var output = new PieceCounter();

        StackExport.Write(format, [Large], output);

        Assert.True(output.Total > 300_000, $"{output.Total} bytes");
        Assert.InRange(output.LargestPiece, 1, 100_000);
    }

    [Fact]
    public void NoWindow_IsRefused()
        => Assert.Throws<ArgumentException>(() => StackExport.Write(StackExportFormat.Csv, [], Stream.Null));

    private static string Text(StackExportFormat format, params AllocationStacks[] windows)
        => Encoding.UTF8.GetString(ExportWindows.Write(format, windows));

    /// <summary>A reader of RFC 4180, written for these tests.</summary>
    private static string[][] Rows(string text)
    {
        var rows = new List<string[]>();
        var row = new List<string>();
        var cell = new StringBuilder();
        bool isQuoted = false;
        for (int i = 0; i < text.Length; i++)
        {
            if (isQuoted && text[i] == '"' && i + 1 < text.Length && text[i + 1] == '"')
                cell.Append(text[i++]);
            else if (text[i] == '"')
                isQuoted = !isQuoted;
            else if (!isQuoted && text[i] is ',' or '\n' && !isQuoted)
            {
                row.Add(cell.ToString().TrimEnd('\r'));
                cell.Clear();
                if (text[i] == '\n')
                {
                    rows.Add([.. row]);
                    row.Clear();
                }
            }
            else
                cell.Append(text[i]);
        }
        return [.. rows];
    }

    private sealed class PieceCounter : MemoryStream
    {
        public long Total { get; private set; }

        public int LargestPiece { get; private set; }

        public override void Write(byte[] buffer, int offset, int count) => Write(buffer.AsSpan(offset, count));

        public override void Write(ReadOnlySpan<byte> buffer)
        {
            Total += buffer.Length;
            LargestPiece = Math.Max(LargestPiece, buffer.Length);
        }
    }
}
