using System.Xml.Linq;
using PlayHouse.Lab.Reporting.Charts;
using PlayHouse.Lab.Reporting.Charts.Svg;

namespace PlayHouse.Lab.Reporting.Tests.Charts;

/// <summary>Texts from files, traces and experiments must not become markup, commands or a broken page.</summary>
public sealed class HostileChartTests
{
    public static TheoryData<string> Texts { get; } =
    [
        "</text><script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "]]>&lt;!-- -->", "&#x3c;b&#x3e;", "a' onload='x",
        "\u001b[31mred\u0007\0\b", "line\r\nbreak\tand\u2028more", "\u202Eevil\u2066\u200Fdlrow", "\uD800lone", "lone\uDC00", "\uFFFE\uFFFF\U0001FFFF", "\U000E0041tag",
        "=cmd()|'/c calc'!A1", "+1+cmd|' /C calc'!A0", "-2+3+cmd", "@SUM(1+1)", " =1+1", "%0A=1", "＝1+1", "a,b;\"c\"",
        "| a | b |", "[x](javascript:alert(1))", "**bold** _it_ `code` ~~no~~ # head", "<!--", "\\|", "عربي مع 123", new string('x', 10_240), string.Concat(Enumerable.Repeat("한글", 5_120)),
        string.Concat(Enumerable.Repeat("😀", 5_000)),
    ];

    [Theory]
    [MemberData(nameof(Texts))]
    public void Picture_IsWellFormed_AndHoldsNoForeignElement(string text)
    {
        foreach (ChartSpec spec in Charts(text))
        {
            string svg = SvgChart.Of(spec);
            XElement root = XDocument.Parse(svg).Root!;
            string[] allowed = ["svg", "title", "desc", "metadata", "style", "defs", "pattern", "rect", "line", "path", "text", "g"];

            Assert.All(root.DescendantsAndSelf(), e => Assert.Contains(e.Name.LocalName, allowed));
            Assert.DoesNotContain(root.DescendantsAndSelf().Attributes(), a => a.Name.LocalName.StartsWith("on", StringComparison.OrdinalIgnoreCase));
            Assert.DoesNotContain(svg, c => char.IsControl(c) && c != '\n');
            Assert.DoesNotContain(svg, c => char.GetUnicodeCategory(c) == System.Globalization.UnicodeCategory.Format && !char.IsSurrogate(c));
            Assert.InRange(svg.Length, 1, 200_000);
        }
    }

    [Theory]
    [MemberData(nameof(Texts))]
    public void Csv_HoldsOneCellPerColumn_AndNoFormula(string text)
    {
        foreach (ChartSpec spec in Charts(text))
        {
            List<List<string>> rows = Parse(ChartCsv.Of(spec));

            Assert.Equal(1 + spec.Series.Sum(s => s.Data.Count), rows.Count);
            Assert.All(rows, r => Assert.Equal(rows[0].Count, r.Count));
            Assert.DoesNotContain(rows.SelectMany(r => r), c => c.TrimStart().Length > 0 && "=+@|%＝＋＠".Contains(c.TrimStart()[0], StringComparison.Ordinal) && !char.IsDigit(c[^1]));
            Assert.DoesNotContain(rows.SelectMany(r => r), c => c.StartsWith("-2+3", StringComparison.Ordinal));
        }
    }

    [Theory]
    [MemberData(nameof(Texts))]
    public void Markdown_KeepsItsRows_AndHoldsNoTag(string text)
    {
        foreach (ChartSpec spec in Charts(text))
        {
            string markdown = ChartMarkdown.Of(spec);
            string[] table = [.. markdown.Split('\n').Where(l => l.StartsWith('|'))];
            string[] bars = [.. table.Select(l => l.Replace("\\\\", "", StringComparison.Ordinal).Replace("\\|", "", StringComparison.Ordinal))];

            Assert.DoesNotContain('<', markdown);
            Assert.Equal(spec.IsEmpty ? 0 : 2 + spec.Series.Sum(s => s.Data.Count), table.Length);
            Assert.All(bars, l => Assert.Equal(bars[0].Count(c => c == '|'), l.Count(c => c == '|')));
            Assert.DoesNotContain("[x](", markdown, StringComparison.Ordinal);
        }
    }

    [Theory]
    [MemberData(nameof(Texts))]
    public void Terminal_FitsItsWidth_AndHoldsNoControl(string text)
    {
        foreach (ChartSpec spec in Charts(text))
        {
            IReadOnlyList<string> lines = ChartTerminal.Lines(spec, 80);

            Assert.All(lines, l => Assert.InRange(PlainText.Columns(l), 0, 80));
            Assert.DoesNotContain(lines.SelectMany(l => l), char.IsControl);
        }
    }

    [Theory]
    [MemberData(nameof(Texts))]
    public void Label_IsAtMostItsLimitLong(string text) => Assert.All(Charts(text), s => Assert.InRange(s.Title.Length, 1, ChartLimits.TextMax));

    // Half characters do not survive the way of a test's argument: they are made here.
    [Fact]
    public void HalfCharacters_AreReplaced()
    {
        foreach (string text in new[] { "a" + (char)0xD800, (char)0xDC00 + "b", new string((char)0xD83D, 1_000) })
        {
            foreach (ChartSpec spec in Charts(text))
            {
                Assert.NotNull(XDocument.Parse(SvgChart.Of(spec)).Root);
                string all = SvgChart.Of(spec) + ChartCsv.Of(spec) + ChartMarkdown.Of(spec) + string.Concat(ChartTerminal.Lines(spec));
                Assert.Equal(all, System.Text.Encoding.UTF8.GetString(System.Text.Encoding.UTF8.GetBytes(all)));
            }
        }
    }

    private static ChartSpec[] Charts(string text)
    {
        ChartDraft rows = new()
        {
            Title = text,
            Question = text,
            At = new ChartAxis { Label = text, Unit = text, Scale = AxisScale.Category, Categories = [text, "b"] },
            Value = new ChartAxis { Label = text, Unit = text },
            IsSideways = true,
            ShowsValues = true,
            Series =
            [
                new() { Name = text, Mark = ChartMark.Bars, Data = [new(0, -1) { Note = text, Shown = text }, new(1, 2) { Low = 1, High = 3, State = DatumState.Insufficient }] },
                new() { Name = "other", Mark = ChartMark.Points, Data = [new(1, 1.5)] },
            ],
            References = [new() { Label = text, From = 0 }, new() { Label = text + "r", From = 0, To = 1 }],
            Notes = [text],
            Summary = text,
            Provenance = new ChartProvenance { RunId = text, LaunchIds = [text], Command = text },
        };
        return
        [
            new ChartSpec(rows),
            new ChartSpec(rows with { Series = [], References = [], EmptyReason = text }),
            new ChartSpec(rows with { IsSideways = false, ShowsValues = false, Summary = null }),
            new ChartSpec(rows with { IsSideways = false, ShowsValues = false, References = [], Series = [rows.Series[0] with { Mark = ChartMark.Cell }] }),
            new ChartSpec(rows with
            {
                At = new ChartAxis { Label = text, Unit = text }, References = [new() { Label = text, IsOnPosition = true, From = 0.5 }],
                Series = [rows.Series[0] with { Mark = ChartMark.Line }],
            }),
        ];
    }

    // A reader of its own, straight from the rules of the format.
    private static List<List<string>> Parse(string csv)
    {
        List<List<string>> rows = [[]];
        System.Text.StringBuilder cell = new();
        bool isQuoted = false;
        for (int i = 0; i < csv.Length; i++)
        {
            char c = csv[i];
            bool isDouble = isQuoted && c == '"' && i + 1 < csv.Length && csv[i + 1] == '"';
            if (isDouble)
            {
                cell.Append('"');
                i++;
            }
            else if (c == '"')
            {
                isQuoted = !isQuoted;
            }
            else if (!isQuoted && c is ',' or '\n' && !isQuoted)
            {
                rows[^1].Add(cell.ToString());
                cell.Clear();
                if (c == '\n' && i + 1 < csv.Length)
                {
                    rows.Add([]);
                }
            }
            else
            {
                cell.Append(c);
            }
        }

        return rows;
    }
}
