using System.Collections.Concurrent;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using PlayHouse.Engine.Strategies;
using PlayHouse.FastPort.Counts;
using PlayHouse.FastPort.WakeUps;

namespace PlayHouse.FastPort.Mailbox;

/// <summary>The strategy <c>concurrent-queue</c>.</summary>
internal static class ConcurrentQueueQueue
{
    public static StrategyCounter Taken { get; } = new(
        MailboxCatalog.SeamId,
        "concurrent-queue",
        "taken",
        "packets taken out",
        StrategyCounter.PerMessage);

    public static StrategyDescriptor Descriptor { get; } = new()
    {
        Seam = MailboxCatalog.SeamId,
        Id = "concurrent-queue",
        Type = typeof(ConcurrentQueueQueue<,>),
        Summary = "ConcurrentQueue, awaited through the wake-up seam; no capacity of its own.",
        Source = "seed 000 (the mailbox of its engine)",
        IsDefault = true,
        Counters = [Taken],
        Knobs = [MailboxCatalog.TaskRunKnob],
        Bytes = [new("echo of 64 B, closed loop, both sides together", 912, 100)],
    };
}

/// <summary>A <see cref="ConcurrentQueue{T}"/> without capacity; its reader waits by the wake-up seam.</summary>
internal struct ConcurrentQueueQueue<TItem, TWakeUp> : IPacketQueue<ConcurrentQueueQueue<TItem, TWakeUp>, TItem>
    where TWakeUp : struct, IWakeUp<TWakeUp>
{
    private readonly State _state;
    private long _taken;

    private ConcurrentQueueQueue(State state) => _state = state;

    public static ConcurrentQueueQueue<TItem, TWakeUp> Create(StrategyChoice choice, StrategyChoice wakeUp) =>
        new(new State(TWakeUp.Create(wakeUp)));

    public readonly bool TryEnqueue(in TItem item)
    {
        if (_state.IsCompleted)
        {
            return false;
        }

        _state.Items.Enqueue(item);
        _state.WakeUp.Signal();
        return true;
    }

    public readonly ValueTask<bool> EnqueueAsync(TItem item) => new(TryEnqueue(item));

    public bool TryDequeue([MaybeNullWhen(false)] out TItem item)
    {
        if (!_state.Items.TryDequeue(out item))
        {
            return false;
        }

        _taken++;
        return true;
    }

    /// <inheritdoc/>
    /// <remarks>The state of a wait is pooled: a wait per packet must not cost an object per packet.</remarks>
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    public readonly async ValueTask<bool> WaitForItemAsync()
    {
        // Completed is read before the items: what was enqueued before it is still found.
        while (true)
        {
            bool isCompleted = _state.IsCompleted;
            if (!_state.Items.IsEmpty)
            {
                return true;
            }

            if (isCompleted)
            {
                return false;
            }

            await _state.WakeUp.WaitAsync();
        }
    }

    public readonly void Complete()
    {
        _state.IsCompleted = true;
        _state.WakeUp.Signal();
    }

    public readonly void AddTo(SessionCounts counts)
    {
        counts.Add(ConcurrentQueueQueue.Taken, _taken);
        _state.WakeUp.AddTo(counts);
    }

    private sealed class State(TWakeUp wakeUp)
    {
        public readonly ConcurrentQueue<TItem> Items = new();
        public TWakeUp WakeUp = wakeUp;
        private bool _isCompleted;

        public bool IsCompleted
        {
            get => Volatile.Read(ref _isCompleted);
            set => Volatile.Write(ref _isCompleted, value);
        }
    }
}
