using System.Security.Cryptography;
using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Model.Policies;
using PlayHouse.Lab.Store.Tests.Fixtures;

namespace PlayHouse.Lab.Store.Tests;

public sealed class ResultAndArtefactTests
{
    [Fact]
    public async Task Profile_SavedTwice_KeepsTheSecond()
    {
        await using var file = new StoreFile();
        LabStore store = await file.OpenAsync();
        string id = (await store.Runs.CreateAsync(Samples.Plan())).Id;
        await store.Launches.SaveAsync(Samples.Launch(id, "l-1", "baseline"));
        await store.Results.SaveProfileAsync(Profile(1));
        await store.Results.SaveProfileAsync(Profile(2));

        AllocationProfile profile = Assert.Single(await store.Results.ListProfilesAsync(id));
        Assert.Equal(2, profile.Messages);
        Assert.True(double.IsNaN(Assert.Single(profile.Sites).Low));
    }

    [Fact]
    public async Task RuntimeProfile_SavedTwice_KeepsTheSecondWhole()
    {
        await using var file = new StoreFile();
        LabStore store = await file.OpenAsync();
        string id = (await store.Runs.CreateAsync(Samples.Plan())).Id;
        await store.Launches.SaveAsync(Samples.Launch(id, "l-1", "baseline"));
        await store.Results.SaveRuntimeProfileAsync(new RuntimeProfile { LaunchId = "l-1", Arm = "baseline", WindowMs = 1 });
        var saved = new RuntimeProfile
        {
            LaunchId = "l-1",
            Arm = "baseline",
            WindowMs = 5_000,
            Collector = new CollectorSetup(false, true, 1),
            Collections =
            [
                new CollectionRow
                {
                    Number = 3, Generation = 1, Kind = "blocking", Reason = "alloc-small", StartMs = 1.5, PauseMs = 0.25, SuspendMs = 0.1,
                    AllocatedBytes = double.NaN, PromotedBytes = 7, SurvivedBytes = 5, HeapAfter = new HeapSizes(1, 2, 3, 4, 5),
                },
            ],
            Groups = [new CollectionGroup(1, "blocking", "alloc-small", 1, 0.25, 0.25, 7)],
            Contentions = [new ContentionSite("A.B", null, 2, 0.5, 0.4)],
            PoolChanges = [new PoolChange(12.5, 4, "starvation")],
            Exceptions = [new ExceptionSite("System.Exception", "A.B", "B.cs:3", 9)],
            Methods = new CompiledMethods(double.NaN, 2),
        };
        await store.Results.SaveRuntimeProfileAsync(saved);

        RuntimeProfile read = Assert.Single(await store.Results.ListRuntimeProfilesAsync(id));
        Assert.Equivalent(saved, read, strict: true);
        Assert.Empty(await store.Results.ListRuntimeProfilesAsync("r-other"));
    }

    [Fact]
    public async Task Aa_Results_AreReplacedPerRunSeamAndMetricAndListedBySeam()
    {
        await using var file = new StoreFile();
        LabStore store = await file.OpenAsync();
        string id = (await store.Runs.CreateAsync(Samples.Plan())).Id;
        var result = new AaResult(id, "mailbox", "bytes-per-message", MetricClass.Worse, -1, -2, -0.5, "fp") { Scenario = "c2s-echo", Layout = "split", Load = "open, 10 x 1", Role = MetricRole.Guard, IsLoss = true, Word = VerdictKind.TradeOff };
        await store.Results.SaveAaAsync([result]);
        await store.Results.SaveAaAsync([result with { Class = MetricClass.Equivalent }, result with { Seam = "scheduler" }]);

        Assert.Equal(MetricClass.Equivalent, Assert.Single(await store.Results.ListAaAsync("mailbox")).Class);
        Assert.All(await store.Results.ListAaAsync(), r => Assert.Equal(("c2s-echo", "split", "open, 10 x 1"), (r.Scenario, r.Layout, r.Load)));
        Assert.All(await store.Results.ListAaAsync(), r => Assert.Equal((MetricRole.Guard, true, VerdictKind.TradeOff), (r.Role, r.IsLoss, r.Word)));
        Assert.Equal(2, (await store.Results.ListAaAsync()).Count);
    }

    [Fact]
    public async Task Decision_UnknownRun_IsRefusedWhole()
    {
        await using var file = new StoreFile();
        LabStore store = await file.OpenAsync();

        await Assert.ThrowsAsync<StoreException>(() => store.Decisions.SaveAsync(new DecisionRecord { Id = "d-1", RunIds = ["r-none"], Body = "" }));
        Assert.Empty(await store.Decisions.ListAsync());
    }

    [Fact]
    public async Task Artefact_FromFile_HasSizeAndHash()
    {
        await using var file = new StoreFile();
        byte[] bytes = RandomNumberGenerator.GetBytes(70_000);
        Directory.CreateDirectory(Path.Combine(file.Folder, "l-1"));
        await File.WriteAllBytesAsync(Path.Combine(file.Folder, "l-1", "a.nettrace"), bytes);

        Artefact artefact = await Artefact.FromFileAsync(file.Folder, "l-1/a.nettrace", "l-1");

        Assert.Equal((70_000, Convert.ToHexStringLower(SHA256.HashData(bytes))), (artefact.SizeBytes, artefact.Sha256));
        var missing = await Assert.ThrowsAsync<StoreException>(() => Artefact.FromFileAsync(file.Folder, "l-1/none", "l-1"));
        Assert.Equal(StoreProblem.Unavailable, missing.Problem);
    }

    [Theory]
    [InlineData("/etc/passwd")]
    [InlineData("../up")]
    [InlineData("a/../../b")]
    [InlineData("a//b")]
    [InlineData("a\\b")]
    [InlineData("C:x")]
    [InlineData("")]
    [InlineData("a/./b")]
    public async Task Artefact_PathOutOfTheFolder_IsRefused(string path)
    {
        await using var file = new StoreFile();
        LabStore store = await file.OpenAsync();

        var error = await Assert.ThrowsAsync<StoreException>(
            () => store.Artefacts.SaveAsync(new Artefact { Path = path, LaunchId = "l-1", SizeBytes = 1, Sha256 = "" }));
        Assert.Equal(StoreProblem.Invalid, error.Problem);
    }

    [Fact]
    public async Task Retention_BeyondCountAndSize_ListsTheOldestThatNoDecisionCites()
    {
        await using var file = new StoreFile();
        var clock = new FakeTimeProvider(new DateTimeOffset(2026, 1, 2, 3, 4, 5, TimeSpan.Zero));
        LabStore store = await file.OpenAsync(clock: clock);
        foreach (string run in new[] { "r-0", "r-1", "r-2", "r-3" })
        {
            await store.Runs.CreateAsync(Samples.Plan(run));
            await store.Launches.SaveAsync(Samples.Launch(run, "l-" + run, "baseline"));
            await store.Artefacts.SaveAsync(new Artefact { Path = run, LaunchId = "l-" + run, SizeBytes = 100, Sha256 = "" });
            clock.Advance(TimeSpan.FromMinutes(1));
        }

        await store.Decisions.SaveAsync(new DecisionRecord { Id = "d-1", RunIds = ["r-0"], Body = "" });

        Assert.Empty(await store.Artefacts.ListBeyondAsync(4, 400));
        Assert.Equal(["r-1"], (await store.Artefacts.ListBeyondAsync(3, 400)).Select(a => a.Path));
        Assert.Equal(["r-1", "r-2"], (await store.Artefacts.ListBeyondAsync(4, 200)).Select(a => a.Path));
        Assert.Equal(["r-1", "r-2", "r-3"], (await store.Artefacts.ListBeyondAsync(0, 0)).Select(a => a.Path));
        await Assert.ThrowsAsync<StoreException>(() => store.Artefacts.RemoveAsync("r-0"));
        Assert.True(await store.Artefacts.RemoveAsync("r-1"));
        Assert.False(await store.Artefacts.RemoveAsync("r-1"));
    }

    private static AllocationProfile Profile(double messages) => new()
    {
        LaunchId = "l-1",
        Arm = "baseline",
        Messages = messages,
        ExactBytesPerMessage = 10,
        EstimatedBytesPerMessage = 9,
        Samples = 3,
        Sites =
        [
            new AllocationSite
            {
                Site = "A.B", Type = "System.Byte[]", BytesPerMessage = 9, Variance = 1, Low = double.NaN, High = double.NaN, Samples = 3,
            },
        ],
    };
}
