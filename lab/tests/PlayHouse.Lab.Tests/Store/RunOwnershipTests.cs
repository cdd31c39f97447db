using System.Diagnostics;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Store.Tests.Fixtures;

namespace PlayHouse.Lab.Store.Tests;

public sealed class RunOwnershipTests
{
    private static readonly ProcessIdentity Elsewhere = new("another-machine", 41, DateTimeOffset.UnixEpoch);
    private static readonly ProcessIdentity Rival = new("third-machine", 42, DateTimeOffset.UnixEpoch);

    [Fact]
    public async Task TryTake_OwnerOnAnotherMachine_StaleOnlyAfterFifteenSeconds()
    {
        await using var file = new StoreFile();
        var clock = new FakeTimeProvider(new DateTimeOffset(2026, 1, 2, 3, 4, 5, TimeSpan.Zero));
        LabStore store = await file.OpenAsync(clock: clock);
        string id = (await store.Runs.CreateAsync(Samples.Plan())).Id;

        Assert.True((await store.Ownership.TryTakeAsync(id, Elsewhere)).IsTaken);
        clock.Advance(RunOwnership.StaleAfter);
        OwnershipAttempt refused = await store.Ownership.TryTakeAsync(id, Rival);
        Assert.False(refused.IsTaken);
        Assert.Equal(Elsewhere, refused.Previous!.Process);
        Assert.True(await store.Ownership.HeartbeatAsync(id, Elsewhere));
        clock.Advance(TimeSpan.FromSeconds(15.001));
        OwnershipAttempt taken = await store.Ownership.TryTakeAsync(id, Rival);

        Assert.True(taken.IsTaken);
        Assert.Equal(Elsewhere, taken.Previous!.Process);
        Assert.False(await store.Ownership.HeartbeatAsync(id, Elsewhere));
        Assert.False(await store.Ownership.ReleaseAsync(id, Elsewhere));
        Assert.Equal([RunEventTypes.OwnerChanged], (await store.Events.ReadAsync(id)).Select(e => e.Type));
    }

    [Fact]
    public async Task TryTake_SameProcessAgain_Succeeds()
    {
        await using var file = new StoreFile();
        LabStore store = await file.OpenAsync();
        string id = (await store.Runs.CreateAsync(Samples.Plan())).Id;

        Assert.True((await store.Ownership.TryTakeAsync(id, ProcessIdentity.Current)).IsTaken);
        Assert.True((await store.Ownership.TryTakeAsync(id, ProcessIdentity.Current)).IsTaken);
        Assert.True(await store.Ownership.ReleaseAsync(id, ProcessIdentity.Current));
        Assert.Null(await store.Ownership.FindAsync(id));
        Assert.Empty(await store.Events.ReadAsync(id));
    }

    [Fact]
    public async Task TryTake_OwnerProcessKilled_TakesOverAtOnce()
    {
        await using var file = new StoreFile();
        LabStore store = await file.OpenAsync();
        string id = (await store.Runs.CreateAsync(Samples.Plan())).Id;
        using Process child = Child.Start(Child.Wait);
        Assert.Equal("ready", await child.StandardOutput.ReadLineAsync());
        ProcessIdentity owner = ProcessIdentity.Of(child);
        await store.Ownership.TryTakeAsync(id, owner);

        Assert.True(owner.IsAlive());
        Assert.False((await store.Ownership.TryTakeAsync(id, ProcessIdentity.Current)).IsTaken);
        child.Kill();
        await child.WaitForExitAsync();
        Assert.True((await store.Ownership.TryTakeAsync(id, ProcessIdentity.Current)).IsTaken);
    }

    [Fact]
    public async Task TryTake_PidReusedByALaterProcess_TakesOver()
    {
        await using var file = new StoreFile();
        LabStore store = await file.OpenAsync();
        string id = (await store.Runs.CreateAsync(Samples.Plan())).Id;
        ProcessIdentity former = ProcessIdentity.Current with { StartedAt = ProcessIdentity.Current.StartedAt.AddHours(-1) };
        await store.Ownership.TryTakeAsync(id, former);

        Assert.False(former.IsAlive());
        Assert.True((await store.Ownership.TryTakeAsync(id, ProcessIdentity.Current)).IsTaken);
    }

    [Fact]
    public async Task TryTake_ManyRivalsAtOnce_ExactlyOneWins()
    {
        await using var file = new StoreFile();
        LabStore store = await file.OpenAsync();
        string id = (await store.Runs.CreateAsync(Samples.Plan())).Id;

        OwnershipAttempt[] attempts = await Task.WhenAll(Enumerable.Range(1, 16)
            .Select(i => store.Ownership.TryTakeAsync(id, new ProcessIdentity("machine-" + i, i, DateTimeOffset.UnixEpoch))));

        Assert.Equal(1, attempts.Count(a => a.IsTaken));
    }

    [Fact]
    public async Task TryTake_CompletedRun_IsRefused()
    {
        await using var file = new StoreFile();
        LabStore store = await file.OpenAsync();
        string id = (await store.Runs.CreateAsync(Samples.Plan())).Id;
        await store.Runs.SetStateAsync(id, RunState.Completed);

        var error = await Assert.ThrowsAsync<StoreException>(() => store.Ownership.TryTakeAsync(id, Elsewhere));
        Assert.Equal(StoreProblem.Conflict, error.Problem);
    }

    [Fact]
    public async Task TryTake_CancelledRun_ClearsTheFlag()
    {
        await using var file = new StoreFile();
        LabStore store = await file.OpenAsync();
        string id = (await store.Runs.CreateAsync(Samples.Plan())).Id;
        await store.Runs.RequestCancelAsync(id);
        await store.Runs.SetStateAsync(id, RunState.Cancelled);
        await store.Ownership.TryTakeAsync(id, Elsewhere);

        Assert.False(await store.Runs.IsCancelRequestedAsync(id));
    }
}
