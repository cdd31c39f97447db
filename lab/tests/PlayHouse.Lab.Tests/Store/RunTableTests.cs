using System.Text.Json;
using PlayHouse.Lab.Model;
using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Store.Tests.Fixtures;

namespace PlayHouse.Lab.Store.Tests;

public sealed class RunTableTests
{
    [Fact]
    public async Task Create_Plan_ComesBackEqual()
    {
        await using var file = new StoreFile();
        LabStore store = await file.OpenAsync();
        RunPlan plan = Samples.Plan();

        await store.Runs.CreateAsync(plan);
        RunRecord run = (await store.Runs.FindAsync(plan.RunId))!;

        Assert.Equal(JsonSerializer.Serialize(plan, LabJson.Indented), JsonSerializer.Serialize(run.Plan, LabJson.Indented));
        Assert.Equal(ulong.MaxValue - 3, run.Plan.Seed);
        Assert.Equal(RunState.Planned, run.State);
    }

    [Fact]
    public async Task Create_SameIdTwice_IsAConflict()
    {
        await using var file = new StoreFile();
        LabStore store = await file.OpenAsync();
        await store.Runs.CreateAsync(Samples.Plan());

        var error = await Assert.ThrowsAsync<StoreException>(() => store.Runs.CreateAsync(Samples.Plan()));
        Assert.Equal(StoreProblem.Conflict, error.Problem);
    }

    [Fact]
    public async Task Resolve_Prefixes_FindOneOrNameTheCandidates()
    {
        await using var file = new StoreFile();
        LabStore store = await file.OpenAsync();
        await store.Runs.CreateAsync(Samples.Plan("r-20260102-030405-aaaa"));
        await store.Runs.CreateAsync(Samples.Plan("r-20260102-030405-abcd"));
        await store.Runs.CreateAsync(Samples.Plan("r-20260102-030405-abcdef"));

        Assert.Equal("r-20260102-030405-aaaa", (await store.Runs.ResolveAsync("r-20260102-030405-aa")).Id);
        Assert.Equal("r-20260102-030405-aaaa", (await store.Runs.ResolveAsync("20260102-030405-aa")).Id);
        Assert.Equal("r-20260102-030405-abcd", (await store.Runs.ResolveAsync("r-20260102-030405-abcd")).Id);
        var ambiguous = await Assert.ThrowsAsync<StoreException>(() => store.Runs.ResolveAsync("r-20260102-030405-ab"));
        Assert.Equal(StoreProblem.Ambiguous, ambiguous.Problem);
        Assert.Contains("r-20260102-030405-abcd", ambiguous.Message, StringComparison.Ordinal);
        Assert.Contains("r-20260102-030405-abcdef", ambiguous.Message, StringComparison.Ordinal);
        Assert.DoesNotContain("aaaa", ambiguous.Message, StringComparison.Ordinal);
        foreach (string wild in new[] { "r-%", "r-2026_102", "nothing" })
        {
            var missing = await Assert.ThrowsAsync<StoreException>(() => store.Runs.ResolveAsync(wild));
            Assert.Equal(StoreProblem.NotFound, missing.Problem);
        }
    }

    [Fact]
    public async Task SetRate_Twice_KeepsTheFirst()
    {
        await using var file = new StoreFile();
        LabStore store = await file.OpenAsync();
        RunPlan plan = Samples.Plan();
        await store.Runs.CreateAsync(plan);

        Assert.Null((await store.Runs.FindAsync(plan.RunId))!.Plan.RatePerSecond);
        Assert.Equal(1234.5, (await store.Runs.SetRateAsync(plan.RunId, 1234.5, "pilots")).RatePerSecond);
        Assert.Equal(new RateInForce(1234.5, null), await store.Runs.SetRateAsync(plan.RunId, 99));
        Assert.Equal(1234.5, (await store.Runs.FindAsync(plan.RunId))!.Plan.RatePerSecond);
        RunEvent only = Assert.Single(await store.Events.ReadAsync(plan.RunId));
        Assert.Equal(RunEventTypes.RateFound, only.Type);
        foreach (double bad in new[] { 0, -1, double.NaN, double.PositiveInfinity })
        {
            await Assert.ThrowsAsync<StoreException>(() => store.Runs.SetRateAsync(plan.RunId, bad));
        }
    }

    [Fact]
    public async Task SetRate_PlannedWithARate_KeepsThePlansRate()
    {
        await using var file = new StoreFile();
        LabStore store = await file.OpenAsync();
        RunPlan plan = Samples.Plan(rate: 500);
        await store.Runs.CreateAsync(plan);

        Assert.Equal(500, (await store.Runs.SetRateAsync(plan.RunId, 900)).RatePerSecond);
    }

    [Fact]
    public async Task Cancel_Requested_IsSeenByAnotherReaderOnce()
    {
        await using var file = new StoreFile();
        LabStore store = await file.OpenAsync();
        LabStore reader = await file.OpenAsync(StoreMode.Read);
        string id = (await store.Runs.CreateAsync(Samples.Plan())).Id;

        Assert.False(await reader.Runs.IsCancelRequestedAsync(id));
        Assert.True(await store.Runs.RequestCancelAsync(id));
        Assert.False(await store.Runs.RequestCancelAsync(id));
        Assert.True(await reader.Runs.IsCancelRequestedAsync(id));
        Assert.Equal([RunEventTypes.CancelRequested], (await reader.Events.ReadAsync(id)).Select(e => e.Type));
    }

    [Fact]
    public async Task SetState_Completed_IsFinalAndLogged()
    {
        await using var file = new StoreFile();
        LabStore store = await file.OpenAsync();
        string id = (await store.Runs.CreateAsync(Samples.Plan())).Id;
        await store.Runs.SetStateAsync(id, RunState.Running);
        await store.Runs.SetStateAsync(id, RunState.Interrupted);
        Assert.Null((await store.Runs.FindAsync(id))!.EndedAt);
        await store.Runs.SetStateAsync(id, RunState.Running);
        await store.Runs.SetStateAsync(id, RunState.Completed);

        Assert.NotNull((await store.Runs.FindAsync(id))!.EndedAt);
        var error = await Assert.ThrowsAsync<StoreException>(() => store.Runs.SetStateAsync(id, RunState.Running));
        Assert.Equal(StoreProblem.Conflict, error.Problem);
        Assert.Equal(
            ["""{"state":"interrupted"}""", """{"state":"completed"}"""], (await store.Events.ReadAsync(id)).Select(e => e.Json));
    }

    [Fact]
    public async Task List_RunWithTwoVerdicts_ShowsTheLast()
    {
        await using var file = new StoreFile();
        LabStore store = await file.OpenAsync();
        string first = (await store.Runs.CreateAsync(Samples.Plan("r-1"))).Id;
        string second = (await store.Runs.CreateAsync(Samples.Plan("r-2", "002-other"))).Id;
        await store.Results.SaveVerdictAsync(Samples.Verdict(first, VerdictKind.Inconclusive));
        await store.Results.SaveVerdictAsync(Samples.Verdict(first, VerdictKind.TradeOff));

        IReadOnlyList<RunSummary> all = await store.Runs.ListAsync();
        Assert.Equal(2, all.Count);
        Assert.Equal(VerdictKind.TradeOff, all.Single(r => r.Id == first).Verdict);
        Assert.Null(all.Single(r => r.Id == second).Verdict);
        Assert.Equal(second, Assert.Single(await store.Runs.ListAsync("002-other")).Id);
        StoredVerdict last = (await store.Results.FindVerdictAsync(first))!;
        Assert.Equal((2, VerdictKind.TradeOff), (last.Seq, last.Verdict.Kind));
    }

    [Fact]
    public async Task Delete_CitedOwnedAndFree_RemovesOnlyTheFree()
    {
        await using var file = new StoreFile();
        LabStore store = await file.OpenAsync();
        foreach (string id in new[] { "r-cited", "r-owned", "r-free" })
        {
            await store.Runs.CreateAsync(Samples.Plan(id));
            await store.Launches.SaveAsync(Samples.Launch(id, "l-" + id, "baseline"));
            await store.Artefacts.SaveAsync(new Artefact { Path = $"l-{id}/trace.nettrace", LaunchId = "l-" + id, SizeBytes = 10, Sha256 = "00" });
        }

        await store.Decisions.SaveAsync(new DecisionRecord { Id = "d-0001", RunIds = ["r-cited"], Body = "keep" });
        await store.Ownership.TryTakeAsync("r-owned", ProcessIdentity.Current);
        DeletionResult result = await store.Runs.DeleteAsync(["r-cited", "r-owned", "r-free", "r-none"]);

        Assert.Equal(["r-free"], result.Deleted);
        Assert.Equal(["l-r-free/trace.nettrace"], result.ArtefactPaths);
        Assert.Equal(["r-cited", "r-owned", "r-none"], result.Kept.Select(k => k.RunId));
        Assert.Contains("d-0001", result.Kept[0].Reason, StringComparison.Ordinal);
        Assert.Null(await store.Launches.FindAsync("l-r-free"));
        Assert.NotNull(await store.Launches.FindAsync("l-r-cited"));
        Assert.Equal(2, (await store.Artefacts.ListAsync()).Count);
    }

    [Fact]
    public async Task Launch_Saved_ComesBackWithHistogramsAndMissingNumbers()
    {
        await using var file = new StoreFile();
        LabStore store = await file.OpenAsync();
        string id = (await store.Runs.CreateAsync(Samples.Plan())).Id;
        LaunchRecord launch = Samples.Launch(id, "l-1", "baseline");
        await store.Launches.SaveAsync(launch);

        LaunchRecord found = (await store.Launches.FindAsync("l-1"))!;
        Assert.Equal(JsonSerializer.Serialize(launch, LabJson.Compact), JsonSerializer.Serialize(found, LabJson.Compact));
        Assert.Empty(Assert.Single(await store.Launches.ListAsync(id)).Load!.Histograms);
        Assert.Empty(await store.Launches.ListAsync(id, LaunchKind.Pilot));
        RunEvent ended = Assert.Single(await store.Events.ReadAsync(id));
        Assert.Equal(RunEventTypes.LaunchEnded, ended.Type);
        Assert.Contains("\"l-1\"", ended.Json, StringComparison.Ordinal);
    }
}
