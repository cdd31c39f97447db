using System.Text.RegularExpressions;

namespace PlayHouse.Repository.Tests;

/// <summary>The page of reliability names tests that are there.</summary>
public sealed partial class ReliabilityPageTests
{
    [Fact]
    public void Tests_ThatThePageNames_Exist()
    {
        string page = File.ReadAllText(Path.Combine(Checkout.Root, "docs", "reports", "reliability.md"));
        ILookup<string, string> sources = Directory
            .EnumerateFiles(Path.Combine(Checkout.Root, "engine", "tests"), "*Tests.cs", SearchOption.AllDirectories)
            .ToLookup(f => Path.GetFileNameWithoutExtension(f), File.ReadAllText);
        List<Match> named = Named().Matches(page).ToList();
        IEnumerable<string> missing = named
            .Where(m => !sources[m.Groups["class"].Value].Any(text => text.Contains($" {m.Groups["test"].Value}(", StringComparison.Ordinal) || !m.Groups["test"].Success))
            .Select(m => m.Value);

        Assert.Empty(missing);
        Assert.True(named.Count > 30, $"{named.Count} tests are named");
    }

    [GeneratedRegex(@"`(?<class>\w+Tests)(\.(?<test>\w+))?`")]
    private static partial Regex Named();
}
