namespace PlayHouse.Lab.Reporting.Tests;

public sealed class ScenarioMarkdownTests
{
    [Fact]
    public async Task Page_Committed_EqualsTheScenarios()
    {
        string path = Repository.PathOf("docs", "guide", "scenarios.md");
        string generated = ScenarioMarkdown.Render();
        if (Environment.GetEnvironmentVariable("PLAYHOUSE_WRITE_DOCS") == "1")
        {
            await File.WriteAllTextAsync(path, generated);
        }

        Assert.Equal(generated, (await File.ReadAllTextAsync(path)).ReplaceLineEndings("\n"));
    }
}
