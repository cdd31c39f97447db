using Microsoft.Data.Analysis;
using PlayHouse.Lab.Model;
using PlayHouse.Lab.Model.Launches;
using PlayHouse.Lab.Model.Runs;
using PlayHouse.Lab.Reporting;
using PlayHouse.Lab.Reporting.Allocations;

namespace PlayHouse.Lab.Notebooks.Api;

/// <summary>What the lab knows as frames, to sort, filter, group and join. Each is what the CSV of a command holds, every digit of it. Pure functions, any thread.</summary>
internal static class LabFrames
{
    /// <summary>A row for each estimate of each run.</summary>
    public static DataFrame Metrics(IReadOnlyList<RunReport> runs) => OfCsv([.. runs.Select(MetricCsv.Of)]);

    /// <summary>A row for each launch, a column for each metric.</summary>
    public static DataFrame Launches(RunReport run)
    {
        IReadOnlyList<LaunchRecord> launches = run.Launches;
        string[] metrics = [.. launches.SelectMany(l => l.Metrics.Keys).Distinct().Order(StringComparer.Ordinal)];
        return new DataFrame(
        [
            new StringDataFrameColumn("launch", launches.Select(l => l.Id)),
            new Int32DataFrameColumn("block", launches.Select(l => l.Block)),
            new StringDataFrameColumn("arm", launches.Select(l => l.Arm)),
            new StringDataFrameColumn("state", launches.Select(l => LabJson.Word(l.State))),
            .. metrics.Select(m => new DoubleDataFrameColumn(m, launches.Select(l => l.Metrics.TryGetValue(m, out double value) ? value : (double?)null))),
        ]);
    }

    /// <summary>A row for each call site, or for each node of the tree of calls.</summary>
    public static DataFrame Allocations(IReadOnlyList<AllocationView> views) => OfCsv([AllocationViewCsv.Of(views)]);

    private static DataFrame OfCsv(string[] documents)
    {
        // The head of the first stands for all.
        IEnumerable<string> rest = documents.Skip(1).Select(d => d[(d.IndexOf('\n', StringComparison.Ordinal) + 1)..]);
        return DataFrame.LoadCsvFromString(string.Concat([documents[0], .. rest]), guessRows: 1_000);
    }
}
