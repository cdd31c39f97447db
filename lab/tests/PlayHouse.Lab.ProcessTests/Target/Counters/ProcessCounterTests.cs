using System.Globalization;
using System.IO.MemoryMappedFiles;
using PlayHouse.Lab.Counters;
using Xunit.Abstractions;

namespace PlayHouse.Lab.Target.Tests.Counters;

/// <summary>The kernel's counters of this process, with the kernel's own books as the oracle.</summary>
public sealed class ProcessCounterTests(ITestOutputHelper output)
{
    // Below the size of a huge page, so that every page is a fault of its own.
    private const int ChunkBytes = 1024 * 1024;
    private const int Chunks = 16;
    private const int PageBytes = 4_096;
    private const int Pages = Chunks * ChunkBytes / PageBytes;

    [Fact]
    public void PageFaults_OfAThreadThatStartsLater_AreCounted()
    {
        Assert.True(ProcessCounter.TryOpen(CountedEvent.PageFaults, out ProcessCounter? counter, out string reason), reason);
        using ProcessCounter opened = counter;
        // The file's reading lies around the counter's, so what the reading itself touches is in the larger of the two.
        long faultsBefore = FaultsOfTheProcess();
        Assert.True(opened.TryRead(out long before));

        RunOnThread(() => RunOnThread(TouchPages));

        Assert.True(opened.TryRead(out long after));
        long faults = FaultsOfTheProcess() - faultsBefore;
        output.WriteLine($"{opened.Threads} threads at the opening; {after - before} faults counted, {faults} in /proc/self/stat, {Pages} pages touched");
        Assert.InRange(after - before, Pages, faults);
    }

    [Fact]
    public void PageFaults_OfAThreadThatWasThereBefore_AreCounted()
    {
        using var ready = new ManualResetEventSlim();
        using var go = new ManualResetEventSlim();
        var thread = new Thread(() =>
        {
            ready.Set();
            go.Wait();
            TouchPages();
        });
        thread.Start();
        ready.Wait();
        Assert.True(ProcessCounter.TryOpen(CountedEvent.PageFaults, out ProcessCounter? counter, out string reason), reason);
        using ProcessCounter opened = counter;
        Assert.True(opened.TryRead(out long before));

        go.Set();
        thread.Join();

        Assert.True(opened.TryRead(out long after));
        Assert.True(after - before >= Pages, $"{after - before} of {Pages}");
    }

    [Fact]
    public void UserInstructions_AreCountedOrRefusedWithAReason()
    {
        bool isCounted = ProcessCounter.TryOpen(CountedEvent.UserInstructions, out ProcessCounter? counter, out string reason);
        using ProcessCounter? opened = counter;

        output.WriteLine(isCounted ? "this machine counts instructions" : reason);
        if (!isCounted)
        {
            Assert.Null(opened);
            Assert.NotEmpty(reason);
            return;
        }

        Assert.True(opened!.TryRead(out long before));
        long sum = 0;
        for (int i = 0; i < 1_000_000; i++)
        {
            sum += i ^ (sum << 1);
        }

        Assert.True(opened.TryRead(out long after));
        Assert.True(after - before >= 1_000_000, $"{after - before} instructions for a million steps, sum {sum}");
    }

    [Fact]
    public void Dispose_ClosesEveryDescriptor()
    {
        int before = Directory.GetFiles("/proc/self/fd").Length;
        for (int i = 0; i < 200; i++)
        {
            Assert.True(ProcessCounter.TryOpen(CountedEvent.ProcessorNanoseconds, out ProcessCounter? counter, out string reason), reason);
            counter.Dispose();
            counter.Dispose();
            Assert.Throws<ObjectDisposedException>(() => counter.TryRead(out _));
        }

        Assert.True(Directory.GetFiles("/proc/self/fd").Length < before + 50);
    }

    private static void RunOnThread(ThreadStart work)
    {
        var thread = new Thread(work);
        thread.Start();
        thread.Join();
    }

    /// <summary>Fresh shared memory: never handed out before, whatever the allocator kept.</summary>
    private static void TouchPages()
    {
        for (int chunk = 0; chunk < Chunks; chunk++)
        {
            using MemoryMappedFile file = MemoryMappedFile.CreateNew(null, ChunkBytes);
            using MemoryMappedViewAccessor view = file.CreateViewAccessor();
            for (int at = 0; at < ChunkBytes; at += PageBytes)
            {
                view.Write(at, (byte)1);
            }
        }
    }

    private static long FaultsOfTheProcess()
    {
        // Fields 10 and 12 of proc_pid_stat(5); the name before them may hold blanks.
        string stat = File.ReadAllText("/proc/self/stat");
        string[] fields = stat[(stat.LastIndexOf(')') + 2)..].Split(' ');
        return long.Parse(fields[7], CultureInfo.InvariantCulture) + long.Parse(fields[9], CultureInfo.InvariantCulture);
    }
}
