namespace PlayHouse.Lab.Reporting.Tests;

public sealed class ScenarioMarkdownTests
{
    [Fact]
    public async Task Page_Committed_EqualsTheScenarios()
    {
        string path = Path.Combine(Root(), "docs", "guide", "scenarios.md");
        string generated = ScenarioMarkdown.Render();
        if (Environment.GetEnvironmentVariable("PLAYHOUSE_WRITE_DOCS") == "1")
        {
            await File.WriteAllTextAsync(path, generated);
        }

        Assert.Equal(generated, (await File.ReadAllTextAsync(path)).ReplaceLineEndings("\n"));
    }

    private static string Root()
    {
        DirectoryInfo? folder = new(AppContext.BaseDirectory);
        while (folder is not null && !File.Exists(Path.Combine(folder.FullName, "PlayHouse.Lab.sln")))
        {
            folder = folder.Parent;
        }

        return folder?.FullName ?? throw new DirectoryNotFoundException("the checkout is not above the tests");
    }
}
