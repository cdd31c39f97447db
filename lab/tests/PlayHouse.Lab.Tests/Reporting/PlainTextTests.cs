namespace PlayHouse.Lab.Reporting.Tests;

public sealed class PlainTextTests
{
    [Theory]
    [InlineData("a\u001b[31mb", "a?[31mb")]
    [InlineData("a\nb\tc", "a b c")]
    [InlineData("a\u202eb", "a?b")]
    [InlineData("a\u009bb", "a?b")]
    [InlineData(null, "")]
    public void Clean_ControlCodes_DoNotReachTheTerminal(string? text, string expected) => Assert.Equal(expected, PlainText.Clean(text));

    [Fact]
    public void Columns_EastAsianAndCombining_CountAsDrawn()
    {
        Assert.Equal(4, PlainText.Columns("서버"));
        Assert.Equal(1, PlainText.Columns("e\u0301"));
    }

    [Theory]
    [InlineData("abcdef", 6, "abcdef", "abcdef")]
    [InlineData("abcdef", 4, "abc…", "…def")]
    [InlineData("서버서버", 5, "서버…", "…서버")]
    public void Cut_TooLong_MarksWhatIsLost(string text, int columns, string end, string start)
    {
        Assert.Equal(end, PlainText.CutEnd(text, columns));
        Assert.Equal(start, PlainText.CutStart(text, columns));
    }

    [Fact]
    public void Wrap_LongText_KeepsEveryWordAndTheWidth()
    {
        string text = string.Join(' ', Enumerable.Range(0, 100).Select(i => $"word{i}"));
        string[] lines = [.. PlainText.Wrap(text, 40, "  - ")];
        Assert.All(lines, line => Assert.InRange(PlainText.Columns(line), 1, 40));
        Assert.StartsWith("  - word0 ", lines[0], StringComparison.Ordinal);
        Assert.Equal(text, string.Join(' ', lines.Select(l => l[4..])));
    }

    [Fact]
    public void Wrap_EndlessWord_IsCutToTheWidth() =>
        Assert.All(PlainText.Wrap(new string('x', 10_000), 80, "- "), line => Assert.InRange(line.Length, 1, 80));
}
