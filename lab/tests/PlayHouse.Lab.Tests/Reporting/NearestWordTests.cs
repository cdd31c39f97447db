namespace PlayHouse.Lab.Reporting.Tests;

public sealed class NearestWordTests
{
    [Theory]
    [InlineData("rnu", "run")]
    [InlineData("LIST", "list")]
    [InlineData("--jsn", "--json")]
    [InlineData("x", null)]
    [InlineData("", null)]
    public void Find_OneMistake_IsFoundAndAGuessIsNot(string given, string? expected) =>
        Assert.Equal(expected, NearestWord.Find(given, ["run", "list", "--json"]));

    [Fact]
    public void Find_LongerThanTheLimit_IsNotCompared()
    {
        string word = new('a', NearestWord.ComparedLengthMax + 1);
        Assert.Null(NearestWord.Find(word, [word]));
        Assert.NotNull(NearestWord.Find(word[1..], [word[1..]]));
    }
}
