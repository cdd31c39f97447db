using System.Diagnostics;
using System.Globalization;
using Microsoft.Data.Sqlite;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Store.Tests.Fixtures;
using Xunit.Abstractions;

namespace PlayHouse.Lab.Store.Tests;

public sealed class CrashTests(ITestOutputHelper output)
{
    // A launch is one row, three metric values, one histogram and one event: any torn transaction breaks one of the sums.
    [Theory]
    [InlineData(1)]
    [InlineData(40)]
    [InlineData(150)]
    [InlineData(1100)]
    public async Task Writer_KilledInMidWrite_LosesAtMostTheRunningTransaction(int killAfter)
    {
        await using var file = new StoreFile();
        LabStore store = await file.OpenAsync();
        string id = (await store.Runs.CreateAsync(Samples.Plan())).Id;
        await store.DisposeAsync();
        int reported = 0;
        using (Process child = Child.Start(Child.WriteLaunches, file.Path, id))
        {
            while (await child.StandardOutput.ReadLineAsync() is not null)
            {
                if (++reported == killAfter)
                {
                    child.Kill();
                }
            }

            await child.WaitForExitAsync();
            Assert.NotEqual(0, child.ExitCode);
        }

        IReadOnlyList<LaunchRecord> launches = await (await file.OpenAsync(StoreMode.Read)).Launches.ListAsync(id);
        output.WriteLine($"reported {reported}, found {launches.Count}");
        Assert.InRange(launches.Count, reported, reported + 1);
        Assert.Equal(Enumerable.Range(0, launches.Count).Select(i => $"l-{i:D6}"), launches.Select(l => l.Id));
        Assert.Equal((launches.Count, 3 * launches.Count, launches.Count), Counts(file.Path));
        LabStore writer = await file.OpenAsync();
        Assert.Equal(launches.Count, await CountEventsAsync(writer, id));
        await writer.Events.AppendAsync(id, RunEventTypes.Note);
    }

    [Fact]
    public async Task Writers_ToDifferentRuns_BothFinish()
    {
        await using var file = new StoreFile();
        LabStore store = await file.OpenAsync();
        string mine = (await store.Runs.CreateAsync(Samples.Plan("r-1"))).Id;
        string theirs = (await store.Runs.CreateAsync(Samples.Plan("r-2"))).Id;
        using Process child = Child.Start(Child.AppendEvents, file.Path, theirs, "100");
        for (int i = 0; i < 100; i++)
        {
            await store.Launches.SaveAsync(Samples.Launch(mine, $"l-{i}", "baseline", i));
        }

        await child.WaitForExitAsync();

        Assert.Equal(0, child.ExitCode);
        Assert.Equal(100, (await store.Launches.ListAsync(mine)).Count);
        Assert.Equal(100, (await store.Events.ReadAsync(theirs)).Count);
    }

    /// <summary>All events, page by page: a fast machine writes more than one page before the kill arrives.</summary>
    private static async Task<int> CountEventsAsync(LabStore store, string runId)
    {
        int count = 0;
        long last = 0;
        while (await store.Events.ReadAsync(runId, last) is { Count: > 0 } page)
        {
            count += page.Count;
            last = page[^1].Seq;
        }

        return count;
    }

    private static (int Launches, int Metrics, int Histograms) Counts(string path)
    {
        using var connection = new SqliteConnection($"Data Source={path};Pooling=False");
        connection.Open();
        return (Count("launch"), Count("metric_value"), Count("histogram"));

        int Count(string table)
        {
            using SqliteCommand command = connection.CreateCommand();
            command.CommandText = $"SELECT COUNT(*) FROM {table}";
            return Convert.ToInt32(command.ExecuteScalar(), CultureInfo.InvariantCulture);
        }
    }
}
