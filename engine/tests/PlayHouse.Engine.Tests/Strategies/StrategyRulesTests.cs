using PlayHouse.Engine.Strategies;

namespace PlayHouse.Engine.Tests.Strategies;

public sealed class StrategyRulesTests
{
    [Fact]
    public void Validate_Default_HasNoError() => Assert.Empty(StrategyRules.Validate(StrategySelection.Default));

    [Fact]
    public void Validate_EveryStrategyOfEverySeam_HasNoError()
    {
        foreach (StrategyDescriptor strategy in StrategyCatalog.Seams.SelectMany(s => s.Strategies))
        {
            StrategySelection selection = StrategySelection.Default.With(strategy.Seam, strategy.Id);
            selection = strategy.Seam == "message-pool" ? selection.With("route-object", "pooled-object") : selection;
            selection = strategy.Seam == "wake-up" ? selection.With("scheduler", "dedicated-loops") : selection;
            selection = strategy.Seam is "receive-buffer" or "lock" ? selection.With("session", "three-task") : selection;
            Assert.Empty(StrategyRules.Validate(selection));
        }
    }

    [Theory]
    [InlineData("receive-buffer", "circular-pooled", null)]
    [InlineData("receive-buffer", "linear", "pipelines")]
    [InlineData("lock", "spin-lock", null)]
    [InlineData("lock", "lock-type", "two-task")]
    public void Validate_BufferBetweenTasksThatAreNotThere_IsRefused(string seam, string strategy, string? session)
    {
        StrategySelection selection = StrategySelection.Default.With(seam, strategy);
        string error = Single(session is null ? selection : selection.With("session", session));
        Assert.Contains($"Seam '{seam}' is chosen, but session '{session ?? "saea"}'", error, StringComparison.Ordinal);
        Assert.Contains("three-task", error, StringComparison.Ordinal);
    }

    [Fact]
    public void Validate_LockOfAPipe_IsRefused()
    {
        StrategySelection selection = StrategySelection.Default.With("session", "three-task").With("receive-buffer", "pipe");
        Assert.Empty(StrategyRules.Validate(selection));
        Assert.Contains("has a lock of its own", Single(selection.With("lock", "spin-lock")), StringComparison.Ordinal);
    }

    [Fact]
    public void Validate_UnknownSeam_NamesTheNearest()
    {
        string error = Single(StrategySelection.Default.With("mail-box", "concurrent-queue"));
        Assert.Contains("Unknown seam 'mail-box'. Did you mean 'mailbox'?", error, StringComparison.Ordinal);
        Assert.Contains("route-object", error, StringComparison.Ordinal);
    }

    [Fact]
    public void Validate_UnknownStrategy_NamesTheNearestAndAllLegal()
    {
        string error = Single(StrategySelection.Default.With("mailbox", "Channel-Bound"));
        Assert.Contains("Did you mean 'channel-bounded'?", error, StringComparison.Ordinal);
        Assert.Contains($"Legal: {string.Join(", ", StrategyCatalog.Seam("mailbox").Strategies.Select(s => s.Id))}.", error, StringComparison.Ordinal);
    }

    [Fact]
    public void Validate_NothingNear_SuggestsNothing()
    {
        Assert.DoesNotContain("Did you mean", Single(StrategySelection.Default.With("zzzz", "x")), StringComparison.Ordinal);
        Assert.DoesNotContain("Did you mean", Single(StrategySelection.Default.With(new string('m', 100_000), "x")), StringComparison.Ordinal);
    }

    [Fact]
    public void Validate_UnknownKnob_NamesTheLegalOnes()
    {
        Assert.Contains("Did you mean 'capacity'?", Single(With("mailbox", "channel-bounded", ("capacty", 5))), StringComparison.Ordinal);
        Assert.Contains("There are none.", Single(With("mailbox", "concurrent-queue", ("capacity", 5))), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(-1)]
    [InlineData(1048577)]
    [InlineData(1.5)]
    [InlineData(double.NaN)]
    [InlineData(double.PositiveInfinity)]
    [InlineData(double.NegativeInfinity)]
    public void Validate_KnobOutsideItsRange_SaysTheRange(double value) =>
        Assert.Contains("whole number of items from 1 to 1048576", Single(With("mailbox", "channel-bounded", ("capacity", value))), StringComparison.Ordinal);

    [Theory]
    [InlineData(1)]
    [InlineData(1048576)]
    public void Validate_KnobAtTheEndOfItsRange_HasNoError(double value) =>
        Assert.Empty(StrategyRules.Validate(With("mailbox", "channel-bounded", ("capacity", value))));

    [Theory]
    [InlineData(300, null)]
    [InlineData(null, 99)]
    [InlineData(8, 4)]
    public void Validate_MoreWorkersAtTheStartThanAtMost_IsRefused(int? workersMin, int? workersMax)
    {
        Dictionary<string, double> knobs = [];
        if (workersMin is not null)
        {
            knobs["workersMin"] = workersMin.Value;
        }

        if (workersMax is not null)
        {
            knobs["workersMax"] = workersMax.Value;
        }

        StrategySelection selection = StrategySelection.Default.With("scheduler", new StrategyChoice("global-task-pool", knobs));
        Assert.Contains("above workersMax", Single(selection), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(null)]
    [InlineData("struct-slot")]
    [InlineData("per-message-object")]
    public void Validate_PoolThatNothingRentsFrom_IsRefused(string? route)
    {
        StrategySelection selection = StrategySelection.Default.With("message-pool", "object-pool");
        selection = route is null ? selection : selection.With("route-object", route);
        string error = Single(selection);
        Assert.Contains("message-pool", error, StringComparison.Ordinal);
        Assert.Contains("pooled-object", error, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(null)]
    [InlineData("thread-pool")]
    [InlineData("global-task-pool")]
    [InlineData("inline")]
    public void Validate_WakeUpThatNoThreadWaitsWith_IsRefused(string? scheduler)
    {
        StrategySelection selection = StrategySelection.Default.With("wake-up", "delay-poll");
        selection = scheduler is null ? selection : selection.With("scheduler", scheduler);
        string error = Single(selection);
        Assert.Contains("wake-up", error, StringComparison.Ordinal);
        Assert.Contains(scheduler ?? "thread-pool", error, StringComparison.Ordinal);
        Assert.Contains("dedicated-loops", error, StringComparison.Ordinal);
    }

    [Fact]
    public void Validate_AwaitingLoopOnThePostersThread_IsRefused()
    {
        StrategySelection selection = StrategySelection.Default.With("scheduler", "inline").With("stage-loop", "awaiting-loop");
        string error = Single(selection);
        Assert.Contains("inline", error, StringComparison.Ordinal);
        Assert.Contains("awaiting-loop", error, StringComparison.Ordinal);
        Assert.Empty(StrategyRules.Validate(selection.With("stage-loop", "scheduled")));
        Assert.Empty(StrategyRules.Validate(selection.With("scheduler", "global-task-pool")));
    }

    [Fact]
    public void Validate_ManyErrors_ReportsAllAtOnce()
    {
        StrategySelection selection = StrategySelection.Default
            .With("no-such-seam", "x")
            .With("mailbox", "no-such")
            .With("hand-over", Variants.Choice("per-receive-batch", ("batchMax", 0), ("batches", 1)))
            .With("message-pool", "none");
        Assert.Equal(5, StrategyRules.Validate(selection).Count);
        ArgumentException error = Assert.Throws<ArgumentException>(() => StrategyRules.Resolve(selection));
        Assert.All(StrategyRules.Validate(selection), e => Assert.Contains(e, error.Message, StringComparison.Ordinal));
    }

    [Fact]
    public void Validate_HolesFromAFile_AreErrorsAndNotCrashes()
    {
        StrategySelection selection = new(new Dictionary<string, StrategyChoice>
        {
            ["mailbox"] = null!,
            ["scheduler"] = new StrategyChoice("global-task-pool", null!),
            ["route-object"] = new StrategyChoice(null!, new Dictionary<string, double>()),
        });
        Assert.Equal(3, StrategyRules.Validate(selection).Count);
    }

    [Fact]
    public void Resolve_Selection_GivesEverySeamAllKnobs()
    {
        StrategySelection selection = With("scheduler", "global-task-pool", ("workersMin", 3)).With("route-object", "pooled-object");
        IReadOnlyDictionary<string, StrategyChoice> resolved = StrategyRules.Resolve(selection);

        Assert.Equal(StrategyCatalog.Seams.Select(s => s.Id), resolved.Keys);
        foreach ((string seam, StrategyChoice choice) in resolved)
        {
            Assert.Equal(StrategyCatalog.Seam(seam).Find(choice.Id)!.Knobs.Select(k => k.Name), choice.Knobs.Keys);
        }

        Assert.Equal("global-task-pool", resolved["scheduler"].Id);
        Assert.Equal(3, resolved["scheduler"].Knobs["workersMin"]);
        Assert.Equal(200, resolved["scheduler"].Knobs["workersMax"]);
        Assert.Equal("pooled-object", resolved["route-object"].Id);
        Assert.Equal("object-pool", resolved["message-pool"].Id);
        Assert.Equal(1024, resolved["hand-over"].Knobs["batchMax"]);
    }

    private static StrategySelection With(string seam, string strategy, params (string Name, double Value)[] knobs) =>
        StrategySelection.Default.With(seam, Variants.Choice(strategy, knobs));

    private static string Single(StrategySelection selection) => Assert.Single(StrategyRules.Validate(selection));
}
