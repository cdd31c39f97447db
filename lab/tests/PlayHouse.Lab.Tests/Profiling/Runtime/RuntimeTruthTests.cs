using PlayHouse.Lab.Model.Analysis;
using PlayHouse.Lab.Profiling.Reading;
using PlayHouse.Lab.Profiling.Runtime;
using Xunit.Abstractions;

namespace PlayHouse.Lab.Profiling.Tests.Runtime;

/// <summary>Counts of a real process against what it is known to have done and against its own counters.</summary>
public sealed class RuntimeTruthTests(TracedWork work, ITestOutputHelper output) : IClassFixture<TracedWork>
{
    private const string Sites = "PlayHouse.Lab.Profiling.Child.RuntimeWork.";

    [Fact]
    public void Collections_OfTheOldestGeneration_AreCountedExactly()
    {
        RuntimeProfile profile = work.Profile("collect 2");

        CollectionGroup group = Assert.Single(profile.Groups);
        Assert.Equal((2, "blocking", "induced", TracedWork.Collections), (group.Generation, group.Kind, group.Reason, group.Count));
        Assert.Equal(TracedWork.Collections, profile.Collections.Count);
        Assert.Equal(TracedWork.Collections, profile.Pauses);
        Assert.Equal(profile.Collections.Select(c => c.Number).Order(), profile.Collections.Select(c => c.Number));
        Assert.All(profile.Collections, c => Assert.InRange(c.StartMs, 0, profile.WindowMs));
        Assert.Equal(profile.PauseMs, profile.Collections.Sum(c => c.PauseMs), 3);
        Assert.Equal(profile.PauseMsMax, profile.Collections.Max(c => c.PauseMs), 3);
        Assert.Empty(profile.Invalid);
    }

    [Fact]
    public void Collections_OfTheYoungest_MatchTheCountersByGeneration()
    {
        ChildProcess.Window window = work.Window("collect 0");
        RuntimeProfile profile = work.Profile("collect 0");

        Assert.Equal(TracedWork.Collections, profile.CollectionsCount);
        for (int generation = 0; generation < 3; generation++)
            Assert.Equal(window.Runtime.Collections[generation], profile.Groups.Where(g => g.Generation == generation).Sum(g => g.Count));
        Assert.Empty(profile.Invalid);
    }

    [Fact]
    public void FirstCollectionOfATrace_HasNoKnownAllocation_LaterOnesHave()
    {
        Assert.True(double.IsNaN(work.Profile("collect 0").Collections[0].AllocatedBytes));
        Assert.True(work.Profile("survive").Collections[0].AllocatedBytes >= TracedWork.SurvivingArrays * 1024);
    }

    [Fact]
    public void Survivors_AreCounted_AndWhatDiedIsNot()
    {
        RuntimeProfile kept = work.Profile("survive");
        RuntimeProfile dropped = work.Profile("window 200000");
        output.WriteLine($"survived {kept.SurvivedBytes} of {TracedWork.SurvivingArrays * 1024}; of {dropped.AllocatedBytesPerMessage} dropped {dropped.SurvivedBytes}");

        Assert.InRange(kept.SurvivedBytes, TracedWork.SurvivingArrays * 1024, TracedWork.SurvivingArrays * 1024 * 2);
        Assert.Equal(kept.SurvivedBytes, kept.SurvivedBytesPerMessage);
        Assert.True(kept.Collections[^1].HeapAfter.Total > TracedWork.SurvivingArrays * 1024);
        Assert.True(dropped.CollectionsCount > 0);
        Assert.True(dropped.SurvivedBytes < dropped.AllocatedBytesPerMessage / 10);
        Assert.Contains(dropped.Groups, g => g.Reason == "alloc-small");
    }

    [Theory]
    [InlineData("contend 0", "WaitForMonitor")]
    [InlineData("contend 1", "WaitForLock")]
    public void Waits_AreCountedAtTheSiteThatWaits(string command, string method)
    {
        RuntimeProfile profile = work.Profile(command);

        ContentionSite site = Assert.Single(profile.Contentions);
        Assert.Equal((Sites + method, TracedWork.Waits), (site.Site, site.Count));
        Assert.StartsWith("RuntimeWork.cs:", site.Source, StringComparison.Ordinal);
        Assert.InRange(site.WaitMsMax, double.Epsilon, site.WaitMs);
        Assert.Equal(0, profile.UnfinishedWaits);
        ChildProcess.Window window = work.Window(command);
        Assert.Equal(window.End.Contentions - window.Begin.Contentions, profile.ContentionsCount);
    }

    [Fact]
    public void Exceptions_AreCountedByTypeAndSite_FrameworkFramesNeverAreOne()
    {
        RuntimeProfile profile = work.Profile("throw");

        Assert.Equal(
            [("System.FormatException", Sites + "ParseBadly", TracedWork.Throws), ("System.InvalidOperationException", Sites + "ThrowOwn", TracedWork.Throws)],
            profile.Exceptions.Select(e => (e.Type, e.Site, e.Count)).Order());
    }

    [Fact]
    public void StarvedPool_IsNamed()
    {
        RuntimeProfile profile = work.Profile("starve");

        Assert.True(profile.Starvations >= 1);
        Assert.Equal(profile.Starvations, profile.PoolChanges.Count(c => c.Reason == "starvation"));
        Assert.Contains(profile.PoolChanges, c => c.Reason == "thread-started" && c.Threads > Environment.ProcessorCount);
        Assert.Equal(profile.PoolChanges.Select(c => c.AtMs).Order(), profile.PoolChanges.Select(c => c.AtMs));
    }

    [Fact]
    public void Compilation_InsideTheWindow_IsCountedAndTold()
    {
        RuntimeProfile compiling = work.Profile("compile");
        RuntimeProfile warm = work.Profile("window 1");

        Assert.True(compiling.Methods.Compiled >= TracedWork.Methods);
        Assert.Contains(compiling.Notes, n => n.Contains("not warm", StringComparison.Ordinal));
        Assert.DoesNotContain(warm.Notes, n => n.Contains("not warm", StringComparison.Ordinal));
    }

    [Fact]
    public void EmptyWindow_HasNothingAndSaysSo()
    {
        RuntimeProfile profile = work.Profile("window 1");

        Assert.Empty(profile.Contentions);
        Assert.Empty(profile.Exceptions);
        Assert.Empty(profile.PoolChanges);
        Assert.Equal((0, 0.0), (profile.CollectionsCount, profile.PauseMs));
        Assert.Contains("no event of the runtime", Assert.Single(profile.Notes), StringComparison.Ordinal);
        Assert.Empty(profile.Invalid);
    }

    [Fact]
    public void InclusiveCounters_AreRefused() =>
        Assert.Contains(
            "generation 0, the counter",
            string.Join(';', work.Profile("collect 2", work.Window("collect 2").Runtime with { Collections = work.Window("collect 2").Inclusive }).Invalid),
            StringComparison.Ordinal);

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(2)]
    public void OneCollectionMore_IsRefused(int generation)
    {
        RuntimeCounters counters = work.Window("collect 2").Runtime;
        double[] more = [.. counters.Collections];
        more[generation]++;

        Assert.Contains($"generation {generation},", Assert.Single(work.Profile("collect 2", counters with { Collections = more }).Invalid), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(1_000_000)]
    [InlineData(-1_000_000)]
    [InlineData(double.NaN)]
    public void PausesFarFromTheCounter_AreRefused(double milliseconds)
    {
        RuntimeCounters counters = work.Window("window 200000").Runtime;

        Assert.Contains("ms of pauses", Assert.Single(work.Profile("window 200000", counters with { PauseMs = milliseconds }).Invalid), StringComparison.Ordinal);
    }

    [Fact]
    public void WindowBeyondTheTrace_IsRefused()
    {
        ChildProcess.Window window = work.Window("collect 2");
        TraceWindow beyond = window.Span with { EndBeforeTicks = long.MaxValue - 2, EndAfterTicks = long.MaxValue - 1 };

        Assert.Contains(
            "the window reaches beyond the trace: the session was not open at both marks",
            RuntimeProfiler.Profile(work.Path, beyond, window.Runtime, "arm", "l-1").Invalid);
    }

    [Fact]
    public void WholeTrace_HoldsAllWindows()
    {
        RuntimeProfile profile = RuntimeProfiler.Profile(work.Path);

        // Outside the windows a process may wait for a lock of its own, too.
        Assert.InRange(profile.ContentionsCount, 2 * TracedWork.Waits, 4 * TracedWork.Waits);
        Assert.Equal(2 * TracedWork.Throws, profile.Exceptions.Sum(e => e.Count));
        Assert.True(profile.CollectionsCount > 2 * TracedWork.Collections);
        Assert.Equal((false, 1), (profile.Collector!.IsServer, profile.Collector.Heaps));
        Assert.True(double.IsNaN(profile.SurvivedBytesPerMessage) && double.IsNaN(profile.Methods.Compiled));
        Assert.Empty(profile.Invalid);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(0.5)]
    [InlineData(0.999)]
    public void CutFile_IsRefused(double share)
    {
        byte[] whole = File.ReadAllBytes(work.Path);
        string path = work.Scratch($"cut-{share}.nettrace");
        File.WriteAllBytes(path, whole[..(int)(whole.Length * share)]);

        Assert.Throws<TraceFormatException>(() => RuntimeProfiler.Profile(path));
        Assert.Empty(Directory.GetFiles(Path.GetDirectoryName(path)!, "*.etlx*"));
    }
}
