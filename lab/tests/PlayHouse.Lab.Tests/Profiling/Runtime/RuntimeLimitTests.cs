using System.Diagnostics;
using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Profiling.Capture;
using PlayHouse.Lab.Profiling.Runtime;

namespace PlayHouse.Lab.Profiling.Tests.Runtime;

public sealed class RuntimeLimitTests : IDisposable
{
    private static readonly TimeSpan Deadline = TimeSpan.FromSeconds(60);

    private readonly ScratchFolder _scratch = new();

    public void Dispose() => _scratch.Dispose();

    [Fact]
    public async Task CollectionsBeyondTheLimit_AreInTheTotalsOnly()
    {
        const int Beyond = 50;
        using ChildProcess child = ChildProcess.Start();
        TraceCapture capture = await StartAsync(child);
        ChildProcess.Window window = await child.RunAsync($"collect 0 {RuntimeProfile.CollectionsMax + Beyond}");
        CaptureResult result = await capture.StopAsync(Deadline);
        RuntimeProfile profile = RuntimeProfiler.Profile(result.Path, window.Span, window.Runtime, "arm", "l-1");

        Assert.Equal((RuntimeProfile.CollectionsMax, Beyond), (profile.Collections.Count, profile.CollectionsNotListed));
        Assert.Equal(RuntimeProfile.CollectionsMax + Beyond, profile.Groups.Sum(g => g.Count));
    }

    [Fact]
    public async Task TieredMethods_ThatGetHot_AreCountedAsRecompiled()
    {
        const int HotMethods = 10;
        using ChildProcess child = ChildProcess.Start(("DOTNET_TieredCompilation", "1"));
        TraceCapture capture = await StartAsync(child);
        long started = Stopwatch.GetTimestamp();
        long first = (await child.RunAsync("window 1000 0")).End.Compiled;
        while ((await child.RunAsync("window 1000 0")).End.Compiled < first + HotMethods)
            Assert.True(Stopwatch.GetElapsedTime(started) < Deadline, "no method was compiled again");
        await BackgroundCompilerRestsAsync(child);
        CaptureResult result = await capture.StopAsync(Deadline);

        Assert.InRange(RuntimeProfiler.Profile(result.Path).Methods.Recompiled, 1, double.MaxValue);
    }

    [Fact]
    public async Task KilledTarget_LeavesNoProfile()
    {
        using ChildProcess child = ChildProcess.Start();
        TraceCapture capture = await StartAsync(child);
        await child.RunAsync("collect 2 50");
        child.Kill();
        CaptureResult result = await capture.StopAsync(Deadline);

        Assert.Equal(CaptureOutcome.TargetExited, result.Outcome);
        Assert.Throws<TraceFormatException>(() => RuntimeProfiler.Profile(result.Path));
    }

    [Fact]
    public void SitesBeyondTheLimit_ShareOneCell()
    {
        var tally = new SiteTally<int, List<int>>(-1);
        for (int pass = 0; pass < 2; pass++)
        {
            for (int i = 0; i < RuntimeProfile.SitesMax + 10; i++)
                tally.At(i).Add(i);
        }

        Assert.Equal(RuntimeProfile.SitesMax + 1, tally.Cells.Count);
        Assert.Equal(20, tally.Cells[-1].Count);
        Assert.All(tally.Cells.Where(c => c.Key >= 0), c => Assert.Equal(2, c.Value.Count));
    }

    [Fact]
    public void ListBeyondItsLimit_CountsTheRest()
    {
        var list = new CappedList<int>(2);
        for (int i = 0; i < 5; i++)
            list.Add(i);

        Assert.Equal([0, 1], list.Items);
        Assert.Equal(3, list.NotListed);
    }

    [Theory]
    [InlineData("AllocSmall", "alloc-small")]
    [InlineData("OutOfSpaceSOH", "out-of-space-soh")]
    [InlineData("Starvation", "starvation")]
    public void Words_OfTheRuntime_AreOurs(string name, string word)
    {
        bool isReason = Enum.TryParse(name, out Microsoft.Diagnostics.Tracing.Parsers.Clr.GCReason reason);

        Assert.Equal(word, isReason ? RuntimeWords.Of(reason) : RuntimeWords.Of(Enum.Parse<Microsoft.Diagnostics.Tracing.Parsers.Clr.ThreadAdjustmentReason>(name)));
    }

    /// <summary>A batch is reported when it ends, and it ends when nothing is left to compile: the child does next to nothing until then.</summary>
    private static async Task BackgroundCompilerRestsAsync(ChildProcess child)
    {
        const int Looks = 20;
        long started = Stopwatch.GetTimestamp();
        long compiled = -1;
        for (int same = 0; same < Looks;)
        {
            Assert.True(Stopwatch.GetElapsedTime(started) < Deadline, "the background compiler does not come to rest");
            await Task.Delay(50);
            long now = (await child.RunAsync("window 1 0")).End.Compiled;
            same = now == compiled ? same + 1 : 0;
            compiled = now;
        }
    }

    private async Task<TraceCapture> StartAsync(ChildProcess child)
    {
        // An answer proves that its runtime listens.
        await child.TruthAsync();
        return await TraceCapture.StartAsync(child.Pid, _scratch.File("t.nettrace"), CapturePurpose.Runtime, CancellationToken.None);
    }
}
