using System.Diagnostics.CodeAnalysis;
using System.Globalization;

namespace PlayHouse.Lab.Counters;

/// <summary>
/// A count of one event over all threads of this process, those that start later included: the kernel hands a thread's counter on
/// to the threads it creates. Counting costs a reading thread one system call per thread there was at the opening. Any thread may read.
/// </summary>
public sealed class ProcessCounter : IDisposable
{
    /// <summary>Most threads of a process whose counter is opened; one with more is refused.</summary>
    public const int ThreadsMax = 1_024;

    // A thread that starts while the list is read may have its counter from its creator or not: the list is read again.
    private const int AttemptsMax = 5;
    private const string TasksFolder = "/proc/self/task";

    private readonly int[] _descriptors;
    private bool _isDisposed;

    private ProcessCounter(int[] descriptors) => _descriptors = descriptors;

    /// <summary>Threads there were when counting began.</summary>
    public int Threads => _descriptors.Length;

    /// <summary>Starts to count; false with the reason, in words, where this machine or this user cannot.</summary>
    public static bool TryOpen(CountedEvent counted, [NotNullWhen(true)] out ProcessCounter? counter, out string reason)
    {
        counter = null;
        if (!PerfEvents.IsSupported)
        {
            reason = "only Linux on x64 and arm64 counts events of threads";
            return false;
        }

        int[] opened = [];
        for (int attempt = 0; attempt < AttemptsMax; attempt++)
        {
            int[] threads = Threads();
            if (threads.Length > ThreadsMax)
            {
                reason = $"the process has {threads.Length} threads; {ThreadsMax} is the limit";
                return false;
            }

            if (!TryOpen(counted, threads, out opened, out reason))
            {
                return false;
            }

            if (Threads().Length == threads.Length)
            {
                break;
            }

            if (attempt < AttemptsMax - 1)
            {
                Close(opened);
            }
        }

        counter = new ProcessCounter(opened);
        reason = "";
        return true;

        static int[] Threads() =>
            [.. Directory.EnumerateDirectories(TasksFolder).Select(d => int.Parse(Path.GetFileName(d), CultureInfo.InvariantCulture)).Order()];
    }

    /// <summary>
    /// Events since the opening; false when a counter was not on the processor all the time, because more events were asked for than
    /// there are counters: a share of a count is no count.
    /// </summary>
    public bool TryRead(out long events)
    {
        ObjectDisposedException.ThrowIf(_isDisposed, this);
        events = 0;
        Span<long> read = stackalloc long[PerfEvents.ReadLength];
        foreach (int descriptor in _descriptors)
        {
            if (!PerfEvents.TryRead(descriptor, read) || read[PerfEvents.EnabledAt] != read[PerfEvents.RunningAt])
            {
                return false;
            }

            events += read[PerfEvents.ValueAt];
        }

        return true;
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        if (!_isDisposed)
        {
            _isDisposed = true;
            Close(_descriptors);
        }
    }

    private static bool TryOpen(CountedEvent counted, int[] threads, out int[] opened, out string reason)
    {
        var descriptors = new List<int>(threads.Length);
        foreach (int thread in threads)
        {
            int descriptor = PerfEvents.Open(counted, thread, out int error);
            if (descriptor >= 0)
            {
                descriptors.Add(descriptor);
            }
            else if (error != PerfEvents.NoSuchThread)
            {
                Close([.. descriptors]);
                opened = [];
                reason = PerfEvents.Explain(error);
                return false;
            }
        }

        opened = [.. descriptors];
        reason = "";
        return true;
    }

    private static void Close(int[] descriptors)
    {
        foreach (int descriptor in descriptors)
        {
            // A counter that cannot be closed is closed by the end of the process.
            _ = PerfEvents.Close(descriptor);
        }
    }
}
