using PlayHouse.Engine.Strategies;

namespace PlayHouse.Engine.Tests.Strategies;

public sealed class CatalogMarkdownTests
{
    private const string IndexFile = "docs/seams/README.md";

    [Fact]
    public async Task Index_Committed_EqualsTheCatalogue()
    {
        string path = RepositoryFiles.PathOf(IndexFile);
        string generated = CatalogMarkdown.Index();
        if (Environment.GetEnvironmentVariable("PLAYHOUSE_WRITE_DOCS") == "1")
        {
            Directory.CreateDirectory(Path.GetDirectoryName(path)!);
            await File.WriteAllTextAsync(path, generated);
        }

        Assert.Equal(generated, (await File.ReadAllTextAsync(path)).ReplaceLineEndings("\n"));
    }

    [Fact]
    public void Index_EveryStrategyAndKnob_IsListed()
    {
        string index = CatalogMarkdown.Index();
        foreach (StrategyDescriptor strategy in StrategyCatalog.Seams.SelectMany(s => s.Strategies))
        {
            Assert.Contains($"`{strategy.Id}`", index, StringComparison.Ordinal);
            Assert.All(strategy.Knobs, k => Assert.Contains($"`{k.Name}`", index, StringComparison.Ordinal));
        }
    }

    [Fact]
    public void Index_Links_LeadToTheSeamsPages()
    {
        foreach (SeamDescriptor seam in StrategyCatalog.Seams)
        {
            string link = CatalogMarkdown.PageOf(seam);
            Assert.Contains($"]({link})", CatalogMarkdown.Index(), StringComparison.Ordinal);
            Assert.True(File.Exists(RepositoryFiles.PathOf(Path.Combine("docs/seams", link))), link);
        }
    }
}
