using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Store.Tests.Fixtures;

namespace PlayHouse.Lab.Store.Tests;

public sealed class BlockTableTests
{
    [Fact]
    public async Task ListAccepted_RepeatedBlock_GivesTheAcceptedAttemptOnly()
    {
        await using var file = new StoreFile();
        LabStore store = await file.OpenAsync();
        string id = (await store.Runs.CreateAsync(Samples.Plan())).Id;
        await SaveBlockAsync(store, id, attempt: 0, launches: 2);
        await store.Blocks.SaveAsync(new BlockResult(id, 0, 0, BlockOrder.Abba, BlockOutcome.Contaminated, "steal above 2 %"));
        await SaveBlockAsync(store, id, attempt: 1, launches: 4);
        await store.Blocks.SaveAsync(new BlockResult(id, 0, 1, BlockOrder.Baab, BlockOutcome.Accepted, null));

        AcceptedBlock accepted = Assert.Single(await store.Blocks.ListAcceptedAsync(id));
        Assert.Equal((0, 1, BlockOrder.Baab), (accepted.Result.Block, accepted.Result.Attempt, accepted.Result.Order));
        Assert.Equal([0, 1, 2, 3], accepted.Launches.Select(l => l.Slot));
        Assert.All(accepted.Launches, l => Assert.Equal(1, l.Attempt));
        Assert.Equal(["steal above 2 %", null], (await store.Blocks.ListAsync(id)).Select(b => b.Cause));
        Assert.Equal(2, (await store.Events.ReadAsync(id)).Count(e => e.Type == RunEventTypes.BlockEnded));
    }

    [Fact]
    public async Task Save_AcceptedWithThreeCompletedLaunches_IsRefused()
    {
        await using var file = new StoreFile();
        LabStore store = await file.OpenAsync();
        string id = (await store.Runs.CreateAsync(Samples.Plan())).Id;
        await SaveBlockAsync(store, id, attempt: 0, launches: 3);
        await store.Launches.SaveAsync(Samples.Launch(id, "l-failed", "baseline", 0, 3, state: LaunchState.Failed));

        var result = new BlockResult(id, 0, 0, BlockOrder.Abba, BlockOutcome.Accepted, null);
        var error = await Assert.ThrowsAsync<StoreException>(() => store.Blocks.SaveAsync(result));
        Assert.Equal(StoreProblem.Invalid, error.Problem);
        Assert.Empty(await store.Blocks.ListAsync(id));
    }

    [Fact]
    public async Task Save_SecondAcceptedAttempt_IsRefused()
    {
        await using var file = new StoreFile();
        LabStore store = await file.OpenAsync();
        string id = (await store.Runs.CreateAsync(Samples.Plan())).Id;
        await SaveBlockAsync(store, id, attempt: 0, launches: 4);
        await SaveBlockAsync(store, id, attempt: 1, launches: 4);
        await store.Blocks.SaveAsync(new BlockResult(id, 0, 0, BlockOrder.Abba, BlockOutcome.Accepted, null));

        var second = new BlockResult(id, 0, 1, BlockOrder.Abba, BlockOutcome.Accepted, null);
        var error = await Assert.ThrowsAsync<StoreException>(() => store.Blocks.SaveAsync(second));
        Assert.Equal(StoreProblem.Conflict, error.Problem);
    }

    [Fact]
    public async Task SaveLaunch_SecondCompletedInTheSameSlot_IsRefusedButARepeatAfterAFailureIsNot()
    {
        await using var file = new StoreFile();
        LabStore store = await file.OpenAsync();
        string id = (await store.Runs.CreateAsync(Samples.Plan())).Id;
        await store.Launches.SaveAsync(Samples.Launch(id, "l-1", "baseline", state: LaunchState.Failed));
        await store.Launches.SaveAsync(Samples.Launch(id, "l-2", "baseline"));

        var error = await Assert.ThrowsAsync<StoreException>(() => store.Launches.SaveAsync(Samples.Launch(id, "l-3", "baseline")));
        Assert.Equal(StoreProblem.Conflict, error.Problem);
        Assert.Null(await store.Launches.FindAsync("l-3"));
    }

    private static async Task SaveBlockAsync(LabStore store, string runId, int attempt, int launches)
    {
        for (int slot = launches - 1; slot >= 0; slot--)
        {
            string arm = slot is 0 or 3 ? "baseline" : "candidate";
            await store.Launches.SaveAsync(Samples.Launch(runId, $"l-{attempt}-{slot}", arm, 0, slot, attempt));
        }
    }
}
