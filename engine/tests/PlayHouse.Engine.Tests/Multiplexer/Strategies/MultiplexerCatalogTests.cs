using System.Text.RegularExpressions;
using PlayHouse.Engine.Strategies;
using PlayHouse.Multiplexer.Tests.Fakes;

namespace PlayHouse.Multiplexer.Tests.Strategies;

public sealed partial class MultiplexerCatalogTests
{
    [Theory]
    [InlineData("mux-chunk", "whole", "fixed-1k table fixed-64k whole dynamic")]
    [InlineData("mux-header", "in-place", "new-array pooled in-place")]
    [InlineData("mux-emit", "flush-per-batch", "two-writes one-copied-frame gather flush-per-batch")]
    [InlineData("mux-receive", "sequence-slices", "list-growth rent-from-hint sequence-slices")]
    public void Seam_Strategies_AreNamedAndOneIsTheDefault(string seam, string defaultId, string ids)
    {
        SeamDescriptor descriptor = MultiplexerCatalog.Seams.Single(s => s.Id == seam);
        Assert.Equal(ids.Split(' '), descriptor.Strategies.Select(s => s.Id));
        Assert.Equal(defaultId, descriptor.Default.Id);
        Assert.EndsWith("?", descriptor.Question, StringComparison.Ordinal);
    }

    [Fact]
    public void Descriptors_All_AreCompleteAndConsistent()
    {
        Assert.Equal(4, MultiplexerCatalog.Seams.Count);
        foreach (StrategyDescriptor strategy in MultiplexerCatalog.Seams.SelectMany(s => s.Strategies))
        {
            Assert.Matches(KebabCase(), strategy.Id);
            Assert.Equal($"seam.{strategy.Seam}", strategy.Counter);
            Assert.Contains(strategy.Counter, MultiplexerCounterNames.All);
            Assert.Matches("^(seed|design)", strategy.Source);
            Assert.All(strategy.Knobs, knob => Assert.InRange(knob.Default, knob.Min, knob.Max));
        }
    }

    [Fact]
    public void Presets_All_ResolveToWholeSelections()
    {
        Assert.Equal(["default", "mux-original", "mux-optimized", "mux-hybrid"], MultiplexerCatalog.Presets.Select(p => p.Id));
        Assert.All(MultiplexerCatalog.Presets, preset => Assert.Equal(
            MultiplexerCatalog.Seams.Select(s => s.Id), MultiplexerCatalog.Resolve(preset.Selection).Keys));
        Assert.False(MultiplexerCatalog.TryFindPreset("mux-orignal", out _));
    }

    [Fact]
    public async Task Connect_WrongSelectionAndLimits_TellsEverythingAtOnce()
    {
        StrategySelection wrong = StrategySelection.Default.With("mux-chunk", "hole").With("mux-emitt", "gather").With("mux-receive", Variants.Choice("list-growth", ("growthPercent", 1)));
        using RecordingStream stream = new();

        ArgumentException error = Assert.Throws<ArgumentException>(() => MultiplexerConnection.Connect(stream, wrong, new MultiplexerLimits { SendsMax = 0 }));

        Assert.All(["'hole'", "'whole'", "'mux-emitt'", "growthPercent", "SendsMax"], part => Assert.Contains(part, error.Message, StringComparison.Ordinal));
        await using MultiplexerConnection connection = MultiplexerConnection.Connect(stream, StrategySelection.Default, MultiplexerLimits.Default);
        Assert.Equal(["whole", "in-place", "flush-per-batch", "sequence-slices"], connection.BuiltStrategies.Values.Select(c => c.Id));
    }

    [GeneratedRegex("^[a-z0-9]+(-[a-z0-9]+)*$")]
    private static partial Regex KebabCase();
}
