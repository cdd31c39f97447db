namespace PlayHouse.Multiplexer.Reading;

/// <summary>
/// Turns bytes, however they are split, into messages. One thread. After a failure it is of no use. The one virtual call
/// per socket receive, the same for every strategy.
/// </summary>
internal abstract class MessageReader
{
    /// <summary>Takes in bytes; messages that become complete go to the queue.</summary>
    public abstract MultiplexerFailure Consume(ReadOnlySpan<byte> bytes);

    /// <summary>True inside a frame or a message.</summary>
    public abstract bool IsInside { get; }

    /// <summary>Bytes of messages that have not ended.</summary>
    public abstract long PartialBytes { get; }

    /// <summary>Bytes of memory held for them.</summary>
    public abstract long ReservedBytes { get; }

    /// <summary>Arrays out of the pool, here or with holders of messages.</summary>
    public abstract long ArraysOut { get; }

    /// <summary>Gives back the memory of messages that have not ended.</summary>
    public abstract void Abandon();
}
