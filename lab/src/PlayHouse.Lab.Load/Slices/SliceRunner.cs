using PlayHouse.Lab.Control;
using PlayHouse.Lab.Load.Io;
using PlayHouse.Lab.Model.Launches;

namespace PlayHouse.Lab.Load.Slices;

/// <summary>
/// Gives one target after the other its turn. Between two turns nothing is outstanding anywhere, so that what a target does is its
/// own turn's work.
/// </summary>
/// <param name="targets">The targets.</param>
/// <param name="nowNs">The load's clock.</param>
internal sealed class SliceRunner(IReadOnlyList<SlicedTarget> targets, Func<long> nowNs) : IPacer
{
    // How often the end of a turn is looked for: a wake-up of the load for each, none of the target.
    private const long DrainTickNs = 50_000;

    private Work? _work;

    /// <summary>Takes these turns, after those before have been taken.</summary>
    /// <exception cref="ControlException">A target did not answer what it was sent, or sending ended early.</exception>
    public async Task RunAsync(SlicesBody body, CancellationToken cancellationToken)
    {
        var work = new Work(body);
        using CancellationTokenRegistration registration = cancellationToken.UnsafeRegister(static w => ((Work)w!).Done.TrySetCanceled(), work);
        Volatile.Write(ref _work, work);
        await work.Done.Task;
    }

    /// <inheritdoc/>
    public long Turn()
    {
        if (Volatile.Read(ref _work) is not { } work)
        {
            return long.MaxValue;
        }

        long now = nowNs();
        while (!work.Done.Task.IsCompleted)
        {
            if (work.Target is null && !TryBegin(work, now))
            {
                break;
            }

            long nextNs = work.DrainsUntilNs is null ? Send(work, now) : Drain(work, now);
            if (nextNs > now)
            {
                return nextNs;
            }
        }

        // By now the next request may have brought the next turns.
        Interlocked.CompareExchange(ref _work, null, work);
        return long.MaxValue;
    }

    /// <inheritdoc/>
    public void Fail(Exception exception)
    {
        Console.Error.WriteLine($"slices: {exception}");
        _work?.Done.TrySetException(new ControlException("client-defect", $"the thread that sends ended early: {exception.Message}"));
    }

    private bool TryBegin(Work work, long now)
    {
        if (work.Index == work.Body.Slices.Count)
        {
            work.Done.TrySetResult();
            return false;
        }

        SlicePlan plan = work.Body.Slices[work.Index];
        work.Target = targets[plan.Target];
        work.Target.Begin(plan, work.Body.Depth, now);
        return true;
    }

    private static long Send(Work work, long now)
    {
        long nextNs = work.Target!.Send(now);
        if (now < work.Target.EndNs)
        {
            return nextNs;
        }

        work.Target.StopSending();
        work.DrainsUntilNs = now + LoadLimits.DrainNs;
        return now;
    }

    private static long Drain(Work work, long now)
    {
        bool isDrained = !work.Target!.HasOutstanding;
        if (!isDrained && now < work.DrainsUntilNs)
        {
            return now + DrainTickNs;
        }

        work.Target.End(work.Index, now);
        if (!isDrained && !work.Body.MayLeave)
        {
            int target = work.Body.Slices[work.Index].Target;
            work.Done.TrySetException(new ControlException(
                "no-answer", $"target {target} did not answer what it was sent in turn {work.Index} within {LoadLimits.DrainNs / 1e9:0} s") { Target = target });
        }

        (work.Target, work.DrainsUntilNs) = (null, null);
        work.Index++;
        return now;
    }

    /// <summary>The turns of one request and where they are.</summary>
    private sealed class Work(SlicesBody body)
    {
        public SlicesBody Body { get; } = body;

        public TaskCompletionSource Done { get; } = new(TaskCreationOptions.RunContinuationsAsynchronously);

        public int Index { get; set; }

        /// <summary>Whose turn it is; null between two.</summary>
        public SlicedTarget? Target { get; set; }

        /// <summary>Until when what is outstanding is waited for; null while requests are sent.</summary>
        public long? DrainsUntilNs { get; set; }
    }
}
