namespace PlayHouse.Multiplexer.Writing;

/// <summary>
/// Sends messages. Any number of threads send; each has a turn of its own for every DATA frame, so that messages
/// interleave. Sends whose turn never comes end when the connection ends. The one virtual call per message, the same for
/// every strategy.
/// </summary>
internal abstract class MessageWriter
{
    /// <summary>Sends a message with an id of the writer's choice.</summary>
    public abstract ValueTask SendAsync(ReadOnlyMemory<byte> body, CancellationToken cancellation);

    /// <summary>Sends a message with this id, after a message of the same id that is on the wire.</summary>
    public abstract ValueTask SendAsync(uint id, ReadOnlyMemory<byte> body, CancellationToken cancellation);
}
