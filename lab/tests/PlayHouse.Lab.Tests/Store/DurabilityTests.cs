using System.Collections.Concurrent;
using Dapper;
using PlayHouse.Lab.Store.Tests.Fixtures;

namespace PlayHouse.Lab.Store.Tests;

/// <summary>What must outlive a loss of power waits for the disk; what is written inside a measured window does not.</summary>
public sealed class DurabilityTests
{
    private const int Normal = 1;
    private const int Full = 2;
    private const int PageBytes = 4096;

    [Fact]
    public async Task Verdicts_AndDecisions_WaitForTheDiskAndNothingElseDoes()
    {
        await using var file = new StoreFile();
        LabStore store = await file.OpenAsync();
        string id = (await store.Runs.CreateAsync(Samples.Plan())).Id;
        ConcurrentQueue<int> levels = new();
        store.Database.Opened = connection => levels.Enqueue(connection.ExecuteScalar<int>("PRAGMA synchronous"));

        await store.Launches.SaveAsync(Samples.Launch(id, "l-1", "baseline"));
        await store.Results.SaveVerdictAsync(Samples.Verdict(id, Model.Analysis.VerdictKind.Keep));
        await store.Decisions.SaveAsync(new DecisionRecord { Id = "d-0001", RunIds = [id], Body = "why" });
        await store.Launches.SaveAsync(Samples.Launch(id, "l-2", "baseline", slot: 3));

        Assert.Equal([Normal, Full, Full, Normal], levels);
    }

    [Fact]
    public async Task Check_WholeAndSpoiledStore_SaysWhich()
    {
        await using var file = new StoreFile();
        LabStore store = await file.OpenAsync();
        string id = (await store.Runs.CreateAsync(Samples.Plan())).Id;
        for (int i = 0; i < 20; i++)
        {
            await store.Launches.SaveAsync(Samples.Launch(id, $"l-{i}", "baseline", block: i));
        }

        Assert.Empty(await store.CheckAsync());
        await store.DisposeAsync();
        using (FileStream damaged = File.OpenWrite(store.Path))
        {
            damaged.Seek(-PageBytes, SeekOrigin.End);
            damaged.Write([.. Enumerable.Repeat((byte)0xFF, PageBytes)]);
        }

        LabStore again = await file.OpenAsync();
        Assert.NotEmpty(await again.CheckAsync());
    }
}
