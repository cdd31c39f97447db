using System.Text;
using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Runner.Budgets;
using PlayHouse.Lab.Runner.Validate;

namespace PlayHouse.Lab.Runner.Tests.Budgets;

public sealed class BudgetFileTests
{
    internal const string Good = """
        version: 1
        budgets:
          - at: "reply-codec@*"
            type: System.Byte[]
            maxBytesPerMessage: 64
          - at: Game.Lobby.OnMessage
            maxBytesPerMessage: 0
            maxObjectsPerMessage: 1.5

        """;

    [Fact]
    public void Parse_GoodFile_KeepsOrderAndDefaults() => Assert.Equal(
        [new Budget("reply-codec@*", "System.Byte[]", 64, null), new Budget("Game.Lobby.OnMessage", "*", 0, 1.5)],
        Parse(Good).Required());

    [Theory]
    [InlineData("version: 1\nbudgets:\n  - at: x\n", 3, "has no limit")]
    [InlineData("version: 1\nbudgets:\n  - at: x\n    maxBytesPerMessage: -1\n", 4, "from 0")]
    [InlineData("version: 1\nbudgets:\n  - at: x\n    maxBytesPerMessage: .nan\n", 4, "takes a number")]
    [InlineData("version: 1\nbudgets:\n  - at: a b\n    maxBytesPerMessage: 1\n", 3, "without blanks")]
    [InlineData("version: 1\nbudgets:\n  - maxBytesPerMessage: 1\n", 3, "lacks the key 'at'")]
    [InlineData("version: 1\nbudgets:\n  - at: *\n    maxBytesPerMessage: 1\n", 3, "")]
    [InlineData("version: 1\n", 1, "lacks the key 'budgets'")]
    public void Parse_WrongFile_NamesLineAndCause(string text, int line, string expected)
    {
        LoadedFile<IReadOnlyList<Budget>> file = Parse(text);

        Assert.Null(file.Value);
        Assert.Contains(file.Problems, p => p.Line == line && p.Message.Contains(expected, StringComparison.Ordinal));
    }

    [Fact]
    public void Load_MissingFile_IsAProblemAndNoException() =>
        Assert.Contains("cannot be read", Assert.Single(BudgetFile.Load("/nowhere/budgets.yaml").Problems).Message, StringComparison.Ordinal);

    private static LoadedFile<IReadOnlyList<Budget>> Parse(string text) => BudgetFile.Parse("budgets.yaml", Encoding.UTF8.GetBytes(text));
}
