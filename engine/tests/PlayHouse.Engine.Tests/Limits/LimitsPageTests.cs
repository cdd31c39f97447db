using PlayHouse.Engine.Diagnostics;

namespace PlayHouse.Engine.Tests.Hosting;

public sealed class LimitsPageTests
{
    /// <summary>Sizes and shares that bound nothing by themselves: they have no reaction.</summary>
    private static readonly string[] WithoutReaction =
    [
        nameof(EngineLimits.ReceiveBufferBytes), nameof(EngineLimits.MinimumReceiveRateGrace), nameof(EngineLimits.SlowClientPolicy),
        nameof(EngineLimits.RateLimitPolicy), nameof(EngineLimits.OffStageComputeThreads),
    ];

    [Fact]
    public async Task Page_Committed_EqualsTheProperties()
    {
        string path = RepositoryFiles.PathOf("docs/guide/limits.md");
        string generated = LimitsPage.Render();
        if (Environment.GetEnvironmentVariable("PLAYHOUSE_WRITE_DOCS") == "1")
        {
            await File.WriteAllTextAsync(path, generated);
        }

        Assert.Equal(generated, (await File.ReadAllTextAsync(path)).ReplaceLineEndings("\n"));
    }

    [Fact]
    public void EveryLimit_StatesItsReaction()
    {
        IEnumerable<string> silent = LimitsPage.Limits.Where(l => !l.Summary.Contains("Reaction:", StringComparison.Ordinal)).Select(l => l.Name);

        Assert.Equal(WithoutReaction.Order(StringComparer.Ordinal), silent.Order(StringComparer.Ordinal));
    }

    [Fact]
    public void EveryNamedCounter_Exists()
    {
        HashSet<string> known = [.. Enum.GetValues<EngineCounter>().Select(CounterNames.Of), .. Enum.GetValues<CloseReason>().Select(CounterNames.Of), "message-ids.uncached"];

        Assert.All(LimitsPage.Limits.SelectMany(l => l.Counters), name => Assert.Contains(name, known));
    }
}
