using PlayHouse.Lab.Model.Experiments;
using PlayHouse.Lab.Model.Policies;
using PlayHouse.Lab.Model.Scenarios;
using PlayHouse.Lab.Runner.Validate;

namespace PlayHouse.Lab.Runner.Tests.Validate;

public sealed class ExperimentValidatorTests
{
    private static readonly Policy Policy = new()
    {
        Metrics =
        [
            new MetricPolicy { Id = "bytes-per-message", Role = MetricRole.Primary },
            new MetricPolicy { Id = "latency-p99", Role = MetricRole.Guard },
        ],
    };

    [Fact]
    public void Validate_OneExecutedSeamToggled_HasNothingToSay()
    {
        ValidationResult result = Validate(Spec(Arm(("mailbox", "buffer-block")), Arm(("mailbox", "channel-bounded"))));

        Assert.True(result.IsValid);
        Assert.Empty(result.Warnings);
    }

    [Fact]
    public void Validate_SeamThatTheScenarioDoesNotExecute_IsRefusedByName()
    {
        ValidationResult result = Validate(Spec(Arm(("reply-codec", "to-byte-array")), Arm(("reply-codec", "write-to-span"))));

        FileProblem error = Assert.Single(result.Errors);
        Assert.Equal("scenario c2s-echo does not execute the seam 'reply-codec', so it cannot tell the arms apart", error.Message);
        Assert.Equal("scenarios that do: c2s-proto-echo, room-tick", error.Suggestion);
    }

    [Fact]
    public void Validate_SeamOfAnotherSubject_IsRefusedByNameWithTheScenariosThatRunIt()
    {
        FileProblem[] errors = [.. Validate(Spec(Arm(("mux-chunk", "whole")), Arm(("mux-chunk", "fixed-1k")))).Errors];

        Assert.Equal(2, errors.Length);
        Assert.All(errors, e => Assert.Contains("scenario c2s-echo does not execute the seam 'mux-chunk'", e.Message, StringComparison.Ordinal));
        Assert.All(errors, e => Assert.Equal("scenarios that do: mux-pipe, mux-tcp", e.Suggestion));
    }

    [Theory]
    [InlineData(ScenarioCatalog.MuxTcp, "seed-000-baseline", "scenario mux-tcp executes nothing of the preset 'seed-000-baseline'")]
    [InlineData(ScenarioCatalog.FastPortEcho, "mux-original", "scenario fastport-echo executes nothing of the preset 'mux-original'")]
    [InlineData(ScenarioCatalog.Echo, "fastport-before", "scenario c2s-echo executes nothing of the preset 'fastport-before'")]
    [InlineData(ScenarioCatalog.MuxPipe, "mux-hybrid", null)]
    [InlineData(ScenarioCatalog.FastPortEcho, "fastport-channel", null)]
    [InlineData(ScenarioCatalog.ProtoEcho, "seed-000-final", null)]
    public void Validate_PresetOfAnotherSubject_IsRefusedByName(string scenario, string preset, string? message)
    {
        ExperimentSpec spec = Spec(new ArmSpec { Preset = "default" }, new ArmSpec { Preset = preset }) with { Scenario = scenario };

        Assert.Equal(message, Validate(spec).Errors is [var first, ..] ? first.Message : null);
    }

    [Theory]
    [InlineData("thread-pool", "scenario c2s-echo executes the seam 'wake-up' only with scheduler: dedicated-loops in both arms")]
    [InlineData("dedicated-loops", null)]
    public void Validate_SeamOfAnotherStrategy_NeedsItInBothArms(string scheduler, string? message)
    {
        ValidationResult result = Validate(
            Spec(
                Arm(("scheduler", scheduler), ("wake-up", "signal")),
                Arm(("scheduler", scheduler), ("wake-up", "delay-poll"))),
            Catalogs.Of(("scheduler", ["thread-pool", "dedicated-loops"]), ("wake-up", ["signal", "delay-poll"])));

        Assert.Equal(message, result.Errors.SingleOrDefault()?.Message);
        Assert.Equal(message is null ? null : "set scheduler: dedicated-loops in both arms", result.Errors.SingleOrDefault()?.Suggestion);
    }

    [Fact]
    public void Validate_PresetOfWhichNothingRuns_IsRefusedByName()
    {
        EngineCatalog catalog = Catalogs.Of(("header-codec", ["a", "b"]), ("mailbox", ["x", "y"])) with
        {
            Presets = [Catalogs.Preset("old", ("header-codec", "b")), Catalogs.Preset("mixed", ("header-codec", "b"), ("mailbox", "y")), Catalogs.Preset("default")],
        };

        ValidationResult nothing = Validate(Spec(new ArmSpec { Preset = "default" }, new ArmSpec { Preset = "old" }), catalog);
        ValidationResult something = Validate(Spec(new ArmSpec { Preset = "default" }, new ArmSpec { Preset = "mixed" }), catalog);

        Assert.Equal("scenario c2s-echo executes nothing in which default and old differ (header-codec), so it cannot tell the arms apart", Assert.Single(nothing.Errors).Message);
        Assert.Empty(something.Errors);
        Assert.Contains(something.Warnings, w => w.Message.StartsWith("default and mixed differ also in header-codec, which scenario c2s-echo does not execute", StringComparison.Ordinal));
    }

    [Fact]
    public void Validate_PayloadBelowWhatTheScenarioIsAbout_IsRefused()
    {
        ExperimentSpec spec = Spec(Arm(("session", "a")), Arm(("session", "b")));
        spec = spec with { Scenario = ScenarioCatalog.LargePayload, Load = spec.Load with { PayloadBytes = 64 } };

        FileProblem error = Assert.Single(Validate(spec, Catalogs.Of(("session", ["a", "b"]))).Errors);

        Assert.Equal("payloadBytes: 65536", error.Suggestion);
    }

    [Fact]
    public void Validate_HopsWithoutRoomForTheTimeOfSending_AreRefused()
    {
        ExperimentSpec spec = Spec(Arm(), Arm(("mailbox", "buffer-block")));
        spec = spec with { Load = spec.Load with { Hops = true, PayloadBytes = 19 } };

        FileProblem error = Assert.Single(Validate(spec).Errors);

        Assert.Equal("payloadBytes: 20", error.Suggestion);
        Assert.True(Validate(spec with { Load = spec.Load with { PayloadBytes = 20 } }).IsValid);
    }

    [Fact]
    public void Validate_SeamNotExecutedButTheSameInBothArms_IsAllowed() =>
        Assert.True(Validate(Spec(
            Arm(("mailbox", "buffer-block"), ("reply-codec", "to-byte-array")),
            Arm(("mailbox", "channel-bounded"), ("reply-codec", "to-byte-array")))).IsValid);

    [Theory]
    [InlineData("room-tick", LoadMode.Closed, null, 1, "scenario room-tick has no closed loop: no reply releases a next message", "mode: open")]
    [InlineData("room-tick", LoadMode.Open, 2_001.0, 1, "scenario room-tick makes 20 messages per second for each connection itself: 100 connections are 2000/s, not 2001/s", "rate: auto")]
    [InlineData("room-tick", LoadMode.Open, 2_000.0, 1, null, null)]
    [InlineData("idle-sessions", LoadMode.Open, 50.0, 2, "scenario idle-sessions takes depth 1 at most, this one is 2", "depth: 1")]
    [InlineData("idle-sessions", LoadMode.Closed, null, 1, "scenario idle-sessions has no closed loop: no reply releases a next message", "mode: open")]
    [InlineData("idle-sessions", LoadMode.Open, null, 1, null, null)]
    [InlineData("c2s-echo", LoadMode.Open, null, 1, "blocks of launches one after another have no pilots that find a rate", "rate: N in the file or --rate N, messages per second")]
    [InlineData("connect-storm", LoadMode.Open, null, 1, "blocks of launches one after another have no pilots that find a rate", "rate: N in the file or --rate N, messages per second")]
    [InlineData("connect-storm", LoadMode.Open, 500.0, 181, "scenario connect-storm takes connections × depth of 18000 at most, this is 18100", "lower depth")]
    [InlineData("room-broadcast", LoadMode.Closed, null, 1, null, null)]
    public void Validate_LoadThatHasNoMeaningInTheScenario_IsRefusedByName(
        string scenario, LoadMode mode, double? rate, int depth, string? message, string? suggestion)
    {
        ExperimentSpec spec = Spec(Arm(), Arm()) with
        {
            Scenario = scenario,
            Design = new DesignSpec { Kind = DesignKind.Sequential, Aa = true },
            Load = new LoadSpec { Mode = mode, RatePerSecond = rate, Depth = depth },
        };

        IReadOnlyList<FileProblem> errors = Validate(spec).Errors;

        Assert.Equal(message is null ? [] : [(message, suggestion!)], errors.Select(e => (e.Message, e.Suggestion!)));
    }

    [Theory]
    [InlineData("c2s-echo", 100, 1, 5_001.0, "depth: 2, or a lower rate")]
    [InlineData("c2s-echo", 100, 1, 5_000.0, null)]
    [InlineData("room-broadcast", 100, 1, 26_000.0, "depth: 6, or a lower rate")]
    [InlineData("idle-sessions", 100, 1, 6_000.0, "rate: 5000 or less, or more connections")]
    [InlineData("room-tick", 5_000, 1, 100_000.0, null)]
    public void Validate_DepthThatBearsNoPause_IsRefusedWithTheOneThatDoes(string scenario, int connections, int depth, double? rate, string? suggestion)
    {
        ExperimentSpec spec = Spec(Arm(), Arm()) with
        {
            Scenario = scenario,
            Design = new DesignSpec { Kind = DesignKind.Sequential, Aa = true },
            Load = new LoadSpec { RatePerSecond = rate, Depth = depth, Connections = connections },
        };

        IReadOnlyList<FileProblem> errors = Validate(spec).Errors;

        Assert.Equal(suggestion is null ? [] : [suggestion], errors.Select(e => e.Suggestion));
        Assert.All(errors, e => Assert.Contains("it must bear 20 ms", e.Message, StringComparison.Ordinal));
    }

    [Theory]
    [InlineData("c2s-echo", LoadMode.Open, 1, 26_000.0, 6)]
    [InlineData("c2s-echo", LoadMode.Open, 8, 26_000.0, 8)]
    [InlineData("c2s-echo", LoadMode.Open, 1, null, 1)]
    [InlineData("c2s-echo", LoadMode.Closed, 1, 26_000.0, 1)]
    [InlineData("idle-sessions", LoadMode.Open, 1, 26_000.0, 1)]
    public void AtRate_RateThatWasFound_RaisesTheCapAlone(string scenario, LoadMode mode, int depth, double? rate, int expected)
    {
        LoadSpec load = new() { Mode = mode, Depth = depth, Connections = 100 };

        Assert.Equal(load with { RatePerSecond = rate, Depth = expected }, ScenarioLoadRules.AtRate(scenario, load, rate));
    }

    [Theory]
    [InlineData("c2s-ecko", "there is no scenario 'c2s-ecko'", "did you mean 'c2s-echo'?")]
    [InlineData("null-echo", "there is no scenario 'null-echo'", "")]
    public void Validate_UnknownScenario_IsRefused(string scenario, string message, string suggestion)
    {
        FileProblem error = Assert.Single(Validate(Spec(Arm(), Arm(("mailbox", "buffer-block"))) with { Scenario = scenario }).Errors);

        Assert.Equal(message, error.Message);
        Assert.Contains(suggestion, error.Suggestion, StringComparison.Ordinal);
    }

    [Fact]
    public void Validate_UnknownPresetSeamStrategyAndKnob_AreAllReported()
    {
        var knob = new StrategySetting("channel-bounded", new Dictionary<string, double> { ["capasity"] = 1 });
        var range = new StrategySetting("channel-bounded", new Dictionary<string, double> { ["capacity"] = -1 });
        IReadOnlyList<FileProblem> errors = Validate(Spec(
            new ArmSpec { Set = new Dictionary<string, StrategySetting> { ["mailbox"] = knob, ["scheduler"] = StrategySetting.Of("thread-pol"), ["mailbax"] = knob } },
            new ArmSpec { Set = new Dictionary<string, StrategySetting> { ["mailbox"] = range } })).Errors;
        FileProblem preset = Assert.Single(Validate(Spec(Arm(), new ArmSpec { Preset = "defaut" })).Errors);

        Assert.Equal(4, errors.Count);
        Assert.All(new[] { "capasity", "thread-pol", "mailbax" }, word => Assert.Contains(errors, e => e.Message.Contains(word, StringComparison.Ordinal)));
        Assert.Contains(errors, e => e.Message.StartsWith("arm candidate", StringComparison.Ordinal) && e.Message.Contains("capacity", StringComparison.Ordinal));
        Assert.Equal("did you mean 'default'?", preset.Suggestion);
    }

    [Fact]
    public void Validate_ErrorOfOneSeam_StandsAtTheLineOfThatSeam()
    {
        LoadedFile<ExperimentSpec> file = ExperimentLoaderTests.Parse(ExperimentLoaderTests.Good
            .Replace("capacity: 64", "capacity: -5", StringComparison.Ordinal).Replace("layout: split", "layout: shared", StringComparison.Ordinal));
        FileProblem error = Assert.Single(ExperimentValidator.Validate(file.Required(), Policy, source: file.Source).Errors);

        Assert.Equal(("x.yaml", 13), (error.File, error.Line));
    }

    [Fact]
    public void Validate_PoolWithoutItsCompanion_IsRefused()
    {
        ValidationResult result = Validate(Spec(Arm(("message-pool", "none")), Arm(("message-pool", "object-pool"))));

        Assert.Equal(2, result.Errors.Count);
        Assert.All(result.Errors, e => Assert.Contains("route-object", e.Message, StringComparison.Ordinal));
    }

    [Fact]
    public void Validate_CompanionInOneArmOnly_IsRefused()
    {
        ValidationResult result = Validate(Spec(Arm(), Arm(("message-pool", "concurrent-bag"), ("route-object", "pooled-object"))));

        Assert.Contains(result.Errors, e => e.Message == "arm candidate sets 'route-object' and arm baseline does not");
        Assert.True(Validate(Spec(
            Arm(("message-pool", "none"), ("route-object", "pooled-object")),
            Arm(("message-pool", "concurrent-bag"), ("route-object", "pooled-object")))).IsValid);
    }

    [Fact]
    public void Validate_OneToggleAgainstTheUnwrittenDefault_IsAWarning()
    {
        ValidationResult result = Validate(Spec(Arm(), Arm(("mailbox", "buffer-block"))));

        Assert.True(result.IsValid);
        Assert.Contains("moves with the default", Assert.Single(result.Warnings).Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Validate_ArmsThatDoNotDiffer_AreRefusedUnlessAaOrInjected()
    {
        ArmSpec arm = Arm(("mailbox", "buffer-block"));
        string defaultMailbox = EngineCatalog.Shipped.Seams.Single(s => s.Id == "mailbox").Default.Id;

        Assert.Contains("do not differ", Assert.Single(Validate(Spec(arm, arm)).Errors).Message, StringComparison.Ordinal);
        Assert.Contains("do not differ", Assert.Single(Validate(Spec(Arm(), Arm(("mailbox", defaultMailbox)))).Errors).Message, StringComparison.Ordinal);
        Assert.True(Validate(Spec(arm, arm) with { Design = new DesignSpec { Kind = DesignKind.Sequential, Aa = true } }).IsValid);
        ValidationResult injected = Validate(Spec(arm, arm with { Inject = new InjectSpec { BytesPerMessage = 64 } }));
        Assert.True(injected.IsValid);
        Assert.Contains("planted effect", Assert.Single(injected.Warnings).Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Validate_KnobDiffers_CountsAsAToggle()
    {
        var small = new StrategySetting("channel-bounded", new Dictionary<string, double> { ["capacity"] = 64 });
        var large = new StrategySetting("channel-bounded", new Dictionary<string, double> { ["capacity"] = 128 });

        Assert.True(Validate(Spec(
            new ArmSpec { Set = new Dictionary<string, StrategySetting> { ["mailbox"] = small } },
            new ArmSpec { Set = new Dictionary<string, StrategySetting> { ["mailbox"] = large } })).IsValid);
    }

    [Theory]
    [InlineData("mailbox", "buffer-block", "channel-bounded", false)]
    [InlineData("scheduler", "thread-pool", "global-task-pool", false)]
    [InlineData("hand-over", "per-message", "per-receive-batch", true)]
    public void Validate_LayoutSplit_IsRefusedForSeamsThatNeedTwoProcessors(string seam, string a, string b, bool isValid)
    {
        ValidationResult result = Validate(Spec(Arm((seam, a)), Arm((seam, b))) with { Design = new DesignSpec { Layout = CpuLayout.Split } });

        Assert.Equal(isValid, result.IsValid);
        Assert.All(result.Errors, e => Assert.Contains($"the seam '{seam}' cannot show", e.Message, StringComparison.Ordinal));
    }

    [Fact]
    public void Validate_ClosedLoop_WarnsThatLatencyCannotDecide()
    {
        ExperimentSpec spec = Spec(Arm(("mailbox", "buffer-block")), Arm(("mailbox", "channel-bounded")));
        ValidationResult result = Validate(spec with { Load = new LoadSpec { Mode = LoadMode.Closed, RatePerSecond = 5 } });

        Assert.True(result.IsValid);
        Assert.Equal(2, result.Warnings.Count);
        Assert.Contains("latency-p99", result.Warnings[0].Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Validate_BytesInFlightAboveTheLimit_AreRefused()
    {
        ExperimentSpec spec = Spec(Arm(("mailbox", "buffer-block")), Arm(("mailbox", "channel-bounded")));

        Assert.True(Validate(spec with { Load = new LoadSpec { RatePerSecond = 4_000, Connections = 1024, Depth = 1024, PayloadBytes = 2048 - 256 } }).IsValid);
        FileProblem error = Assert.Single(Validate(spec with { Load = new LoadSpec { RatePerSecond = 4_000, Connections = 1024, Depth = 1024, PayloadBytes = 2049 - 256 } }).Errors);
        Assert.Contains("bytes in flight", error.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Validate_SeveralToggles_WarnsThatTheCombinationIsJudged()
    {
        ValidationResult result = Validate(Spec(
            Arm(("mailbox", "buffer-block"), ("hand-over", "per-message")), Arm(("mailbox", "channel-bounded"), ("hand-over", "per-receive-batch"))));

        Assert.True(result.IsValid);
        Assert.Contains("hand-over, mailbox", Assert.Single(result.Warnings).Message, StringComparison.Ordinal);
    }

    /// <summary>What a thread waits for shows its effect only where idle threads wait as they do in a deployed program.</summary>
    [Theory]
    [InlineData("mailbox", "buffer-block", "channel-bounded")]
    [InlineData("scheduler", "thread-pool", "global-task-pool")]
    public void Validate_PairsOfASeamAboutWaiting_AreMadeAsDeployed(string seam, string baseline, string candidate)
    {
        ExperimentSpec pairs = Spec(Arm((seam, baseline)), Arm((seam, candidate))) with { Design = new DesignSpec { Kind = DesignKind.Pairs } };

        FileProblem error = Assert.Single(Validate(pairs with { Environment = EnvironmentSpec.Usual.In(EnvironmentKind.Steady) }).Errors);
        Assert.Contains($"the seam '{seam}' is about waiting", error.Message, StringComparison.Ordinal);
        Assert.Contains("--environment deployed", error.Suggestion, StringComparison.Ordinal);
        Assert.True(Validate(pairs with { Environment = EnvironmentSpec.Usual.In(EnvironmentKind.Deployed) }).IsValid);
    }

    internal static ArmSpec Arm(params (string Seam, string Strategy)[] set) =>
        new() { Set = set.ToDictionary(s => s.Seam, s => StrategySetting.Of(s.Strategy)) };

    internal static ExperimentSpec Spec(ArmSpec baseline, ArmSpec candidate) => new()
    {
        Id = "001-x",
        Question = "why",
        Scenario = "c2s-echo",
        Arms = new Dictionary<string, ArmSpec> { ["baseline"] = baseline, ["candidate"] = candidate },
        Load = new LoadSpec { RatePerSecond = 4_000 },
        Design = new DesignSpec { Kind = DesignKind.Sequential },
    };

    private static ValidationResult Validate(ExperimentSpec spec, EngineCatalog? catalog = null) => ExperimentValidator.Validate(spec, Policy, catalog);
}
