using System.Text.RegularExpressions;
using PlayHouse.Engine.Strategies;

namespace PlayHouse.Engine.Tests.Strategies;

public sealed partial class StrategyCatalogTests
{
    /// <summary>Seams that are passed per receive or segment and not per message.</summary>
    private static readonly string[] AmortisedSeams = ["buffer-pool", "lock"];

    [Fact]
    public void Seams_Release_AreThoseOfTheDesignInItsOrder() =>
        Assert.Equal(
            [
                "message-pool", "reply-codec", "header-codec", "header-parse", "scheduler", "mailbox", "hand-over", "stage-loop", "route-object",
                "dispatch-result", "peer-id", "message-id", "buffer-pool", "session", "send-pump", "wake-up", "lock", "receive-buffer", "request-table",
                "mesh-frame",
            ],
            StrategyCatalog.Seams.Select(s => s.Id));

    [Theory]
    [InlineData("message-pool", "object-pool", "none concurrent-bag object-pool thread-local-shared")]
    [InlineData("reply-codec", "write-to-span", "to-byte-array coded-output-stream write-to-span")]
    [InlineData("scheduler", "thread-pool", "thread-pool global-task-pool dedicated-loops inline")]
    [InlineData("wake-up", "signal", "signal delay-poll yield-spin")]
    [InlineData("mailbox", "concurrent-queue", "channel-unbounded channel-bounded buffer-block concurrent-queue mpsc-ring")]
    [InlineData("hand-over", "per-receive-batch", "per-message per-receive-batch")]
    [InlineData("stage-loop", "scheduled", "scheduled awaiting-loop")]
    [InlineData("dispatch-result", "sync", "task value-task sync")]
    [InlineData("route-object", "struct-slot", "per-message-object pooled-object struct-slot")]
    [InlineData("header-codec", "write-to-span", "to-byte-array coded-output-stream write-to-span")]
    [InlineData("header-parse", "field-reader", "parse-from merge-into-pooled field-reader")]
    [InlineData("peer-id", "byte-compared-cache", "string-per-receive hash-cache byte-compared-cache")]
    [InlineData("request-table", "pooled-awaitable", "tcs-cancellation-source pooled-awaitable")]
    [InlineData("mesh-frame", "three-frames", "three-frames merged-frame")]
    [InlineData("message-id", "interned-table", "string-per-message interned-table")]
    [InlineData("send-pump", "flush-on-idle", "per-message coalesced flush-on-idle gather")]
    [InlineData("buffer-pool", "array-pool-private", "new-array array-pool-shared array-pool-private buckets-53 buckets-53-counted pinned-blocks")]
    [InlineData("session", "saea", "three-task two-task saea pipelines async-socket epoll-loop")]
    [InlineData("lock", "lock-type", "lock-type object-monitor reader-writer-lock-slim spin-lock")]
    [InlineData("receive-buffer", "circular-pooled", "linear circular-array circular-pooled pipe")]
    public void Seam_Strategies_NoneHasGoneAndOneIsTheDefault(string seam, string defaultId, string ids)
    {
        SeamDescriptor descriptor = StrategyCatalog.Seam(seam);
        // Losing strategies stay; new ones may come.
        Assert.Equal(ids.Split(' '), descriptor.Strategies.Select(s => s.Id).Intersect(ids.Split(' ')));
        Assert.Equal(defaultId, Assert.Single(descriptor.Strategies, s => s.IsDefault).Id);
        Assert.Equal(defaultId, descriptor.Default.Id);
    }

    [Fact]
    public void Descriptors_All_AreCompleteAndConsistent()
    {
        foreach (SeamDescriptor seam in StrategyCatalog.Seams)
        {
            Assert.EndsWith("?", seam.Question, StringComparison.Ordinal);
            Assert.Equal(seam.Strategies.Count, seam.Strategies.Select(s => s.Id).Distinct().Count());
            foreach (StrategyDescriptor strategy in seam.Strategies)
            {
                Assert.Equal(seam.Id, strategy.Seam);
                Assert.Matches(KebabCase(), strategy.Id);
                Assert.Equal($"seam.{seam.Id}", strategy.Counter);
                Assert.Equal(AmortisedSeams.Contains(seam.Id) ? 0.01 : 0.9, strategy.MinHitsPerMessage);
                Assert.NotEmpty(strategy.Summary);
                Assert.Matches("^(seed|design)", strategy.Source);
                Assert.False(strategy.IsDefault && strategy.Status == StrategyStatus.HistoricalDefect);
                Assert.All(strategy.Knobs, AssertKnob);
                Assert.Contains(strategy.Counters, c => c.MinPerMessage > 0);
                Assert.All(strategy.Counters, c => Assert.Equal($"strategy.{seam.Id}.{strategy.Id}.{c.Event}", c.Name));
                Assert.Equal(strategy.Counters.Count, strategy.Counters.Select(c => c.Event).Distinct().Count());
                Assert.Equal(strategy.Knobs.Count, strategy.Knobs.Select(k => k.Name).Distinct().Count());
            }
        }
    }

    [Fact]
    public void Seam_UnknownId_ThrowsWithTheLegalOnes()
    {
        ArgumentException error = Assert.Throws<ArgumentException>(() => StrategyCatalog.Seam("post-box"));
        Assert.Contains("mailbox", error.Message, StringComparison.Ordinal);
        Assert.False(StrategyCatalog.TryFind("post-box", out _));
    }

    [Fact]
    public void Presets_All_ResolveToWholeSelections()
    {
        Assert.Contains(StrategyPresets.All, p => p.Id == "default");
        Assert.Equal(StrategyPresets.All.Count, StrategyPresets.All.Select(p => p.Id).Distinct().Count());
        foreach (StrategyPreset preset in StrategyPresets.All)
        {
            Assert.Empty(StrategyRules.Validate(preset.Selection));
            Assert.Equal(StrategyCatalog.Seams.Select(s => s.Id), StrategyRules.Resolve(preset.Selection).Keys);
            Assert.True(StrategyPresets.TryFind(preset.Id, out StrategyPreset? found));
            Assert.Same(preset, found);
        }

        Assert.False(StrategyPresets.TryFind("no-such", out _));
    }

    private static void AssertKnob(KnobDescriptor knob)
    {
        Assert.Matches("^[a-z][a-zA-Z]*$", knob.Name);
        Assert.NotEmpty(knob.Unit);
        Assert.NotEmpty(knob.Summary);
        Assert.InRange(knob.Default, knob.Min, knob.Max);
        Assert.Equal(Math.Floor(knob.Default), knob.Default);
    }

    [GeneratedRegex("^[a-z]+(-[a-z0-9]+)*$")]
    private static partial Regex KebabCase();
}
