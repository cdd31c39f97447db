namespace PlayHouse.Lab.Reporting.Tests;

public sealed class TextTableTests
{
    [Fact]
    public void Lines_NumbersAndText_AreAligned()
    {
        TextTable table = new TextTable().Text("metric").Number("value");
        table.Section("primary");
        table.Row("bytes", "1.0");
        table.Row("cpu", "1,234.0");
        Assert.Equal(["metric    value", "primary", "bytes       1.0", "cpu     1,234.0"], table.Lines());
    }

    [Fact]
    public void Lines_TooWide_TextShrinksAndNumbersStayWhole()
    {
        TextTable table = new TextTable(30).Text("name").Number("value");
        table.Row(new string('n', 60), "123,456,789,012");
        string row = table.Lines()[1];
        Assert.Equal(30, row.Length);
        Assert.EndsWith("…  123,456,789,012", row, StringComparison.Ordinal);
    }

    [Fact]
    public void Lines_NumbersAloneTooWide_AreStackedWhole()
    {
        TextTable table = new TextTable(24).Text("name").Number("left").Number("right");
        table.Row("bytes", "123,456,789,012", "987,654,321,098");
        Assert.Equal(["bytes", "  left: 123,456,789,012", "  right: 987,654,321,098"], table.Lines());
    }

    [Fact]
    public void Row_ControlCodes_AreCleaned()
    {
        TextTable table = new TextTable().Text("name");
        table.Row("a\u001b[2Jb");
        Assert.Equal("a?[2Jb", table.Lines()[1]);
    }

    [Fact]
    public void Row_WrongNumberOfCells_IsRefused() =>
        Assert.Throws<ArgumentException>(() => new TextTable().Text("a").Number("b").Row("only one"));
}
