using PlayHouse.Lab.Profiling.Folding;
using PlayHouse.Lab.Profiling.Frames;

namespace PlayHouse.Lab.Profiling.Tests.Folding;

public sealed class FramePatternTests
{
    [Theory]
    [InlineData("Encode", "Game.Codec.Encode", true)]
    [InlineData("Codec.Encode", "Game.Codec.Encode", true)]
    [InlineData("Game.Codec.Encode", "Game.Codec.Encode", true)]
    [InlineData("odec.Encode", "Game.Codec.Encode", false)]
    [InlineData("Codec", "Game.Codec.Encode", false)]
    [InlineData("Codec.*", "Game.Codec.Encode", true)]
    [InlineData("*Encode", "Game.Codec.ReEncode", true)]
    [InlineData("Encod?", "Game.Codec.Encode", true)]
    [InlineData("Encod??", "Game.Codec.Encode", false)]
    [InlineData("C.d", "Game.Cod", false)]
    [InlineData("Codec..ctor", "Game.Codec..ctor", true)]
    [InlineData("Game!Codec.*", "Codec.Encode", true)]
    [InlineData("Other!*", "Codec.Encode", false)]
    [InlineData("/En.o/", "Game.Codec.Encode", true)]
    [InlineData("/^Game!Game/", "Game.Codec.Encode", true)]
    [InlineData("/^en/", "Encode", false)]
    public void Match_Table(string pattern, string name, bool expected)
        => Assert.Equal(expected, FramePattern.Parse(pattern).IsMatch(new StackFrame(name, "Game", FrameKind.Program)));

    [Theory]
    [InlineData("", "A pattern is empty")]
    [InlineData("  ", "A pattern is empty")]
    [InlineData("/abc", "is not closed")]
    [InlineData("//", "is not closed")]
    [InlineData("/a(b/", "insufficient closing parentheses at character 4")]
    [InlineData("/*/", "quantifier after nothing at character 2")]
    [InlineData("/(a)\\1/", "back references")]
    [InlineData("/a(?=b)/", "look-around")]
    public void Parse_WrongPattern_SaysWhatAndWhere(string text, string said)
    {
        string message = Assert.Throws<FramePatternException>(() => FramePattern.Parse(text)).Message;

        Assert.Contains(said, message, StringComparison.Ordinal);
    }

    [Fact]
    public void Parse_TooLong_IsRefused()
        => Assert.Throws<FramePatternException>(() => FramePattern.Parse(new string('*', FramePattern.CharactersMax + 1)));

    [Theory]
    [InlineData("A*")]
    [InlineData("A->")]
    [InlineData("->b")]
    [InlineData("/(/->b")]
    public void Group_Wrong_IsRefused(string text) => Assert.Throws<FramePatternException>(() => FrameGroup.Parse(text));

    [Fact]
    public void Group_SplitsAtTheLastArrow()
    {
        FrameGroup group = FrameGroup.Parse("/a->b/ -> both");

        Assert.Equal(("both", "/a->b/"), (group.Name, group.Pattern.Text));
    }

    /// <summary>A backtracking matcher would need longer than the universe is old for each of these.</summary>
    [Theory]
    [InlineData("/^(a+)+$/")]
    [InlineData("/(a|aa)+$/")]
    [InlineData("/(.*a){12}x/")]
    [InlineData("*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*b")]
    public void Match_PatternThatExplodes_Ends(string pattern)
        => Assert.False(FramePattern.Parse(pattern).IsMatch(new StackFrame(new string('a', 20_000) + "!", "M", FrameKind.Program)));
}
