using System.Diagnostics;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Store.Tests.Fixtures;

namespace PlayHouse.Lab.Store.Tests;

public sealed class EventLogTests
{
    [Fact]
    public async Task Append_FromThreadsAndAnotherProcess_NumbersHaveNoGapsPerRun()
    {
        await using var file = new StoreFile();
        LabStore store = await file.OpenAsync();
        string first = (await store.Runs.CreateAsync(Samples.Plan("r-1"))).Id;
        string second = (await store.Runs.CreateAsync(Samples.Plan("r-2"))).Id;
        using Process child = Child.Start(Child.AppendEvents, file.Path, first, "60");
        await Task.WhenAll(Enumerable.Range(0, 4).Select(worker => Task.Run(async () =>
        {
            for (int i = 0; i < 30; i++)
            {
                await store.Events.AppendAsync(worker % 2 == 0 ? first : second, "note", $$"""{"w":{{worker}},"i":{{i}}}""");
            }
        })));
        await child.WaitForExitAsync();

        Assert.Equal(0, child.ExitCode);
        IReadOnlyList<RunEvent> events = await store.Events.ReadAsync(first);
        Assert.Equal(Enumerable.Range(1, 120).Select(i => (long)i), events.Select(e => e.Seq));
        Assert.Equal(120, events.Select(e => e.Json).Distinct().Count());
        Assert.Equal(Enumerable.Range(1, 60).Select(i => (long)i), (await store.Events.ReadAsync(second)).Select(e => e.Seq));
    }

    [Fact]
    public async Task Read_AfterSeqWithLimit_GivesTheNextPage()
    {
        await using var file = new StoreFile();
        LabStore store = await file.OpenAsync();
        string id = (await store.Runs.CreateAsync(Samples.Plan())).Id;
        for (int i = 0; i < 5; i++)
        {
            await store.Events.AppendAsync(id, "note");
        }

        Assert.Equal([3L, 4L], (await store.Events.ReadAsync(id, 2, 2)).Select(e => e.Seq));
        Assert.Empty(await store.Events.ReadAsync(id, 5));
    }

    [Theory]
    [InlineData("not json")]
    [InlineData("[1]")]
    [InlineData("")]
    public async Task Append_BodyThatIsNoJsonObject_IsRefused(string body)
    {
        await using var file = new StoreFile();
        LabStore store = await file.OpenAsync();
        string id = (await store.Runs.CreateAsync(Samples.Plan())).Id;

        var error = await Assert.ThrowsAsync<StoreException>(() => store.Events.AppendAsync(id, "note", body));
        Assert.Equal(StoreProblem.Invalid, error.Problem);
    }

    [Fact]
    public async Task Append_BodyAboveTheLimitOrUnknownRun_IsRefused()
    {
        await using var file = new StoreFile();
        LabStore store = await file.OpenAsync();
        string id = (await store.Runs.CreateAsync(Samples.Plan())).Id;
        string atLimit = "{\"x\":\"" + new string('a', EventLog.MaxBodyCharacters - 8) + "\"}";

        await store.Events.AppendAsync(id, "note", atLimit);
        await Assert.ThrowsAsync<StoreException>(() => store.Events.AppendAsync(id, "note", atLimit + " "));
        var missing = await Assert.ThrowsAsync<StoreException>(() => store.Events.AppendAsync("r-none", "note"));
        Assert.Equal(StoreProblem.NotFound, missing.Problem);
    }
}
