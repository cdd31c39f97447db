using System.Collections.Concurrent;
using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Store.Tests.Fixtures;
using SQLitePCL;

namespace PlayHouse.Lab.Store.Tests;

/// <summary>What lists of runs cost, counted in statements: a clock would measure the machine.</summary>
public sealed class RunListTests
{
    [Theory]
    [InlineData(3)]
    [InlineData(60)]
    public async Task List_AnyNumberOfRuns_IsTwoStatementsAndThenOne(int runs)
    {
        await using var file = new StoreFile();
        LabStore store = await FilledAsync(file, runs);
        ConcurrentQueue<string> statements = Count(store);

        IReadOnlyList<ListedRun> first = await store.Runs.ListWholeAsync(limit: RunTable.MaxListed);
        Assert.Equal(runs, first.Count);
        Assert.Equal(2, Selects(statements));

        statements.Clear();
        IReadOnlyList<ListedRun> again = await store.Runs.ListWholeAsync(limit: RunTable.MaxListed);
        Assert.Equal(1, Selects(statements));
        Assert.Same(first[0].Run.Plan, again[0].Run.Plan);
    }

    [Theory]
    [InlineData(3)]
    [InlineData(30)]
    public async Task History_AnyNumberOfRuns_IsThreeStatementsAndOpensNoLaunch(int runs)
    {
        await using var file = new StoreFile();
        LabStore store = await FilledAsync(file, runs);
        ConcurrentQueue<string> statements = Count(store);

        ILookup<string, LaunchRecord> launches = await store.History.ListAsync("001-reply-codec", RunTable.MaxListed);

        Assert.Equal(3, Selects(statements));
        Assert.Equal(runs, launches.Count);
        LaunchRecord[] one = [.. launches["r-0000"]];
        Assert.Equal(["l-0-0", "l-0-1"], one.Select(l => l.Id));
        Assert.Equal("x", one[0].Fingerprint["cpu"]);
        Assert.Empty(one[1].Fingerprint);
        Assert.Equal(Samples.Launch("r-0000", "l", "baseline").Metrics.Where(m => double.IsFinite(m.Value)).Select(m => m.Key).Order(StringComparer.Ordinal), one[0].Metrics.Keys.Order(StringComparer.Ordinal));
        Assert.Empty(await store.History.ListAsync("no-such", 10));
    }

    [Fact]
    public async Task Histograms_OfARun_AreOneStatement_OfCompletedTimedLaunchesOnly()
    {
        await using var file = new StoreFile();
        LabStore store = await FilledAsync(file, 2);
        await store.Launches.SaveAsync(Samples.Launch("r-0001", "l-failed", "baseline", 1, 0, state: LaunchState.Failed));
        await store.Launches.SaveAsync(Samples.Launch("r-0001", "l-traced", "baseline", 1, 0, kind: LaunchKind.Diagnostic));
        ConcurrentQueue<string> statements = Count(store);

        IReadOnlyList<StoredHistogram> found = await store.Launches.ListHistogramsAsync("r-0001", LoadResult.LatencyRole);

        Assert.Equal(1, Selects(statements));
        Assert.Equal([("l-1-0", "baseline"), ("l-1-1", "candidate")], found.Select(h => (h.LaunchId, h.Arm)));
        Assert.All(found, h => Assert.Equal([1, 2, 3, 255], h.Data));
        Assert.Empty(await store.Launches.ListHistogramsAsync("r-0001", "service"));
    }

    [Fact]
    public async Task List_ShowsAVerdictAndARateThatCameLater()
    {
        await using var file = new StoreFile();
        LabStore store = await file.OpenAsync();
        await store.Runs.CreateAsync(Samples.Plan("r-1"));
        Assert.Null((await store.Runs.ListWholeAsync())[0].Verdict);

        await store.Runs.SetRateAsync("r-1", 500);
        await store.Results.SaveVerdictAsync(Samples.Verdict("r-1", VerdictKind.Keep));
        await store.Results.SaveVerdictAsync(Samples.Verdict("r-1", VerdictKind.Unfit));
        await store.Runs.SetStateAsync("r-1", RunState.Completed);

        ListedRun run = (await store.Runs.ListWholeAsync())[0];
        Assert.Equal((VerdictKind.Unfit, 500.0, RunState.Completed), (run.Verdict!.Kind, run.Run.Plan.RatePerSecond, run.Run.State));
    }

    [Fact]
    public async Task List_ARunRemovedAndUnpackedAgainByAnotherProcess_ShowsItsNewMarkAndVerdict()
    {
        await using var file = new StoreFile();
        LabStore watching = await FilledAsync(file, 2);
        LabStore other = await file.OpenAsync();
        const string run = "r-0001";
        await watching.Runs.SetStateAsync(run, RunState.Completed);
        RunPack pack = await watching.Packs.ReadAsync(run);
        ConcurrentQueue<string> statements = Count(watching);
        foreach (RunOrigin? origin in new RunOrigin?[] { null, RunOrigin.Sample, RunOrigin.Imported, RunOrigin.Sample })
        {
            await other.Runs.DeleteAsync([run]);
            await other.Packs.SaveAsync(pack with { Run = pack.Run with { Plan = pack.Run.Plan with { Origin = origin } } });

            ListedRun shown = (await watching.Runs.ListWholeAsync()).Single(r => r.Run.Id == run);

            Assert.Equal((origin, VerdictKind.Keep), (shown.Run.Plan.Origin, shown.Verdict!.Kind));
        }

        StoredVerdict verdict = pack.Verdict! with { ComputedAt = pack.Verdict.ComputedAt.AddHours(1), Verdict = pack.Verdict.Verdict with { Kind = VerdictKind.Unfit } };
        await other.Runs.DeleteAsync([run]);
        await other.Packs.SaveAsync(pack with { Verdict = verdict });
        Assert.Equal(VerdictKind.Unfit, (await watching.Runs.ListWholeAsync()).Single(r => r.Run.Id == run).Verdict!.Kind);

        statements.Clear();
        await watching.Runs.ListWholeAsync();
        Assert.Equal(1, Selects(statements));
    }

    [Fact]
    public async Task Experiments_AreListedByTheirLatestRun()
    {
        await using var file = new StoreFile();
        var clock = new FakeTimeProvider(new DateTimeOffset(2026, 1, 2, 3, 4, 5, TimeSpan.Zero));
        LabStore store = await file.OpenAsync(clock: clock);
        foreach ((string id, string experiment) in new[] { ("r-1", "a"), ("r-2", "b"), ("r-3", "a") })
        {
            clock.Advance(TimeSpan.FromHours(1));
            await store.Runs.CreateAsync(Samples.Plan(id, experiment));
        }

        Assert.Equal([("a", 2), ("b", 1)], (await store.Runs.ListExperimentsAsync()).Select(e => (e.Id, e.Runs)));
    }

    private static async Task<LabStore> FilledAsync(StoreFile file, int runs)
    {
        LabStore store = await file.OpenAsync();
        for (int i = 0; i < runs; i++)
        {
            string id = $"r-{i:0000}";
            await store.Runs.CreateAsync(Samples.Plan(id));
            await store.Launches.SaveAsync(Samples.Launch(id, $"l-{i}-0", "baseline", 0, 0));
            await store.Launches.SaveAsync(Samples.Launch(id, $"l-{i}-1", "candidate", 0, 1));
            await store.Results.SaveVerdictAsync(Samples.Verdict(id, VerdictKind.Keep));
        }

        return store;
    }

    private static ConcurrentQueue<string> Count(LabStore store)
    {
        ConcurrentQueue<string> statements = new();
        store.Database.Opened = connection => raw.sqlite3_trace(connection.Handle, (_, sql) => statements.Enqueue(sql), null);
        return statements;
    }

    private static int Selects(ConcurrentQueue<string> statements) =>
        statements.Count(s => s.TrimStart().StartsWith("SELECT", StringComparison.OrdinalIgnoreCase));
}
