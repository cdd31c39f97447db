using System.Text.Json;
using PlayHouse.Lab.Model;
using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Plans;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Store.Tests.Fixtures;

namespace PlayHouse.Lab.Store.Tests;

public sealed class RunPackTableTests
{
    private const string Run = "r-20260102-030405-abcd";

    [Fact]
    public async Task Save_WhatAnotherStoreRead_IsTheSameRunWithItsTimes()
    {
        await using StoreFile here = new();
        await using StoreFile there = new();
        RunPack pack = await FilledAsync(await here.OpenAsync());
        LabStore other = await there.OpenAsync(clock: new FakeTimeProvider(new DateTimeOffset(2030, 1, 1, 0, 0, 0, TimeSpan.Zero)));

        await other.Packs.SaveAsync(pack);

        RunPack again = await other.Packs.ReadAsync(Run);
        Assert.Equal(Text(pack with { Files = [] }), Text(again with { Files = [] }));
        Assert.Equal(pack.Files.Select(f => (f.Path, f.LaunchId, f.Sha256)), again.Files.Select(f => (f.Path, f.LaunchId, f.Sha256)));
        Assert.Equal((1, 5, 1, 1), (again.Blocks.Count, again.Launches.Count, again.Profiles.Count, again.Files.Count));
        Assert.True(again.Events.Count > 5);
        Assert.Equal("AQID/w==", again.Launches[0].Load!.Histograms["latency"]);
    }

    [Fact]
    public async Task Save_ARunThatIsHere_IsRefusedAndChangesNothing()
    {
        await using StoreFile here = new();
        LabStore store = await here.OpenAsync();
        RunPack pack = await FilledAsync(store);

        StoreException refused = await Assert.ThrowsAsync<StoreException>(() => store.Packs.SaveAsync(pack with { Events = [] }));

        Assert.Equal(StoreProblem.Conflict, refused.Problem);
        Assert.Equal(Text(pack), Text(await store.Packs.ReadAsync(Run)));
    }

    [Fact]
    public async Task Read_ARunThatCanGoOn_IsRefused()
    {
        await using StoreFile here = new();
        LabStore store = await here.OpenAsync();
        await store.Runs.CreateAsync(Samples.Plan(Run));

        StoreException refused = await Assert.ThrowsAsync<StoreException>(() => store.Packs.ReadAsync(Run));

        Assert.Contains("has not ended", refused.Message, StringComparison.Ordinal);
    }

    public static TheoryData<string> Wrongs => [.. Wrong.Keys];

    private static readonly Dictionary<string, Func<RunPack, RunPack>> Wrong = new()
    {
        ["version"] = p => p with { Version = RunPack.CurrentVersion + 1 },
        ["id of its run"] = p => p with { Run = p.Run with { Id = "../etc" } },
        ["id of a launch"] = p => p with { Launches = [p.Launches[0] with { Id = "l-../../x" }] },
        ["same id"] = p => p with { Launches = [p.Launches[0], p.Launches[0]] },
        ["has not ended"] = p => p with { Run = p.Run with { State = RunState.Running } },
        ["another run"] = p => p with { Events = [p.Events[0] with { RunId = "r-other" }] },
        ["belongs to no launch"] = p => p with { Files = [p.Files[0] with { LaunchId = "l-none" }] },
        ["without '.' or '..'"] = p => p with { Files = [p.Files[0] with { Path = "a/../../b" }] },
        ["not JSON"] = p => p with { Events = [p.Events[0] with { Json = "{" }] },
    };

    [Theory]
    [MemberData(nameof(Wrongs))]
    public async Task Save_PartsThatDoNotFit_AreRefusedAndNothingIsStored(string reason)
    {
        await using StoreFile here = new();
        await using StoreFile there = new();
        RunPack pack = Wrong[reason](await FilledAsync(await here.OpenAsync()));
        LabStore other = await there.OpenAsync();

        StoreException refused = await Assert.ThrowsAsync<StoreException>(() => other.Packs.SaveAsync(pack));

        Assert.Contains(reason, refused.Message, StringComparison.Ordinal);
        Assert.Empty(await other.Runs.ListAsync(null, 10));
    }

    private static async Task<RunPack> FilledAsync(LabStore store)
    {
        await store.Runs.CreateAsync(Samples.Plan(Run));
        string[] arms = ["baseline", "candidate", "candidate", "baseline"];
        for (int slot = 0; slot < arms.Length; slot++)
        {
            await store.Launches.SaveAsync(Samples.Launch(Run, $"l-{slot}", arms[slot], slot: slot));
        }

        await store.Launches.SaveAsync(Samples.Launch(Run, "l-9", "baseline", kind: LaunchKind.Diagnostic));
        await store.Blocks.SaveAsync(new BlockResult(Run, 0, 0, BlockOrder.Abba, BlockOutcome.Accepted, null));
        await store.Results.SaveProfileAsync(new AllocationProfile
        {
            LaunchId = "l-9", Arm = "baseline", Messages = 10, ExactBytesPerMessage = 1, EstimatedBytesPerMessage = 1, Samples = 1, Sites = [], Invalid = [],
        });
        await store.Artefacts.SaveAsync(new Artefact { Path = "l-9/allocations.stacks", LaunchId = "l-9", SizeBytes = 3, Sha256 = new string('a', 64) });
        await store.Results.SaveVerdictAsync(Samples.Verdict(Run, VerdictKind.Keep));
        await store.Runs.SetStateAsync(Run, RunState.Completed);
        return await store.Packs.ReadAsync(Run);
    }

    private static string Text(RunPack pack) => JsonSerializer.Serialize(pack, LabJson.Compact);
}
