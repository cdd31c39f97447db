using System.Xml.Linq;
using PlayHouse.Lab.Reporting.Charts;
using PlayHouse.Lab.Reporting.Charts.Svg;

namespace PlayHouse.Lab.Reporting.Tests.Charts;

public sealed class ChartGoldenTests
{
    [Theory]
    [MemberData(nameof(ChartSamples.Names), MemberType = typeof(ChartSamples))]
    public void Picture_IsTheGoldenOne(string name) => GoldenText.Check($"chart-{name}.svg", SvgChart.Of(ChartSamples.All[name]));

    [Theory]
    [MemberData(nameof(ChartSamples.Names), MemberType = typeof(ChartSamples))]
    public void Terminal_IsTheGoldenOne(string name) =>
        GoldenText.Check($"chart-{name}.txt", string.Join('\n', ChartTerminal.Lines(ChartSamples.All[name], 100)) + "\n");

    [Theory]
    [MemberData(nameof(ChartSamples.Names), MemberType = typeof(ChartSamples))]
    public void Csv_IsTheGoldenOne(string name) => GoldenText.Check($"chart-{name}.csv", ChartCsv.Of(ChartSamples.All[name]));

    [Theory]
    [MemberData(nameof(ChartSamples.Names), MemberType = typeof(ChartSamples))]
    public void Markdown_IsTheGoldenOne(string name) => GoldenText.Check($"chart-{name}.md", ChartMarkdown.Of(ChartSamples.All[name]));

    [Theory]
    [MemberData(nameof(ChartSamples.Names), MemberType = typeof(ChartSamples))]
    public void EveryNumberOfTheTable_StandsInPictureCsvAndMarkdown(string name)
    {
        ChartSpec spec = ChartSamples.All[name];
        ChartTable table = ChartTable.Of(spec);
        string picture = string.Join('\n', XDocument.Parse(SvgChart.Of(spec)).Descendants().Where(e => e.Name.LocalName is "title" or "text" or "desc").Select(e => e.Value));
        string csv = ChartCsv.Of(spec);
        string markdown = ChartMarkdown.Of(spec).Replace("\\", "", StringComparison.Ordinal);
        string[] numbers = [.. table.Rows.SelectMany(r => r.Where((c, i) => table.Columns[i].IsNumber && c.Length > 0 && c != "n/a"))];

        Assert.Equal(spec.IsEmpty, numbers.Length == 0);
        Assert.All(numbers, n => Assert.Contains(n.Replace(" %", "", StringComparison.Ordinal), picture, StringComparison.Ordinal));
        Assert.All(numbers, n => Assert.Contains(Csv.Cell(n), csv, StringComparison.Ordinal));
        Assert.All(numbers.Take(ChartMarkdown.RowsMax), n => Assert.Contains($"| {n} |", markdown, StringComparison.Ordinal));
    }

    [Theory]
    [MemberData(nameof(ChartSamples.Names), MemberType = typeof(ChartSamples))]
    public void Terminal_FitsEveryWidth(string name)
    {
        foreach (int width in new[] { 10, 25, 39, 40, 41, 60, 80, 133 })
        {
            Assert.All(ChartTerminal.Lines(ChartSamples.All[name], width), l => Assert.InRange(PlainText.Columns(l), 0, width));
        }
    }

    [Theory]
    [MemberData(nameof(ChartSamples.Names), MemberType = typeof(ChartSamples))]
    public void Picture_IsCompleteInItself_AndNamed(string name)
    {
        foreach (int width in new[] { 1, SvgChart.WidthMin, 500, SvgChart.DefaultWidth, 100_000 })
        {
            string text = SvgChart.Of(ChartSamples.All[name], width);
            XElement svg = XDocument.Parse(text).Root!;

            Assert.Equal(("img", "title", "desc"), (svg.Attribute("role")!.Value, svg.Elements().First().Name.LocalName, svg.Elements().ElementAt(1).Name.LocalName));
            Assert.Equal($"{svg.Elements().First().Attribute("id")!.Value} {svg.Elements().ElementAt(1).Attribute("id")!.Value}", svg.Attribute("aria-labelledby")!.Value);
            Assert.Equal(1, text.Split("://").Length - 1);
            Assert.DoesNotContain(svg.DescendantsAndSelf(), e => e.Name.LocalName is "script" or "image" or "foreignObject" or "a" or "use");
            Assert.DoesNotContain(svg.DescendantsAndSelf().Attributes(), a => a.Name.LocalName.StartsWith("on", StringComparison.Ordinal) || a.Name.LocalName == "href");
            Assert.DoesNotContain("NaN", string.Join(' ', svg.Descendants().Attributes().Select(a => a.Value)), StringComparison.Ordinal);
        }
    }

    [Fact]
    public void Ids_DifferBetweenCharts_AndNotBetweenRenderings()
    {
        string[] ids = [.. ChartSamples.All.Values.Select(s => XDocument.Parse(SvgChart.Of(s)).Root!.Attribute("aria-labelledby")!.Value)];

        Assert.Equal(ids.Length, ids.Distinct().Count());
        Assert.Equal(SvgChart.Of(ChartSamples.All["forest"]), SvgChart.Of(ChartSamples.All["forest"]));
    }

    /// <summary>Processors differ in the last digit of a figure; a picture that is drawn alike keeps its name, so that a stored one stays equal to one drawn elsewhere.</summary>
    [Fact]
    public void Picture_OfAValueThatDiffersInItsLastDigit_IsTheSame()
    {
        double[] values = [0.1, 1.0 / 3, 7.0 / 9, 2.5];
        ChartSpec here = new(ChartSamples.Draft([.. values.Select((v, i) => new ChartDatum(i, v))]));
        ChartSpec elsewhere = new(ChartSamples.Draft([.. values.Select((v, i) => new ChartDatum(i, i == 1 ? double.BitIncrement(v) : v))]));

        Assert.NotEqual(ChartCsv.Of(here), ChartCsv.Of(elsewhere));
        Assert.Equal(SvgChart.Of(here), SvgChart.Of(elsewhere));
    }
}
