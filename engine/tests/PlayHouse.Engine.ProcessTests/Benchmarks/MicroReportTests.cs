using PlayHouse.Engine.Benchmarks.Report;
using PlayHouse.Engine.Benchmarks.Run;

namespace PlayHouse.Engine.Benchmarks.Tests;

public sealed class MicroReportTests
{
    private static readonly LoadAverage Idle = new([0.9, 0.4, 0.1]);
    private static readonly LoadAverage Busy = new([0.1, 0.4, 2.5]);

    [Fact]
    public void Render_Rows_RatioIsToTheDefaultOfTheSameOperation()
    {
        string page = Page(Idle,
            new MicroRow("lock", "enter", "lock-type", 10, 1, 0),
            new MicroRow("lock", "enter", "spin-lock", 25, 0, 24),
            new MicroRow("lock", "other", "lock-type", 5_000, 0, 0),
            new MicroRow("lock", "other", "spin-lock", 5_000_000, 0, 0));

        Assert.Contains("| enter | **lock-type** | 10.00 ns | 1.00 ns | 1 | 0 B |", page, StringComparison.Ordinal);
        Assert.Contains("|  | spin-lock | 25.00 ns | 0.00 ns | 2.50 ± 0.25 | 24 B |", page, StringComparison.Ordinal);
        Assert.Contains("| other | **lock-type** | 5.00 µs | 0.00 ns | 1 | 0 B |", page, StringComparison.Ordinal);
        Assert.Contains("|  | spin-lock | 5.00 ms | 0.00 ns | 1000.00 ± 0.00 | 0 B |", page, StringComparison.Ordinal);
    }

    [Fact]
    public void Render_FailedCase_SaysSo()
    {
        string page = Page(Idle, new MicroRow("lock", "enter", "lock-type", double.NaN, double.NaN, 0), new MicroRow("lock", "enter", "spin-lock", 25, 0, 0));

        Assert.Contains("| **lock-type** | failed | | | |", page, StringComparison.Ordinal);
        Assert.Contains("| spin-lock | 25.00 ns | 0.00 ns | ? | 0 B |", page, StringComparison.Ordinal);
    }

    [Fact]
    public void Render_Twin_NamesTheNoise()
    {
        string page = Page(Idle, new MicroRow("mailbox", "burst", "concurrent-queue", 10, 0, 0), new MicroRow("mailbox", "burst", "concurrent-queue~twin", 11, 0, 0));
        Assert.Contains("Its ratio, 1.10 ± 0.00, is noise", page, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(11, 0.9, 0, "1.10 ± 0.09 |")]
    [InlineData(11, 1.1, 0, "1.10 ± 0.11 ≈ |")]
    [InlineData(1, 0, 20, "0.10 ± 0.20 ≈ |")]
    public void Render_MeansWithinBothErrors_ShowNoDifference(double meanNs, double errorNs, double baselineErrorNs, string cell) =>
        Assert.Contains(cell, Page(Idle, new MicroRow("lock", "enter", "lock-type", 10, baselineErrorNs, 0), new MicroRow("lock", "enter", "spin-lock", meanNs, errorNs, 0)), StringComparison.Ordinal);

    [Fact]
    public void Render_HistoricalDefect_IsMarked() =>
        Assert.Contains("| hash-cache (historical defect) |", Page(Idle, new MicroRow("peer-id", "one", "hash-cache", 1, 0, 0)), StringComparison.Ordinal);

    [Fact]
    public void Render_SelectionOfSeams_NamesTheMissing()
    {
        string page = Page(Idle, new MicroRow("lock", "enter", "lock-type", 10, 1, 0));
        string missing = page[page.IndexOf("Not in this run: ", StringComparison.Ordinal)..];
        Assert.Contains("mailbox, ", missing, StringComparison.Ordinal);
        Assert.Contains("mux-receive", missing, StringComparison.Ordinal);
        Assert.DoesNotContain(" lock,", missing, StringComparison.Ordinal);
    }

    [Fact]
    public void Render_LoadOfOthers_IsSaid()
    {
        Assert.Contains("With other work", Page(Busy), StringComparison.Ordinal);
        Assert.DoesNotContain("With other work", Page(Idle), StringComparison.Ordinal);
        Assert.DoesNotContain("With other work", Page(new LoadAverage((double[]?)null)), StringComparison.Ordinal);
    }

    [Fact]
    public void Select_Pattern_MatchesSeams()
    {
        Assert.Equal(4, MicroRun.Select(["mux-*"]).Count);
        Assert.Single(MicroRun.Select(["mailbox"]));
        Assert.Empty(MicroRun.Select(["mail"]));
    }

    private static string Page(LoadAverage before, params MicroRow[] rows) =>
        MicroReport.Render(new MicroResult(rows, new MicroConditions(["a machine"], RunLength.Short, DateTimeOffset.UnixEpoch, TimeSpan.FromSeconds(1), before, Idle)));
}
