using System.Text.RegularExpressions;

namespace PlayHouse.Repository.Tests;

/// <summary>The page that adds a strategy shows what is in the repository, and its commands exist.</summary>
public sealed partial class AddAStrategyPageTests
{
    private static readonly string Page = File.ReadAllText(Path.Combine(Checkout.Root, "docs", "guide", "add-a-strategy.md"));

    [Fact]
    public void Files_OfThePage_AreThoseOfTheRepository()
    {
        List<Match> blocks = Blocks().Matches(Page).ToList();

        Assert.Equal(["csharp", "diff", "diff", "yaml"], blocks.Select(b => b.Groups["kind"].Value));
        Assert.All(blocks, block =>
        {
            string file = File.ReadAllText(Path.Combine(Checkout.Root, block.Groups["file"].Value));
            string text = block.Groups["text"].Value;
            if (block.Groups["kind"].Value == "diff")
            {
                Assert.All(text.Split('\n', StringSplitOptions.RemoveEmptyEntries), line => Assert.Contains(line[2..], file, StringComparison.Ordinal));
            }
            else
            {
                Assert.Equal(file, text);
            }
        });
    }

    [Fact]
    public void Commands_OfThePage_NameWhatIsThere()
    {
        string[] commands = [.. Commands().Matches(Page).Select(m => m.Value)];

        Assert.True(commands.Length >= 7, string.Join('\n', commands));
        foreach (string[] words in commands.Select(c => c.Split(' ')))
        {
            if (words[0] == "./test")
            {
                string tests = Path.Combine(Checkout.Root, "engine", "tests", words[2]);
                Assert.NotEmpty(Directory.EnumerateFiles(tests, $"*{words[3]}*.cs", SearchOption.AllDirectories));
            }
            else if (words[1] is "plan" or "run")
            {
                Assert.True(Directory.Exists(Path.Combine(Checkout.Root, words[2])), words[2]);
            }
        }

        Assert.Contains("  docs)", File.ReadAllText(Path.Combine(Checkout.Root, "plab")), StringComparison.Ordinal);
    }

    /// <summary>The strategy is declared once: a search for its id finds its file, its experiment and pages, and no table of ids in code.</summary>
    [Fact]
    public void Id_OfTheStrategy_StandsInOneSourceFile()
    {
        string[] sources =
        [
            .. Directory.EnumerateFiles(Path.Combine(Checkout.Root, "engine", "src"), "*.cs", SearchOption.AllDirectories)
                .Where(f => !f.Contains($"{Path.DirectorySeparatorChar}obj{Path.DirectorySeparatorChar}", StringComparison.Ordinal))
                .Where(f => File.ReadAllText(f).Contains("\"channel-shared\"", StringComparison.Ordinal)),
        ];

        Assert.Equal("SharedChannelMailbox.cs", Path.GetFileName(Assert.Single(sources)));
    }

    [GeneratedRegex(@"^`(?<file>[^`\n]+)`\n\n```(?<kind>\w+)\n(?<text>[\s\S]*?)^```$", RegexOptions.Multiline)]
    private static partial Regex Blocks();

    [GeneratedRegex(@"^\./(test|plab) .*$", RegexOptions.Multiline)]
    private static partial Regex Commands();
}
