using System.Text.RegularExpressions;
using PlayHouse.Engine.Strategies;
using PlayHouse.FastPort.Strategies;

namespace PlayHouse.FastPort.Tests.Strategies;

public sealed partial class CatalogTests
{
    public static TheoryData<string> All => Selections.All;

    [Theory]
    [InlineData("mailbox", "concurrent-queue", "channel-unbounded channel-bounded buffer-block concurrent-queue")]
    [InlineData("wake-up", "signal", "signal delay-poll yield-spin")]
    [InlineData("lock", "lock-type", "lock-type object-monitor reader-writer-lock-slim spin-lock")]
    [InlineData("receive-buffer", "circular-pooled", "linear circular-array circular-pooled pipe")]
    public void Seam_Strategies_AreNamedAndOneIsTheDefault(string seam, string defaultId, string ids)
    {
        SeamDescriptor descriptor = FastPortCatalog.Seams.Single(s => s.Id == seam);
        Assert.Equal(ids.Split(' '), descriptor.Strategies.Select(s => s.Id));
        Assert.Equal(defaultId, descriptor.Default.Id);
        Assert.EndsWith("?", descriptor.Question, StringComparison.Ordinal);
        foreach (StrategyDescriptor strategy in descriptor.Strategies)
        {
            Assert.Equal((seam, $"seam.{seam}", 0.9), (strategy.Seam, strategy.Counter, strategy.MinHitsPerMessage));
            Assert.Matches("^(seed|design)", strategy.Source);
            Assert.False(strategy.IsDefault && strategy.Status == StrategyStatus.HistoricalDefect);
            Assert.All(strategy.Knobs, k => Assert.InRange(k.Default, k.Min, k.Max));
            Assert.All(strategy.Knobs, k => Assert.Matches(CamelCase(), k.Name));
        }
    }

    [Fact]
    public void Seams_Release_AreFour() =>
        Assert.Equal(["mailbox", "wake-up", "lock", "receive-buffer"], FastPortCatalog.Seams.Select(s => s.Id));

    [Theory]
    [InlineData("fastport-before", "buffer-block delay-poll reader-writer-lock-slim circular-array")]
    [InlineData("fastport-lock", "buffer-block delay-poll lock-type circular-pooled")]
    [InlineData("fastport-channel", "channel-bounded delay-poll lock-type circular-pooled")]
    [InlineData("default", "concurrent-queue signal lock-type circular-pooled")]
    public async Task Preset_Started_IsBuiltAsHistorySays(string id, string strategies)
    {
        Assert.True(FastPortPresets.TryFind(id, out StrategyPreset? preset));
        await using FastPortServer server = Servers.Start(preset.Selection);
        Assert.Equal(strategies.Split(' '), server.BuiltStrategies.Values.Select(v => v.Split('{')[0]));
        Assert.False(FastPortPresets.TryFind("fastport-after", out _));
    }

    [Theory]
    [MemberData(nameof(All))]
    public async Task Selection_Started_IsBuiltAsChosen(string name)
    {
        StrategySelection selection = Selections.Parse(name);
        await using FastPortServer server = Servers.Start(selection);
        foreach ((string seam, StrategyChoice choice) in FastPortRules.Resolve(selection))
        {
            if (seam == "lock" && server.BuiltStrategies["receive-buffer"] == "pipe")
            {
                Assert.False(server.BuiltStrategies.ContainsKey(seam));
                continue;
            }

            string knobs = string.Join(',', choice.Knobs.Select(k => $"{k.Key}={k.Value}"));
            Assert.Equal(knobs.Length == 0 ? choice.Id : $"{choice.Id}{{{knobs}}}", server.BuiltStrategies[seam]);
        }
    }

    [Theory]
    [InlineData("mailbox", "mpsc-ring", "Unknown strategy 'mpsc-ring' of seam 'mailbox'.")]
    [InlineData("scheduler", "thread-pool", "Unknown seam 'scheduler'.")]
    [InlineData("wake-up", "signl", "Did you mean 'signal'?")]
    public void Start_WithWhatFastPortDoesNotHave_IsRefusedByName(string seam, string strategy, string expected)
    {
        ArgumentException error = Assert.Throws<ArgumentException>(() => Servers.Start(StrategySelection.Default.With(seam, strategy)));
        Assert.Contains(expected, error.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Start_WithALockThatNothingEnters_IsRefused()
    {
        StrategySelection selection = StrategySelection.Default.With("receive-buffer", "pipe").With("lock", "spin-lock");
        Assert.Contains("synchronises itself", Assert.Single(FastPortRules.Validate(selection)), StringComparison.Ordinal);
        Assert.Empty(FastPortRules.Validate(StrategySelection.Default.With("receive-buffer", "pipe")));
    }

    [GeneratedRegex("^[a-z][a-zA-Z]*$")]
    private static partial Regex CamelCase();
}
