using PlayHouse.Engine.Diagnostics;

namespace PlayHouse.Engine.Strategies.ReceiveBuffers;

/// <summary>
/// Bytes between the task that receives and the task that parses: first in, first out, none lost, bounded. One writer and
/// one reader, at the same time; <see cref="IDisposable.Dispose"/> after both have ended. Cost class: per receive.
/// </summary>
internal interface IReceiveQueue : ICounterSource, IDisposable
{
    /// <summary>Copies as many of the bytes as there is room for, and returns how many.</summary>
    int Write(ReadOnlySpan<byte> bytes);

    /// <summary>Moves bytes to <paramref name="destination"/>; 0 when there are none.</summary>
    int Read(Span<byte> destination);
}

/// <summary>Makes one queue per connection. Any thread.</summary>
internal abstract class ReceiveQueueFactory
{
    /// <summary>The factory of the chosen buffer and, where it needs one, the chosen lock.</summary>
    public static ReceiveQueueFactory Of(StrategyComposer strategies) =>
        strategies.TypeOf(ReceiveBufferCatalog.SeamId) == typeof(PipeReceiveQueue)
            ? new PipeReceiveQueueFactory(strategies)
            : (ReceiveQueueFactory)strategies.Create(typeof(LockedReceiveQueueFactory<,>));

    /// <summary>Types that make up a queue.</summary>
    public abstract IEnumerable<Type> Variants { get; }

    /// <summary>An empty queue.</summary>
    public abstract IReceiveQueue Create();
}
