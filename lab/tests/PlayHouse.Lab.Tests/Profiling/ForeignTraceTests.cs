using System.IO.Compression;
using Microsoft.Diagnostics.Tracing;
using Microsoft.Diagnostics.Tracing.EventPipe;
using PlayHouse.Lab.Profiling.Reading;
using PlayHouse.Lab.Profiling.Stacks;
using PlayHouse.Lab.Profiling.Threads;
using PlayHouse.Lab.Profiling.Trees;

namespace PlayHouse.Lab.Profiling.Tests;

/// <summary>Traces that dotnet-trace made: <c>foreign/README.md</c> says how.</summary>
public sealed class ForeignTraceTests : IDisposable
{
    private readonly ScratchFolder _scratch = new();

    public void Dispose() => _scratch.Dispose();

    [Fact]
    public void Sampled_IsReadAsAWhole_AndSaysWhatItLacks()
    {
        WholeTrace trace = WholeTrace.Read(Unpack("sampled"));

        Assert.Empty(trace.Stacks.Invalid);
        Assert.True(double.IsNaN(trace.Stacks.Messages));
        Assert.True(double.IsNaN(trace.Stacks.ExactBytes));
        Assert.Equal(2, trace.Lacks.Count);
        Assert.InRange(trace.Seconds, 3, 3.5);
        // The process allocated 20 MB in each of these seconds, and the file is always the same: 580 samples.
        Assert.Equal(580, trace.Stacks.Total().Samples);
        Assert.InRange(trace.Stacks.Total().Bytes / trace.Seconds, 17e6, 21e6);
    }

    [Fact]
    public void Sampled_HasTheSitesOfTheProgramUnderItsMain()
    {
        AllocationStacks stacks = WholeTrace.Read(Unpack("sampled")).Stacks;

        SiteEstimate largest = SiteTable.Of(stacks)[0];
        Assert.Equal(("PlayHouse.Lab.Profiling.Child.Sites.Bytes", "System.Byte[]", 169), (largest.Site, largest.Type, largest.Estimate.Samples));
        MethodRow main = AllocationTables.Methods(stacks).First(m => m.Method.Name.EndsWith("Program.Main", StringComparison.Ordinal));
        Assert.True(main.Total.Bytes > 0.95 * stacks.Total().Bytes);
    }

    [Fact]
    public void Threads_AreRefusedForAllocations_WithTheWayToLookAtThem()
    {
        string message = Assert.Throws<TraceFormatException>(() => WholeTrace.Read(Unpack("threads"))).Message;

        Assert.Contains("plab trace --what thread-time --pid N", message, StringComparison.Ordinal);
    }

    [Fact]
    public void Threads_CountsAndTimes_AreThoseOfTheTraceLibrary()
    {
        string path = Unpack("threads");
        ThreadTimeTrace trace = ThreadTimeReader.Read(path);
        ILookup<int, (bool IsManaged, double Ms)> oracle = ThreadsOf(path);

        Assert.Equal(2332, trace.Samples);
        Assert.Equal(2332, trace.Cells.Sum(c => c.Samples));
        Assert.Equal(oracle.Select(t => (long)t.Key).Order(), trace.Threads.Select(t => t.Id).Order());
        foreach (SampledThread thread in trace.Threads)
        {
            (bool IsManaged, double Ms)[] seen = [.. oracle[(int)thread.Id]];
            Assert.Equal((seen.Length, seen.Count(s => s.IsManaged)), (thread.Samples, thread.ManagedSamples));
            Assert.Equal((seen.Max(s => s.Ms) - seen.Min(s => s.Ms)) / (seen.Length - 1), thread.MsPerSample, 1e-6);
        }
    }

    [Fact]
    public void Threads_TablesOfTheWholeFile_AddUpToIt()
    {
        ThreadTimeTrace trace = ThreadTimeReader.Read(Unpack("threads"));
        double expected = trace.Threads.Sum(t => t.Samples * t.MsPerSample);

        Assert.Equal(expected, ThreadTimeTables.Threads(trace).Sum(t => t.Time.TotalMs), 1e-6);
        Assert.Equal(expected, ThreadTimeTables.Sites(trace).Sum(s => s.Time.TotalMs), 1e-6);
        Assert.Equal(expected, ThreadTimeTables.Methods(trace).Sum(m => m.Self.TotalMs), 1e-6);
        Assert.All(ThreadTimeTables.Methods(trace), m => Assert.InRange(m.Self.TotalMs, 0, m.Total.TotalMs + 1e-9));
        // Every method of a stack is inside the whole once, however often it is on the stack.
        Assert.All(ThreadTimeTables.Methods(trace), m => Assert.InRange(m.Total.TotalMs, 0, expected + 1e-6));
    }

    [Fact]
    public void Threads_OneWindow_HoldsItsSamplesOnly()
    {
        string path = Unpack("threads");
        ThreadTimeTrace whole = ThreadTimeReader.Read(path);
        long middle = whole.FirstTicks + (whole.LastTicks - whole.FirstTicks) / 2;

        int first = ThreadTimeReader.Read(path, endTicks: middle).Samples;
        Assert.InRange(first, 1, whole.Samples - 1);
        Assert.Equal(whole.Samples, first + ThreadTimeReader.Read(path, beginTicks: middle + 1).Samples);
    }

    [Fact]
    public void Threads_MoreStacksThanTheLimit_AreRefused()
    {
        string path = Unpack("threads");
        Assert.Contains(
            "more than 3 different stacks",
            Assert.Throws<TraceFormatException>(() => ThreadTimeReader.Read(path, (long.MinValue, long.MaxValue), cellsMax: 3, stacksMax: 10_000)).Message,
            StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("tick", "576 AllocationTick events", "biased")]
    [InlineData("threads", "2332 samples of running threads", "no allocations")]
    public void OtherEvents_AreRefusedWithWhatTheyAreAndWhatToDo(string name, string found, string why)
    {
        string message = Assert.Throws<TraceFormatException>(() => WholeTrace.Read(Unpack(name))).Message;

        Assert.Contains(found, message, StringComparison.Ordinal);
        Assert.Contains(why, message, StringComparison.Ordinal);
        Assert.Contains("--clrevents gc+allocationsampling", message, StringComparison.Ordinal);
    }

    [Fact]
    public void Truncated_IsRefused()
    {
        string path = Unpack("sampled");
        using (FileStream file = File.OpenWrite(path))
            file.SetLength(file.Length / 2);

        Assert.Throws<TraceFormatException>(() => WholeTrace.Read(path));
        Assert.Throws<TraceFormatException>(() => TraceContents.Of(path));
    }

    [Theory]
    [InlineData(0.01)]
    [InlineData(0.5)]
    [InlineData(0.9999)]
    public void Threads_CutFile_IsRefused(double share)
    {
        string path = Unpack("threads");
        using (FileStream file = File.OpenWrite(path))
            file.SetLength((long)(file.Length * share));

        Assert.Contains("byte", Assert.Throws<TraceFormatException>(() => ThreadTimeReader.Read(path)).Message, StringComparison.Ordinal);
    }

    private static ILookup<int, (bool IsManaged, double Ms)> ThreadsOf(string path)
    {
        var samples = new List<(int Thread, bool IsManaged, double Ms)>();
        using var source = new EventPipeEventSource(path);
        new SampleProfilerTraceEventParser(source).ThreadSample +=
            e => samples.Add((e.ThreadID, e.Type == ClrThreadSampleType.Managed, e.TimeStampRelativeMSec));
        source.Process();
        return samples.ToLookup(s => s.Thread, s => (s.IsManaged, s.Ms));
    }

    private string Unpack(string name)
    {
        string path = _scratch.File(name + ".nettrace");
        using FileStream packed = File.OpenRead(Path.Combine(AppContext.BaseDirectory, "foreign", name + ".nettrace.gz"));
        using var unpacked = new GZipStream(packed, CompressionMode.Decompress);
        using FileStream file = File.Create(path);
        unpacked.CopyTo(file);
        return path;
    }
}
